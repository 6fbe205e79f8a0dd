import { toInstant } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import { problem } from '../../messages/problem.ts';
import type { Clock } from '../../platform/clock.ts';
import type { PennyrowError } from '../../platform/errors.ts';
import { redactSecrets } from '../bank-texts.ts';
import { asObject, type JsonObject, listField, objectField, parseJson, textField } from '../json.ts';
import { ask, type NetworkOptions, type Question, type RawResponse } from '../request.ts';
import { isFromCloudflare, isWebPage, refusal, type ResponseReader, unreadableResponse } from '../response-errors.ts';
import type { SourceContext } from '../source-kind.ts';
import { RetryLater } from '../source.ts';

/** A JSON API of a bank service, used with one set of credentials. Throws PennyrowError. */
export interface Service {
  readonly host: string;
  get(path: string): Promise<JsonObject>;
  list(path: string): Promise<readonly unknown[]>;
  post(path: string, json: unknown): Promise<JsonObject>;
  delete(path: string): Promise<void>;
  unreadable(path: string): PennyrowError;
}

export interface ServiceOptions {
  /** Left out if the kind of source counts its requests itself. */
  readonly budget?: SourceContext['budget'] | undefined;
  readonly archive?: SourceContext['archive'] | undefined;
  readonly root: string;
  readonly credentials: Readonly<Record<string, string>> | TokenExchange;
  /** Texts that are redacted wherever a server sends them back. */
  readonly secrets: readonly string[];
  readonly access: ResponseReader['access'];
  /** The error for a service's own error code; null to choose the error by the HTTP status. */
  readonly explain?: ((raw: RawResponse) => PennyrowError | null) | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly network?: NetworkOptions | undefined;
}

export interface TokenExchange {
  readonly path: string;
  readonly json: unknown;
  read(answer: JsonObject): TokenCredentials | null;
  isExpired(raw: RawResponse): boolean;
}

interface TokenCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

export function createService(options: ServiceOptions): Service {
  const { root, access, budget, archive, clock, signal, network } = options;
  const { host } = new URL(root);
  const reader: ResponseReader = { host, access, isOwn: isServiceResponse, words: readErrorText };
  const exchange = isTokenExchange(options.credentials) ? options.credentials : null;
  let token: TokenCredentials | null = isTokenExchange(options.credentials)
    ? null
    : { headers: options.credentials, secrets: [] };

  async function send(path: string, how: Pick<Question, 'method' | 'json'>): Promise<unknown> {
    if (budget !== undefined) countRequest(budget, host);
    const isFresh = token === null;
    let raw = await put(path, how, (token ??= await exchangeToken()));
    if (exchange !== null && !isFresh && raw.status > 299 && isServiceResponse(raw) && exchange.isExpired(raw))
      raw = await put(path, how, (token = await exchangeToken()));
    const json = read(raw);
    archive?.keep(path, raw.text);
    return json;
  }

  /** Kept in memory only, because the token grants access. */
  async function exchangeToken(): Promise<TokenCredentials> {
    if (exchange === null) throw unreadable('');
    const raw = await put(exchange.path, { method: 'POST', json: exchange.json }, { headers: {}, secrets: [] });
    return exchange.read(object(read(raw), exchange.path)) ?? thrown(exchange.path);
  }

  async function put(
    path: string,
    how: Pick<Question, 'method' | 'json'>,
    { headers, secrets }: TokenCredentials,
  ): Promise<RawResponse> {
    const raw = await ask({
      url: new URL(`${root}/${path}`),
      credentials: headers,
      ...how,
      signal,
      network,
    });
    return { ...raw, text: redactSecrets(raw.text, [...options.secrets, ...secrets]) };
  }

  function read(raw: RawResponse): unknown {
    if (raw.status < 200 || raw.status > 299) {
      const own = isServiceResponse(raw) ? (options.explain?.(raw) ?? null) : null;
      throw own ?? refusal(raw, reader, clock.now());
    }
    const json = parseJson(raw.text);
    if (json === undefined) throw unreadableResponse(raw, host);
    return json;
  }

  function object(json: unknown, path: string): JsonObject {
    return asObject(json) ?? thrown(path);
  }

  function unreadable(path: string): PennyrowError {
    return unreadableResponse({ host, wasRedirected: false, status: 200, headers: {}, text: path }, host);
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

function isTokenExchange(credentials: ServiceOptions['credentials']): credentials is TokenExchange {
  return typeof credentials['isExpired'] === 'function';
}

export function countRequest(
  budget: SourceContext['budget'],
  host: string,
  purpose: 'latest' | 'past' = 'latest',
): void {
  const notBeforeMs = budget.take(purpose);
  if (notBeforeMs === null) return;
  const notice = problem('source_budget', { host, until: toInstant(notBeforeMs) });
  throw new RetryLater(notice, { notBeforeMs, wasRequested: false });
}

/** True if the service itself responded rather than a proxy: JSON or an empty body, and no redirect to another host. */
function isServiceResponse(raw: RawResponse): boolean {
  if (raw.wasRedirected || isWebPage(raw) || isFromCloudflare(raw)) return false;
  return raw.text.trim() === '' || asObject(parseJson(raw.text)) !== null;
}

const FIELDS = ['detail', 'error_description', 'message', 'summary', 'title', 'error'] as const;

/** The error text of a response in one of the usual forms (RFC 9457, JSON:API, OAuth); null if there is none. */
export function readErrorText(text: string): string | null {
  const body = asObject(parseJson(text));
  if (body === null) return null;
  const [first] = listField(body, 'errors') ?? [];
  const message = wordsIn(asObject(first)) ?? wordsIn(objectField(body, 'error')) ?? wordsIn(body);
  return message === null ? null : oneLine(message, 200) || null;
}

function wordsIn(object: JsonObject | null): string | null {
  for (const name of FIELDS) {
    const words = textField(object, name);
    if (words !== null) return words;
  }
  return null;
}
