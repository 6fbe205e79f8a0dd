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
  /** Headers that let Pennyrow in. */
  readonly credentials: Readonly<Record<string, string>>;
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

export function createService(options: ServiceOptions): Service {
  const { root, credentials, access, budget, archive, clock, signal, line } = options;
  const { host } = new URL(root);
  const speaker: Speaker = { host, access, isOwn: isServiceAnswer, words: serviceWords };

  async function send(path: string, how: Pick<Question, 'method' | 'json'>): Promise<unknown> {
    const nextFree = budget.take('latest');
    if (nextFree !== null) throw budgetSpent(host, nextFree);
    const raw = await ask({
      url: new URL(`${root}/${path}`),
      credentials,
      ...how,
      signal,
      ...(line === undefined ? {} : { line }),
    });
    return read({ ...raw, text: redactSecrets(raw.text, options.secrets) }, path);
  }

  function read(raw: RawAnswer, path: string): unknown {
    if (raw.status < 200 || raw.status > 299) {
      const own = isServiceAnswer(raw) ? (options.explain?.(raw) ?? null) : null;
      throw own ?? refusal(raw, speaker, clock.now());
    }
    const json = parseJson(raw.text);
    if (json === undefined) throw unreadableAnswer(raw, host);
    archive.keep(path, raw.text);
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

/** Thrown when no further request is left for today. */
export function budgetSpent(host: string, nextFreeMs: number): RetryLater {
  return new RetryLater(problem('source_budget', { host, until: toInstant(nextFreeMs) }), {
    notBeforeMs: nextFreeMs,
    wasAsked: false,
  });
}
