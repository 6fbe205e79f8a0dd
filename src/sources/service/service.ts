import { toInstant } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import type { Clock } from '../../platform/clock.ts';
import { ask, type Line, type RawAnswer } from '../ask.ts';
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
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly line?: Line;
}

export function createService(options: ServiceOptions): Service {
  const { root, credentials, access, budget, archive, clock, signal, line } = options;
  const { host } = new URL(root);
  const speaker: Speaker = { host, access, isOwn: isServiceAnswer, words: serviceWords };

  async function send(path: string, body: { readonly json: unknown } | null): Promise<unknown> {
    const nextFree = budget.take('latest');
    if (nextFree !== null) throw budgetSpent(host, nextFree);
    const raw = await ask({
      url: new URL(`${root}/${path}`),
      credentials,
      ...(body === null ? {} : { method: 'POST', json: body.json }),
      signal,
      ...(line === undefined ? {} : { line }),
    });
    return read({ ...raw, text: redactSecrets(raw.text, options.secrets) }, path);
  }

  function read(raw: RawAnswer, path: string): unknown {
    if (raw.status < 200 || raw.status > 299) throw refusal(raw, speaker, clock.now());
    const json = parseJson(raw.text);
    if (json === undefined) throw unreadableAnswer(raw, host);
    archive.keep(path, raw.text);
    return json;
  }

  function object(json: unknown, path: string): JsonObject {
    return asObject(json) ?? notExpected(path);
  }

  function notExpected(path: string): never {
    const raw = { host, wasSentOn: false, status: 200, headers: {}, text: path };
    throw unreadableAnswer(raw, host);
  }

  return {
    host,
    get: async (path) => object(await send(path, null), path),
    list: async (path) => {
      const json = await send(path, null);
      return Array.isArray(json) ? json : notExpected(path);
    },
    post: async (path, json) => object(await send(path, { json }), path),
  };
}

/** Thrown when no further request is left for today. */
export function budgetSpent(host: string, nextFreeMs: number): RetryLater {
  return new RetryLater(problem('source_budget', { host, until: toInstant(nextFreeMs) }), {
    notBeforeMs: nextFreeMs,
    wasAsked: false,
  });
}
