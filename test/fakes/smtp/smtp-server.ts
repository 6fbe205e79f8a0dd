import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { certificateFor, type CertificateKind } from '../simplefin/certificates.ts';
import { converse, type SmtpFault, type TakenMail } from './conversation.ts';

export interface SmtpOptions {
  readonly security: 'tls' | 'starttls';
  readonly certificate?: CertificateKind;
  /** Null where it wants no login. */
  readonly login?: { readonly user: string; readonly password: string } | null;
  /** The only mailbox that it has. */
  readonly mailbox?: string;
}

/** A mail server on a free port: the protocol with its order, its encryption and its login, and what goes wrong with them. */
export interface SmtpServer {
  readonly port: number;
  /** PEM of the authority that its certificate is of. */
  readonly ca: string;
  readonly taken: readonly TakenMail[];
  /** How many connections were made. */
  readonly connections: number;
  /** What clients said, line by line, but for messages and secrets. */
  readonly said: readonly string[];
  fault: SmtpFault | null;
  /** Before it answers for a message that it has kept. */
  beforeAnswer: () => Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const LOGIN = { user: 'anna@example.com', password: 'päss word' };
export const MAILBOX = 'anna@example.org';

export async function smtpServer({
  security,
  certificate = 'good',
  login = LOGIN,
  mailbox = MAILBOX,
}: SmtpOptions): Promise<SmtpServer> {
  const { key, cert, ca } = await certificateFor(certificate);
  const secureContext = createSecureContext({ key, cert });
  const taken: TakenMail[] = [];
  const said: string[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const secure = (socket: Socket): TLSSocket => {
    const encrypted = new TLSSocket(socket, { isServer: true, secureContext });
    // A client that does not trust the certificate hangs up.
    encrypted.on('error', () => encrypted.destroy());
    return encrypted;
  };
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    converse(security === 'tls' ? secure(socket) : socket, {
      secure,
      isSecure: security === 'tls',
      login,
      mailbox,
      said,
      fault: () => smtp.fault,
      take: async (mail) => {
        taken.push(mail);
        await smtp.beforeAnswer();
      },
    });
  });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  onTestFinished(stop);
  const { port } = server.address() as AddressInfo;
  const smtp: SmtpServer = {
    port,
    ca,
    taken,
    said,
    get connections() {
      return connections;
    },
    fault: null,
    beforeAnswer: () => Promise.resolve(),
    stop,
    start: () => listen(port),
  };
  return smtp;
}
