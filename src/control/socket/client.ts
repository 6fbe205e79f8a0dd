import { request, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import type { ControlEvent } from '../../contract/control/events.ts';
import type { ControlClient, ControlProblem, Input, Output, ProcedureName } from '../../contract/control/index.ts';
import { PennyrowError, type ErrorCode } from '../../platform/errors.ts';

export interface SocketClient extends ControlClient {
  /** Returns what ends it. */
  subscribe(listener: (event: ControlEvent) => void): Promise<() => void>;
}

/** The client of the service that runs on the data folder; null when none does. */
export async function connectSocket(address: string): Promise<SocketClient | null> {
  const client: SocketClient = { call: (name, input) => call(address, name, input), subscribe: (listener) => subscribe(address, listener) };
  try {
    await client.call('account.list', {});
    return client;
  } catch (thrown) {
    if (isNobody(thrown)) return null;
    throw thrown;
  }
}

async function call<Name extends ProcedureName>(socketPath: string, name: Name, input: Input<Name>): Promise<Output<Name>> {
  const answer = await send(socketPath, 'POST', `/call/${name}`, JSON.stringify(input));
  const body = (await json(answer)) as { result: Output<Name> } | { problem: ControlProblem };
  if ('result' in body) return body.result;
  const { code, message, remedy } = body.problem;
  throw new PennyrowError(code as ErrorCode, message, remedy);
}

async function subscribe(socketPath: string, listener: (event: ControlEvent) => void): Promise<() => void> {
  const answer = await send(socketPath, 'GET', '/events', null);
  const lines = createInterface(answer);
  lines.on('line', (line) => {
    if (line.startsWith('data: ')) listener(JSON.parse(line.slice(6)) as ControlEvent);
  });
  // The service may end at any time; the interface hands on what its input meets.
  lines.on('error', () => lines.close());
  answer.on('error', () => lines.close());
  return () => {
    lines.close();
    answer.destroy();
  };
}

function send(socketPath: string, method: string, path: string, body: string | null): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = body === null ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const outgoing = request({ socketPath, method, path, headers, agent: false }, resolve);
    outgoing.once('error', reject);
    outgoing.end(body ?? undefined);
  });
}

/** No socket there, or one that a process left behind. */
function isNobody(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ECONNREFUSED');
}
