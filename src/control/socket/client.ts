import { request, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import type { ControlEvent } from '../../contract/control/events.ts';
import type { ControlClient, ControlProblem, Input, Output, ProcedureName } from '../../contract/control/index.ts';
import { codeOf, createError, errorOf } from '../../platform/errors.ts';

export interface SocketClient extends ControlClient {
  subscribe(listener: (event: ControlEvent) => void): Promise<() => void>;
}

/** The timeout of the first call. Even the largest sync blocks the service for less time. */
const GREETING_MS = 30_000;

/** Null if no service uses the data folder. Throws `service_silent` if a service does not answer in time. */
export async function connectSocket(address: string, greetingMs: number = GREETING_MS): Promise<SocketClient | null> {
  try {
    await call(address, 'account.list', {}, AbortSignal.timeout(greetingMs));
  } catch (thrown) {
    if (NOBODY.has(codeOf(thrown))) return null;
    if (isTimeout(thrown)) throw createError('service_silent', { address }, { cause: thrown });
    throw thrown;
  }
  return {
    call: (name, input) => call(address, name, input),
    subscribe: (listener) => subscribe(address, listener),
  };
}

async function call<Name extends ProcedureName>(
  socketPath: string,
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
): Promise<Output<Name>> {
  const answer = await send(socketPath, 'POST', `/call/${name}`, JSON.stringify(input), signal);
  const body = (await json(answer)) as { result: Output<Name> } | { problem: ControlProblem };
  if ('result' in body) return body.result;
  throw errorOf(body.problem);
}

async function subscribe(socketPath: string, listener: (event: ControlEvent) => void): Promise<() => void> {
  const answer = await send(socketPath, 'GET', '/events', null);
  const lines = createInterface(answer);
  lines.on('line', (line) => {
    if (line.startsWith('data: ')) listener(JSON.parse(line.slice(6)) as ControlEvent);
  });
  // When the service ends, `readline` also emits the error of its input, which would crash the process if unhandled.
  lines.on('error', () => lines.close());
  answer.on('error', () => lines.close());
  return () => {
    lines.close();
    answer.destroy();
  };
}

function send(
  socketPath: string,
  method: string,
  path: string,
  body: string | null,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers =
      body === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const outgoing = request(
      { socketPath, method, path, headers, agent: false, ...(signal === undefined ? {} : { signal }) },
      resolve,
    );
    outgoing.once('error', reject);
    outgoing.end(body ?? undefined);
  });
}

function isTimeout(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    (thrown.name === 'TimeoutError' || (thrown.cause instanceof Error && thrown.cause.name === 'TimeoutError'))
  );
}

/** The errors if no service runs: no socket, an old socket file, or a service that stopped during the first call. */
const NOBODY: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);
