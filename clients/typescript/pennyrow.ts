import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { operations, type Send } from './generated/operations.ts';
import type { Attention, RunFinished, TransactionsChanged } from './generated/types.ts';

export type * from './generated/types.ts';

export interface ConnectOptions {
  /** Default: PENNYROW_URL, else `https://localhost:28400`. */
  readonly url?: string;
  /** Path of the certificate to trust. Default: PENNYROW_CA, else `ca.pem` of the data folder. */
  readonly ca?: string;
  /** An API token. Default: PENNYROW_TOKEN. */
  readonly token?: string;
}

/** The service refused a request. */
export class PennyrowRefusal extends Error {
  override readonly name = 'PennyrowRefusal';
  readonly status: number;
  /** Seconds to wait; null if the service states none. */
  readonly retryAfter: number | null;

  constructor(status: number, message: string, retryAfter: number | null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export type PennyrowEvent = (RunFinished | TransactionsChanged | Attention) & { readonly id: string };

export type Pennyrow = ReturnType<typeof operations> & {
  /**
   * Yields events as they happen. Reconnects automatically and continues after the last event; `lastEventId` continues after
   * an event of an earlier call. Ends when the signal aborts.
   */
  events(options?: { readonly lastEventId?: string; readonly signal?: AbortSignal }): AsyncGenerator<PennyrowEvent>;
};

/** Connects to Pennyrow's API on this machine. Trusts only Pennyrow's own certificate. */
export function connect(options: ConnectOptions = {}): Pennyrow {
  const { env } = process;
  const url = options.url ?? env['PENNYROW_URL'] ?? 'https://localhost:28400';
  const caPath = options.ca ?? env['PENNYROW_CA'] ?? join(dataFolder(), 'ca.pem');
  const token = options.token ?? env['PENNYROW_TOKEN'];
  if (token === undefined)
    throw new Error('No API token: set PENNYROW_TOKEN to one that `pennyrow token create` made.');
  const ca = readFileSync(caPath);

  const open = (method: string, target: string, headers: Record<string, string>, body?: string, signal?: AbortSignal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(
        new URL(target, url),
        {
          method,
          ca,
          headers: {
            Authorization: `Bearer ${token}`,
            ...headers,
            ...(body !== undefined && {
              'Content-Type': 'application/json',
              'Content-Length': String(Buffer.byteLength(body)),
            }),
          },
          ...(signal !== undefined && { signal }),
        },
        resolve,
      );
      outgoing.once('error', reject);
      outgoing.end(body);
    });

  const send: Send = async <Answer>(method: string, path: string, { query = {}, body }: Parameters<Send>[2] = {}) => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
    const answer = await open(method, path + search, {}, body === undefined ? undefined : JSON.stringify(body));
    if (answer.statusCode !== 200) throw await refusalOf(answer);
    return JSON.parse(await textOf(answer)) as Answer;
  };

  async function* events({
    lastEventId = '',
    signal,
  }: { lastEventId?: string; signal?: AbortSignal } = {}): AsyncGenerator<PennyrowEvent> {
    const isOver = (): boolean => signal?.aborted === true;
    let id = lastEventId;
    let isKnown = false;
    while (!isOver()) {
      try {
        const headers = { Accept: 'text/event-stream', ...(id !== '' && { 'Last-Event-ID': id }) };
        const answer = await open('GET', '/api/v2/events', headers, undefined, signal);
        if (answer.statusCode !== 200) throw await refusalOf(answer);
        isKnown = true;
        for await (const block of blocksOf(answer)) {
          id = block.id ?? id;
          if (block.data !== undefined) yield { ...(JSON.parse(block.data) as PennyrowEvent), id };
        }
      } catch (thrown) {
        // Reconnects until the service is reachable again. Throws if the service refused the request or was never reachable.
        if (!isOver() && (!isKnown || thrown instanceof PennyrowRefusal)) throw thrown;
      }
      if (!isOver()) await new Promise((resolve) => setTimeout(resolve, COME_BACK_AFTER_MS));
    }
  }

  return { ...operations(send), events };
}

const COME_BACK_AFTER_MS = 3000;

async function* blocksOf(answer: IncomingMessage): AsyncGenerator<{ id?: string; data?: string }> {
  let rest = '';
  for await (const piece of answer.setEncoding('utf8')) {
    const blocks = (rest + String(piece)).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => /^(id|data): (.*)$/.exec(line) ?? []);
      yield Object.fromEntries(fields.flatMap(([, name, value]) => (name === undefined ? [] : [[name, value]])));
    }
  }
}

async function refusalOf(answer: IncomingMessage): Promise<PennyrowRefusal> {
  const { error } = JSON.parse(await textOf(answer)) as { error: string };
  const wait = answer.headers['retry-after'];
  return new PennyrowRefusal(answer.statusCode ?? 0, error, wait === undefined ? null : Number(wait));
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) text += String(piece);
  return text;
}

/** The folder with Pennyrow's data; PENNYROW_DATA_DIR overrides the default. */
function dataFolder(): string {
  const { env, platform } = process;
  if (env['PENNYROW_DATA_DIR']) return env['PENNYROW_DATA_DIR'];
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Pennyrow');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Pennyrow');
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'pennyrow');
}
