import { randomBytes, timingSafeEqual } from 'node:crypto';
import { toInstant } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { asObject, fieldOf, listField, textField, type JsonObject } from '../json.ts';
import type { Service } from '../service/service.ts';
import type { AccessContext, AskedAccess, GrantedAccess, SourceQuestion } from '../source-kind.ts';
import { openApi } from './api.ts';
import { findBank, type Bank, type BankWanted } from './find-bank.ts';
import { HOST } from './host.ts';
import { readPrivateKey } from './private-key.ts';
import { keyOf, readSealed, sameAccounts, type Sealed, type SealedAccount } from './sealed.ts';

/** Enough to sign in at a bank and to approve it in the bank's app. */
const LONGEST_MS = 20 * 60_000;

/** A consent as long as the bank gives is refused when it is late by a moment. */
const SPARE_MS = 60_000;

/** Where the bank sends the browser, unless told otherwise; must be named in Enable Banking's control panel. */
const REDIRECT_URL = 'https://localhost:28400/consent';

interface Settings extends BankWanted {
  readonly applicationId: string;
  readonly redirectUrl?: string;
}

/** Asks a person for a consent on the bank's page: at first, and with the same key when one has ended. */
export async function askConsent(
  { settings, secret, sealed: sealedText }: AskedAccess,
  context: AccessContext,
): Promise<SourceQuestion> {
  const { clock } = context;
  const wanted = settings as unknown as Settings;
  const { applicationId, redirectUrl = REDIRECT_URL, psuType, country } = wanted;
  const before = sealedText === null ? null : readSealed(sealedText);
  const pasted = secret?.['privateKey'];
  if (pasted === undefined && before === null) throw new PennyrowError(problem('source_no_key', { host: HOST }));
  const privateKey = pasted === undefined ? keyOf(before as Sealed) : readPrivateKey(pasted);
  // A question outlives the request that began it.
  const signal = new AbortController().signal;
  const api = openApi({ ...context, applicationId, privateKey, redirectUrl });
  const bank = await findBank(api, wanted);
  const state = randomBytes(32).toString('base64url');
  const endsAtMs = clock.now() + bank.longestConsent * 1000 - SPARE_MS;
  const answer = await api.post('auth', {
    access: { valid_until: toInstant(endsAtMs), balances: true, transactions: true },
    aspsp: { name: bank.name, country },
    state,
    redirect_url: redirectUrl,
    psu_type: psuType,
  });

  async function exchange(code: string): Promise<GrantedAccess> {
    const lasting = openApi({ ...context, signal, applicationId, privateKey });
    const session = await lasting.post('sessions', { code });
    const sealed: Sealed = {
      applicationId,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      ...readSession(lasting, session, bank, before?.accounts ?? []),
    };
    const until = Date.parse(textField(asObject(fieldOf(session, 'access')), 'valid_until') ?? '');
    const endsAt = toInstant(Number.isNaN(until) ? endsAtMs : until);
    return { secret: JSON.stringify(sealed), endsAt, news: { host: HOST, bank: bank.name } };
  }

  return question(pageOf(api, answer), state, clock.now() + LONGEST_MS, exchange);
}

function question(
  url: string,
  state: string,
  expiresAt: number,
  exchange: (code: string) => Promise<GrantedAccess>,
): SourceQuestion {
  const { promise: granted, resolve, reject } = Promise.withResolvers<GrantedAccess>();
  // Whoever began may be gone before anyone waits.
  granted.catch(() => undefined);
  let isOver = false;
  const end = (reason: 'cancelled' | 'timeout'): void => {
    clearTimeout(timer);
    if (!isOver) reject(failed(reason));
    isOver = true;
  };
  const timer = setTimeout(() => end('timeout'), LONGEST_MS);
  return {
    url,
    expiresAt,
    granted,
    receive: (address) => {
      if (isOver) throw failed('other');
      const parameters = parametersOf(address);
      if (!isEqual(parameters.get('state') ?? '', state)) throw failed('state');
      clearTimeout(timer);
      isOver = true;
      const code = parameters.get('code');
      if (code !== null && code !== '') resolve(exchange(code));
      else reject(failed('denied', parameters.get('error_description') ?? parameters.get('error')));
    },
    end: () => end('cancelled'),
  };
}

function pageOf({ unreadable }: Service, answer: JsonObject): string {
  const url = URL.parse(textField(answer, 'url') ?? '');
  if (url?.protocol !== 'https:') throw unreadable('auth');
  return url.href;
}

function readSession(
  { unreadable }: Service,
  session: JsonObject,
  bank: Bank,
  before: readonly SealedAccount[],
): Pick<Sealed, 'sessionId' | 'accounts' | 'personHeaders'> {
  const sessionId = textField(session, 'session_id');
  const accounts = listField(session, 'accounts');
  if (sessionId === null || accounts === null) throw unreadable('sessions');
  return {
    sessionId,
    accounts: sameAccounts(accounts.flatMap(readAccount), before),
    personHeaders: [...bank.personHeaders],
  };
}

/** An account without a `uid` is one that Enable Banking knows it cannot fetch. */
function readAccount(json: unknown): SealedAccount[] {
  const account = asObject(json);
  const uid = textField(account, 'uid');
  const identity = textField(account, 'identification_hash');
  if (uid === null || identity === null) return [];
  const numbers = asObject(fieldOf(account, 'account_id'));
  const hashes = (listField(account, 'identification_hashes') ?? []).filter((hash) => typeof hash === 'string');
  return [
    {
      uid,
      identity,
      hashes: [...new Set([identity, ...hashes])],
      // `name` is the holder's.
      name: textField(account, 'details') ?? textField(account, 'product'),
      number: textField(numbers, 'iban') ?? textField(asObject(fieldOf(numbers, 'other')), 'identification'),
      currency: textField(account, 'currency')?.toUpperCase() ?? null,
    },
  ];
}

/** People copy with quotes and line breaks, or only what follows the question mark. */
function parametersOf(address: string): URLSearchParams {
  const text = address.replaceAll(/\s/g, '').replace(/^["'<]+|["'>]+$/g, '');
  const parameters = URL.parse(text)?.searchParams ?? new URLSearchParams(text.replace(/^.*\?/, ''));
  if (parameters.has('state')) return parameters;
  throw failed('address');
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function failed(
  reason: 'address' | 'cancelled' | 'denied' | 'other' | 'state' | 'timeout',
  words: string | null = null,
): PennyrowError {
  return new PennyrowError(
    problem('source_consent_failed', {
      reason,
      host: HOST,
      words: words === null ? null : oneLine(words, 200) || null,
    }),
  );
}
