import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { oneLine } from '../../core/one-line.ts';
import { nameHas } from '../../core/plain-letters.ts';
import { createError, type PennyrowError } from '../../platform/errors.ts';
import { type JsonObject, textField } from '../json.ts';
import type { ConsentRequest, GrantedAccess, SourceContext } from '../source-kind.ts';
import type { Service } from './service.ts';

/** The stored consent. Throws `source_no_key` if it is lost, and `source_consent_ended` after its end. */
export async function readStoredConsent(
  { secret, settings, clock }: Pick<SourceContext, 'secret' | 'settings' | 'clock'>,
  host: string,
): Promise<string> {
  const text = await secret();
  if (text === null) throw createError('source_no_key', { host });
  if (Date.parse(String(settings['consentEndsAt'])) <= clock.now()) throw consentEnded(host, 'expired');
  return text;
}

export function consentPage(
  { unreadable }: Pick<Service, 'unreadable'>,
  path: string,
  response: JsonObject,
  field: string,
): string {
  const url = URL.parse(textField(response, field) ?? '');
  if (url?.protocol !== 'https:') throw unreadable(path);
  return url.href;
}

/** Enough to sign in at a bank and approve the request in its app. */
const LONGEST_MS = 20 * 60_000;

export const REDIRECT_URL = 'https://localhost:28400/consent';

interface ConsentOptions {
  readonly host: string;
  readonly url: string;
  /** The name and value of the redirect parameter that proves that a response belongs to this request. */
  readonly stateParameter: readonly [name: string, value: string];
  readonly nowMs: number;
  granted(parameters: URLSearchParams): Promise<GrantedAccess> | null;
  /** Deletes the consent request at the service if it is not granted. Errors of the deletion are ignored. */
  withdraw?(): Promise<void>;
}

export function createConsentRequest(options: ConsentOptions): ConsentRequest {
  const { host, url, stateParameter, nowMs, granted: read, withdraw } = options;
  const { promise: granted, resolve, reject } = Promise.withResolvers<GrantedAccess>();
  // Deletes the request after a rejection. Also prevents an unhandled rejection if the caller never awaits `granted`.
  granted.catch(() => withdraw?.().catch(() => undefined));
  let isOver = false;
  const end = (reason: 'cancelled' | 'timeout'): void => {
    clearTimeout(timer);
    if (!isOver) reject(failed(host, reason));
    isOver = true;
  };
  const timer = setTimeout(() => end('timeout'), LONGEST_MS);
  return {
    url,
    expiresAt: nowMs + LONGEST_MS,
    granted,
    receive: (address) => {
      if (isOver) throw failed(host, 'other');
      const [name, value] = stateParameter;
      const parameters = parametersOf(address, name, host);
      if (!isEqual(parameters.get(name) ?? '', value)) throw failed(host, 'state');
      clearTimeout(timer);
      isOver = true;
      const result = read(parameters);
      if (result !== null) resolve(result);
      else reject(failed(host, 'denied', wordsOf(parameters)));
    },
    end: () => end('cancelled'),
  };
}

function wordsOf(parameters: URLSearchParams): string | null {
  return parameters.get('error_description') ?? parameters.get('details') ?? parameters.get('error');
}

/** People paste addresses with quotes and line breaks, or only the query. */
function parametersOf(address: string, name: string, host: string): URLSearchParams {
  const text = address.replaceAll(/\s/g, '').replace(/^["'<]+|["'>]+$/g, '');
  const parameters = URL.parse(text)?.searchParams ?? new URLSearchParams(text.replace(/^.*\?/, ''));
  if (parameters.has(name)) return parameters;
  throw failed(host, 'address');
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function failed(
  host: string,
  reason: 'address' | 'cancelled' | 'denied' | 'other' | 'state' | 'timeout',
  words: string | null = null,
): PennyrowError {
  return createError('consent_failed', {
    reason,
    host,
    words: words === null ? null : oneLine(words, 200) || null,
  });
}

export function consentEnded(host: string, reason: 'action' | 'expired' | 'other' | 'revoked'): PennyrowError {
  return createError('source_consent_ended', { reason, host });
}

export const consentedAccount = z.object({
  /** The identity used for Pennyrow's account id. */
  identity: z.string(),
  hashes: z.array(z.string()),
  name: z.nullable(z.string()),
  number: z.nullable(z.string()),
  currency: z.nullable(z.string()),
});

type ConsentedAccount = Pick<z.infer<typeof consentedAccount>, 'identity' | 'hashes'>;

/** Keeps the identity of an account whose main number changed, if any of its hashes equals a hash of the earlier account. */
export function keepIdentities<Account extends ConsentedAccount>(
  now: readonly Account[],
  before: readonly Account[],
): Account[] {
  return now.map((one) => {
    const earlier =
      before.find(({ identity }) => identity === one.identity) ??
      before.find(({ hashes }) => hashes.some((hash) => one.hashes.includes(hash)));
    const isUsed = now.some((other) => other !== one && other.identity === earlier?.identity);
    return earlier === undefined || isUsed ? one : { ...one, identity: earlier.identity };
  });
}

const MAXIMUM_NAMES = 30;

export interface BankChoice {
  readonly country: string;
  readonly bank: string;
}

/** Throws `source_bank_choice` with the alternatives unless `bank` is the name of one bank or part of one name only. */
export function chooseBank<Bank extends { readonly name: string }>(
  banks: readonly Bank[],
  { country, bank }: BankChoice,
  host: string,
): Bank {
  const exactName = bank.toLowerCase();
  const same = banks.find(({ name }) => name.toLowerCase() === exactName);
  const partly = banks.filter(({ name }) => nameHas(name, bank));
  const found = same ?? (partly.length === 1 ? partly[0] : undefined);
  if (found !== undefined) return found;
  const names = (partly.length > 0 ? partly : banks).map(({ name }) => oneLine(name)).toSorted();
  throw createError('source_bank_choice', {
    bank,
    country,
    host,
    reason: partly.length > 1 ? 'several' : banks.length === 0 ? 'country' : 'other',
    banks: names.slice(0, MAXIMUM_NAMES),
  });
}

export function bankNames(
  banks: readonly { readonly name: string }[],
  { country }: Pick<BankChoice, 'country'>,
  host: string,
): readonly string[] {
  if (banks.length === 0)
    throw createError('source_bank_choice', { bank: '', country, host, reason: 'country', banks: [] });
  return [...new Set(banks.map(({ name }) => name))].toSorted((a, b) => a.localeCompare(b));
}
