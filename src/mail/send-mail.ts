import { connect, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type { MailServer } from '../contract/control/mail.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import type { WaitingMail } from '../store/mail-digests.ts';
import { mailFailure } from './mail-failure.ts';

/** What the vault has of an account's digest. */
export interface MailTarget {
  readonly server: MailServer;
  readonly password: string | null;
  readonly from: string;
  readonly to: string;
}

/** How servers are reached; tests put a certificate authority of their own in its place, and less time. */
export interface MailLine {
  /** PEM; trusted instead of the usual authorities. */
  readonly ca?: string;
  /** For each answer of the server. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const SENDER = 'Pennyrow';

/**
 * Hands a message to the server, over an encrypted line whose certificate was checked, or not at all. Resolves once the
 * server has taken it for the recipient; throws `mail_failed`. Whoever ends the signal does not learn whether it was taken.
 */
export async function sendMail(
  { server, password, from, to }: MailTarget,
  { id, madeAt, subject, text, html }: WaitingMail,
  { line = {}, signal }: { readonly line?: MailLine | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { host, port, security, user } = server;
  if (user !== null && password === null) throw new PennyrowError(problem('mail_secret', {}));
  const timeout = line.timeoutMs ?? TIMEOUT_MS;
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    tls: { rejectUnauthorized: true, ...(line.ca === undefined ? {} : { ca: line.ca }) },
    greetingTimeout: timeout,
    socketTimeout: timeout,
    getSocket: (_options, opened) => openSocket({ host, port, timeout, signal }, opened),
    // What the greeting names would be this machine's own name otherwise.
    name: 'pennyrow.invalid',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    signal.throwIfAborted();
    await transport.sendMail({
      from: { name: SENDER, address: from },
      to,
      subject,
      text,
      html,
      messageId: id,
      date: new Date(madeAt),
      xMailer: false,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    });
  } catch (thrown) {
    signal.throwIfAborted();
    throw mailFailure(thrown, host);
  } finally {
    transport.close();
  }
}

interface SocketOptions {
  readonly host: string;
  readonly port: number;
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** The library opens one that nobody could close before its time. */
function openSocket(
  { host, port, timeout, signal }: SocketOptions,
  opened: (failure: Error | null, socket: { connection: Socket } | false) => void,
): void {
  const socket = connect({ host, port, signal });
  const fail = (failure: Error): void => {
    socket.destroy();
    opened(failure, false);
  };
  socket.setTimeout(timeout, () => fail(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
  socket.once('error', fail);
  socket.once('connect', () => {
    socket.setTimeout(0);
    socket.removeAllListeners('timeout');
    socket.off('error', fail);
    opened(null, { connection: socket });
  });
}
