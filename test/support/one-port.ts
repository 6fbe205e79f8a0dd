import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage, RequestListener } from 'node:http';
import net from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { onTestFinished } from 'vitest';
import { listen, type OnePort, type OnePortOptions } from '../../src/api/one-port.ts';
import { createCertificates, type Certificates } from '../../src/api/tls/certificates.ts';
import type { Log } from '../../src/platform/log.ts';
import { createVault } from '../../src/platform/vault.ts';

const ignore = () => {};

export const silentLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** New certificates whose keys are not stored. Writes the authority to `ca.pem` in the folder. */
export function newCertificates(folder: string): Promise<Certificates> {
  return createCertificates({
    caPath: join(folder, 'ca.pem'),
    vault: createVault(randomBytes(32)),
    secrets: { get: () => null, set: ignore },
    clock: { now: () => Date.now() },
    log: silentLog,
  });
}

/** A server on a free port, which closes after the test. */
export async function openOnePort(
  handler: RequestListener,
  certificates: Certificates,
  options: Partial<OnePortOptions> = {},
): Promise<OnePort> {
  const onePort = await listen({ port: 0, handler, certificates, log: silentLog, ...options });
  onTestFinished(() => onePort.close(0));
  return onePort;
}

export interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export async function answerTo(request: ClientRequest): Promise<Answer> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Sends raw bytes, and returns everything received until the connection ends. */
export function sendPlainly(port: number, bytes: string): Promise<string> {
  return talk(net.connect(port, '127.0.0.1'), bytes);
}

export function sendSecurely(port: number, bytes: string, ca: string): Promise<string> {
  return talk(tls.connect({ port, host: '127.0.0.1', ca, servername: 'localhost' }), bytes);
}

async function talk(socket: net.Socket, bytes: string): Promise<string> {
  socket.on('error', ignore).write(bytes, 'latin1');
  return text(socket).catch(() => '(reset)');
}

export function bodyOf(raw: string): unknown {
  return JSON.parse(raw.slice(raw.indexOf('\r\n\r\n') + 4));
}
