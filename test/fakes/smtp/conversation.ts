import type { Socket } from 'node:net';

/** A message that the server answered 250 for, or took and then said nothing. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | null;
  /** As it came, without its dot at the end. */
  readonly raw: string;
  /** Its Message-ID. */
  readonly id: string;
}

/** How the server misbehaves from now on. */
export type SmtpFault =
  | 'busy'
  | 'login'
  | 'sender'
  | 'recipient'
  | 'message'
  | 'silent'
  | 'no-starttls'
  | 'cut-at-greeting'
  | 'cut-at-data'
  /** The message is kept, and nobody is told. */
  | 'cut-after-data'
  | 'talkative';

export interface Conversation {
  readonly secure: (socket: Socket) => Socket;
  readonly isSecure: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly mailbox: string;
  readonly said: string[];
  readonly fault: () => SmtpFault | null;
  readonly take: (mail: TakenMail) => Promise<void>;
}

/** RFC 5321 sets 512 octets for a command and 1000 for a line of a message, with their ends. */
const LONGEST_COMMAND = 510;
const LONGEST_LINE = 998;

/** Speaks RFC 5321, 3207 and 4954 with one client: what comes out of order, unencrypted or too long is refused. */
export function converse(first: Socket, options: Conversation): void {
  const { login, mailbox, said, fault, take } = options;
  let socket = first;
  let isSecure = options.isSecure;
  let isGreeted = false;
  let user: string | null = null;
  let from: string | null = null;
  let to: string[] = [];
  /** Lines of a message, or null where commands are expected. */
  let message: string[] | null = null;
  /** What the next line answers to. */
  let expecting: ((line: string) => void) | null = null;
  let rest = '';

  const reply = (...lines: readonly string[]): void => {
    if (!socket.destroyed) socket.write(`${lines.join('\r\n')}\r\n`);
  };
  const listen = (): void => {
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      rest += piece;
      // Bare line feeds end nothing (RFC 5321, 2.3.8).
      for (let end = rest.indexOf('\r\n'); end >= 0 && !socket.destroyed; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        hear(line);
      }
    });
  };
  const reset = (): void => {
    from = null;
    to = [];
  };

  function hear(line: string): void {
    if (message !== null) return hearMessage(line);
    if (expecting !== null) {
      const answered = expecting;
      expecting = null;
      return answered(line);
    }
    if (Buffer.byteLength(line) > LONGEST_COMMAND) return reply('500 5.5.6 Line too long');
    const [, verb = '', argument = ''] = /^([A-Za-z]+)(?: (.*))?$/.exec(line) ?? [];
    said.push(/^AUTH/i.test(verb) ? 'AUTH' : line);
    command(verb.toUpperCase(), argument);
  }

  function command(verb: string, argument: string): void {
    if (verb === 'QUIT') {
      reply('221 2.0.0 Bye');
      return void socket.end();
    }
    if (verb === 'EHLO' || verb === 'HELO') {
      isGreeted = true;
      reset();
      const offers = [
        ...(isSecure || fault() === 'no-starttls' ? [] : ['STARTTLS']),
        ...(isSecure && login !== null ? ['AUTH PLAIN LOGIN'] : []),
        '8BITMIME',
      ];
      return reply(
        '250-mail.example.com',
        ...offers.map((offer, place) => `250${place === offers.length - 1 ? ' ' : '-'}${offer}`),
      );
    }
    if (!isGreeted) return reply('503 5.5.1 Say EHLO first');
    if (verb === 'STARTTLS') return startTls();
    if (!isSecure) return reply('530 5.7.0 Must issue a STARTTLS command first');
    if (verb === 'AUTH') return authenticate(argument);
    if (login !== null && user === null) return reply('530 5.7.0 Authentication required');
    if (verb === 'RSET') {
      reset();
      return reply('250 2.0.0 OK');
    }
    if (verb === 'MAIL') return mailFrom(argument);
    if (verb === 'RCPT') return recipient(argument);
    if (verb === 'DATA') return data();
    reply('502 5.5.2 Command not implemented');
  }

  function startTls(): void {
    if (isSecure || fault() === 'no-starttls') return reply('502 5.5.1 Not offered');
    // What was sent before the handshake is not part of it (RFC 3207, 4.2).
    rest = '';
    reply('220 2.0.0 Ready to start TLS');
    socket.removeAllListeners('data');
    socket = options.secure(socket);
    isSecure = true;
    isGreeted = false;
    listen();
  }

  function authenticate(argument: string): void {
    if (login === null || user !== null) return reply('503 5.5.1 No login here');
    const [mechanism = '', initial] = argument.split(' ');
    const decoded = (text: string): string => Buffer.from(text, 'base64').toString('utf8');
    const check = (name: string, password: string): void => {
      if (fault() === 'login' || name !== login.user || password !== login.password)
        return reply('535 5.7.8 Username and password not accepted');
      user = name;
      reply('235 2.7.0 Accepted');
    };
    if (mechanism.toUpperCase() === 'PLAIN') {
      const answer = (text: string): void => {
        const [, name = '', password = ''] = decoded(text).split('\0');
        check(name, password);
      };
      if (initial !== undefined) return answer(initial);
      expecting = answer;
      return reply('334 ');
    }
    if (mechanism.toUpperCase() !== 'LOGIN') return reply('504 5.5.4 Unknown mechanism');
    expecting = (name) => {
      expecting = (password) => check(decoded(name), decoded(password));
      reply('334 UGFzc3dvcmQ6');
    };
    reply('334 VXNlcm5hbWU6');
  }

  function mailFrom(argument: string): void {
    const [, address] = /^FROM:<([^<>\s]*)>/i.exec(argument) ?? [];
    if (address === undefined) return reply('501 5.5.4 Syntax');
    if (from !== null) return reply('503 5.5.1 Sender already given');
    if (fault() === 'sender') return reply('553 5.7.1 Sender address rejected: not owned by user');
    from = address;
    reply('250 2.1.0 OK');
  }

  function recipient(argument: string): void {
    const [, address] = /^TO:<([^<>\s]+)>/i.exec(argument) ?? [];
    if (from === null) return reply('503 5.5.1 Sender first');
    if (address === undefined) return reply('501 5.5.4 Syntax');
    if (fault() === 'recipient' || address !== mailbox)
      return reply('550 5.1.1 The email account that you tried to reach does not exist');
    to.push(address);
    reply('250 2.1.5 OK');
  }

  function data(): void {
    if (from === null || to.length === 0) return reply('503 5.5.1 Recipients first');
    if (fault() === 'cut-at-data') return void socket.destroy();
    message = [];
    reply('354 Go ahead');
  }

  function hearMessage(line: string): void {
    if (line !== '.') {
      message?.push(line.startsWith('.') ? line.slice(1) : line);
      return;
    }
    const lines = message ?? [];
    message = null;
    if (fault() === 'message') return reply('554 5.7.1 Message refused as spam');
    if (lines.some((each) => Buffer.byteLength(each) > LONGEST_LINE)) return reply('500 5.5.6 Line too long');
    const raw = lines.join('\r\n');
    const [, id] = /^Message-ID: (<\S+>)$/im.exec(raw) ?? [];
    if (id === undefined || !/^From: .+$/m.test(raw) || !/^Date: .+$/m.test(raw))
      return reply('550 5.7.1 From, Date and Message-ID are required');
    const mail = { from: from ?? '', to, user, raw, id };
    reset();
    void take(mail).then(() => {
      if (fault() === 'cut-after-data') return void socket.destroy();
      reply('250 2.0.0 Queued');
    });
  }

  if (fault() === 'silent') return listen();
  if (fault() === 'cut-at-greeting') return void socket.destroy();
  listen();
  if (fault() === 'busy') {
    reply('421 4.7.0 Try again later');
    return void socket.end();
  }
  if (fault() === 'talkative') {
    // A greeting that never ends.
    const more = setInterval(() => reply(`220-${'x'.repeat(400)}`), 1);
    return void socket.once('close', () => clearInterval(more));
  }
  reply('220 mail.example.com ESMTP');
}
