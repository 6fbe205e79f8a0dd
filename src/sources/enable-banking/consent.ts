import { randomBytes } from 'node:crypto';
import { toInstant } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { asObject, fieldOf, listField, textField, type JsonObject } from '../json.ts';
import { consentQuestion, REDIRECT_URL } from '../service/consent-question.ts';
import { sameAccounts } from '../service/same-accounts.ts';
import type { Service } from '../service/service.ts';
import type { AccessContext, AskedAccess, GrantedAccess, SourceQuestion } from '../source-kind.ts';
import { openApi } from './api.ts';
import { findBank, type Bank, type BankWanted } from './find-bank.ts';
import { HOST } from './host.ts';
import { readPrivateKey } from './private-key.ts';
import { keyOf, readSealed, type Sealed, type SealedAccount } from './sealed.ts';

/** A consent as long as the bank gives is refused when it is late by a moment. */
const SPARE_MS = 60_000;

interface Settings extends BankWanted {
  readonly applicationId: string;
  /** Must be named in Enable Banking's control panel. */
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

  return consentQuestion({
    host: HOST,
    url: pageOf(api, answer),
    mark: ['state', state],
    nowMs: clock.now(),
    granted: (parameters) => {
      const code = parameters.get('code') ?? '';
      return code === '' ? null : exchange(code);
    },
  });
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
