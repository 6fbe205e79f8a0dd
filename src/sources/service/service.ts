import { toInstant } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import type { Clock } from '../../platform/clock.ts';
import type { PennyrowError } from '../../platform/errors.ts';
import { ask, type Line, type Question, type RawAnswer } from '../ask.ts';
import { asObject, parseJson, type JsonObject } from '../json.ts';
import { redactSecrets } from '../redact-secrets.ts';
import { refusal, unreadableAnswer, type Speaker } from '../refusal.ts';
import { RetryLater } from '../source.ts';
import type { SourceContext } from '../source-kind.ts';
import { isServiceAnswer, serviceWords } from './service-words.ts';

/** A service of banks that answers in JSON, asked with one access. All of it throws PennyrowError of the room `source`. */
export interface Service {
  /** For people: "api.up.com.au". */
  readonly host: string;
  /** @param path below the service's root; with the query, without the slash before it */
  get(path: string): Promise<JsonObject>;
  /** As `get`, where the answer is a list and no object. */
  list(path: string): Promise<readonly unknown[]>;
  post(path: string, json: unknown): Promise<JsonObject>;
  delete(path: string): Promise<void>;
  /** To be thrown for an answer of `path` that is JSON, and not what was asked for. */
  unreadable(path: string): PennyrowError;
}

export interface ServiceOptions extends Pick<SourceContext, 'budget' | 'archive'> {
  /** `https://`, host and path, without a slash at the end. */
  readonly root: string;
  /** Headers that let Pennyrow in, or how a key that a person gave is traded for some. */
  readonly credentials: Readonly<Record<string, string>> | Trade;
  /** What must never show anywhere, whoever sends it back. */
  readonly secrets: readonly string[];
  /** What lets Pennyrow in, for what is said when it no longer does. */
  readonly access: Speaker['access'];
  /** What a refusal of its own means by the service's codes; null where the usual reading holds. */
  readonly explain?: (raw: RawAnswer) => PennyrowError | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly line?: Line;
}

/** A key that lasts is given once, for what lets Pennyrow in for some hours. */
export interface Trade {
  readonly path: string;
  readonly json: unknown;
  /** Null when the answer holds none. */
  read(answer: JsonObject): Traded | null;
  /** Whether a refusal only says that what was traded has ended. */
  isOver(raw: RawAnswer): boolean;
}

export interface Traded {
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

export function createService(options: ServiceOptions): Service {
  const { root, access, budget, archive, clock, signal, line } = options;
  const { host } = new URL(root);
  const speaker: Speaker = { host, access, isOwn: isServiceAnswer, words: serviceWords };
  const trade = isTrade(options.credentials) ? options.credentials : null;
  let traded: Traded | null = isTrade(options.credentials) ? null : { headers: options.credentials, secrets: [] };

  async function send(path: string, how: Pick<Question, 'method' | 'json'>): Promise<unknown> {
    const nextFree = budget.take('latest');
    if (nextFree !== null) throw budgetSpent(host, nextFree);
    const isFresh = traded === null;
    let raw = await put(path, how, (traded ??= await makeTrade()));
    if (trade !== null && !isFresh && raw.status > 299 && isServiceAnswer(raw) && trade.isOver(raw))
      raw = await put(path, how, (traded = await makeTrade()));
    const json = read(raw);
    archive.keep(path, raw.text);
    return json;
  }

  /** Kept in memory alone: what is traded for lets anyone in. */
  async function makeTrade(): Promise<Traded> {
    if (trade === null) throw unreadable('');
    const raw = await put(trade.path, { method: 'POST', json: trade.json }, { headers: {}, secrets: [] });
    return trade.read(object(read(raw), trade.path)) ?? thrown(trade.path);
  }

  async function put(
    path: string,
    how: Pick<Question, 'method' | 'json'>,
    { headers, secrets }: Traded,
  ): Promise<RawAnswer> {
    const raw = await ask({
      url: new URL(`${root}/${path}`),
      credentials: headers,
      ...how,
      signal,
      ...(line === undefined ? {} : { line }),
    });
    return { ...raw, text: redactSecrets(raw.text, [...options.secrets, ...secrets]) };
  }

  function read(raw: RawAnswer): unknown {
    if (raw.status < 200 || raw.status > 299) {
      const own = isServiceAnswer(raw) ? (options.explain?.(raw) ?? null) : null;
      throw own ?? refusal(raw, speaker, clock.now());
    }
    const json = parseJson(raw.text);
    if (json === undefined) throw unreadableAnswer(raw, host);
    return json;
  }

  function object(json: unknown, path: string): JsonObject {
    return asObject(json) ?? thrown(path);
  }

  function unreadable(path: string): PennyrowError {
    return unreadableAnswer({ host, wasSentOn: false, status: 200, headers: {}, text: path }, host);
  }

  function thrown(path: string): never {
    throw unreadable(path);
  }

  return {
    host,
    get: async (path) => object(await send(path, {}), path),
    list: async (path) => {
      const json = await send(path, {});
      return Array.isArray(json) ? json : thrown(path);
    },
    post: async (path, json) => object(await send(path, { method: 'POST', json }), path),
    delete: async (path) => {
      await send(path, { method: 'DELETE' });
    },
    unreadable,
  };
}

function isTrade(credentials: ServiceOptions['credentials']): credentials is Trade {
  return typeof credentials['isOver'] === 'function';
}

/** Thrown when no further request is left for today. */
export function budgetSpent(host: string, nextFreeMs: number): RetryLater {
  return new RetryLater(problem('source_budget', { host, until: toInstant(nextFreeMs) }), {
    notBeforeMs: nextFreeMs,
    wasAsked: false,
  });
}
