import { randomBytes, createPrivateKey, type KeyObject } from 'node:crypto';
import { toInstant } from '../../core/calendar-date.ts';
import type { ProblemParameters } from '../../messages/parameters.ts';
import { createError, type PennyrowError } from '../../platform/errors.ts';
import { asObject, fieldOf, type JsonObject, listField, objectField, textField } from '../json.ts';
import {
  bankNames,
  type BankChoice,
  chooseBank,
  consentPage,
  createConsentRequest,
  REDIRECT_URL,
  keepIdentities,
} from '../service/consent.ts';
import type { Service } from '../service/service.ts';
import type { AccessContext, AccessInput, GrantedAccess, ConsentRequest } from '../source-kind.ts';
import { HOST, keyOf, openApi, parseConsent, type StoredConsent, type StoredAccount } from './api.ts';

/** Subtracted from the maximum duration, because a consent that ends a moment too late is rejected. */
const SPARE_MS = 60_000;

interface Settings extends BankChoice {
  readonly psuType: 'business' | 'personal';
  readonly applicationId: string;
  /** Must be registered in Enable Banking's control panel. */
  readonly redirectUrl?: string;
}

function connect({ settings, secret, sealed }: AccessInput, context: AccessContext) {
  const choice = settings as unknown as Settings;
  const { applicationId, redirectUrl = REDIRECT_URL } = choice;
  const before = sealed === null ? null : parseConsent(sealed);
  const pasted = secret?.['privateKey'];
  const privateKey = pasted !== undefined ? readPrivateKey(pasted) : before === null ? null : keyOf(before);
  if (privateKey === null) throw createError('source_no_key', { host: HOST });
  const options = { ...context, applicationId, privateKey, redirectUrl };
  return { choice, before, options, api: openApi(options) };
}

export async function askConsent(input: AccessInput, context: AccessContext): Promise<ConsentRequest> {
  const { clock } = context;
  const { choice, before, options, api } = connect(input, context);
  const { applicationId, privateKey, redirectUrl } = options;
  const { psuType, country } = choice;
  const bank = chooseBank(await fetchBanks(api, choice), choice, HOST);
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
    // Uses a new signal, because the user may grant the consent after the caller's signal was aborted.
    const lasting = openApi({ ...options, signal: new AbortController().signal });
    const session = await lasting.post('sessions', { code });
    const sealed: StoredConsent = {
      applicationId,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      ...readSession(lasting, session, bank, before?.accounts ?? []),
    };
    const until = Date.parse(textField(objectField(session, 'access'), 'valid_until') ?? '');
    const endsAt = toInstant(Number.isNaN(until) ? endsAtMs : until);
    return { secret: JSON.stringify(sealed), endsAt, news: { host: HOST, bank: bank.name } };
  }

  return createConsentRequest({
    host: HOST,
    url: consentPage(api, 'auth', answer, 'url'),
    stateParameter: ['state', state],
    nowMs: clock.now(),
    granted: (parameters) => {
      const code = parameters.get('code') ?? '';
      return code === '' ? null : exchange(code);
    },
  });
}

function readSession(
  { unreadable }: Service,
  session: JsonObject,
  bank: Bank,
  before: readonly StoredAccount[],
): Pick<StoredConsent, 'sessionId' | 'accounts' | 'personHeaders'> {
  const sessionId = textField(session, 'session_id');
  const accounts = listField(session, 'accounts');
  if (sessionId === null || accounts === null) throw unreadable('sessions');
  return {
    sessionId,
    accounts: keepIdentities(accounts.flatMap(readAccount), before),
    personHeaders: [...bank.personHeaders],
  };
}

/** Skips accounts without a `uid`, because Enable Banking cannot fetch them. */
function readAccount(json: unknown): StoredAccount[] {
  const account = asObject(json);
  const uid = textField(account, 'uid');
  const identity = textField(account, 'identification_hash');
  if (uid === null || identity === null) return [];
  const numbers = objectField(account, 'account_id');
  const hashes = (listField(account, 'identification_hashes') ?? []).filter((hash) => typeof hash === 'string');
  return [
    {
      uid,
      identity,
      hashes: [...new Set([identity, ...hashes])],
      // Not `name`, which is the account holder.
      name: textField(account, 'details') ?? textField(account, 'product'),
      number: textField(numbers, 'iban') ?? textField(objectField(numbers, 'other'), 'identification'),
      currency: textField(account, 'currency')?.toUpperCase() ?? null,
    },
  ];
}

interface Bank {
  readonly name: string;
  readonly longestConsent: number;
  readonly personHeaders: readonly string[];
}

/** Seconds. For banks that state no maximum, the legal one applies: RTS 2018/389 as amended by 2022/2360. */
const USUAL_CONSENT = 180 * 86_400;

async function fetchBanks(
  api: Pick<Service, 'get'>,
  { country, psuType }: Pick<Settings, 'country' | 'psuType'>,
): Promise<readonly Bank[]> {
  const answer = await api.get(`aspsps?country=${country}&psu_type=${psuType}&service=AIS`);
  return (listField(answer, 'aspsps') ?? []).flatMap(readBank);
}

function readBank(json: unknown): Bank[] {
  const bank = asObject(json);
  const name = textField(bank, 'name');
  const longest = fieldOf(bank, 'maximum_consent_validity');
  if (name === null) return [];
  return [
    {
      name,
      longestConsent: typeof longest === 'number' && longest > 0 ? longest : USUAL_CONSENT,
      personHeaders: (listField(bank, 'required_psu_headers') ?? []).filter((header) => typeof header === 'string'),
    },
  ];
}

export async function listBanks(input: AccessInput, context: AccessContext): Promise<readonly string[]> {
  const { choice, api } = connect(input, context);
  return bankNames(await fetchBanks(api, choice), choice, HOST);
}

export async function revokeConsent(secret: string, context: AccessContext): Promise<void> {
  const sealed = parseConsent(secret);
  const { applicationId, sessionId } = sealed;
  const api = openApi({ ...context, applicationId, sessionId, privateKey: keyOf(sealed) });
  await api.delete(`sessions/${encodeURIComponent(sessionId)}`);
}

/** RS256 requires keys of at least this length (RFC 7518, 3.3). */
const FEWEST_BITS = 2048;

const BLOCK = /-----BEGIN ([A-Z0-9 ]+?)-----(.*?)-----END \1-----/gs;

/** Reads the private key from pasted text. Line breaks may be missing, CRLF, or escaped; a certificate may be included. */
export function readPrivateKey(text: string): KeyObject {
  const plain = text.replaceAll(/\\r|\\n/g, '\n');
  const blocks = [...plain.matchAll(BLOCK)].map(([, label = '', body = '']) => ({ label, body }));
  const block = blocks.find(({ label }) => label.endsWith('PRIVATE KEY')) ?? blocks[0];
  if (block === undefined) throw unusable(plain.includes('-----BEGIN') ? 'damaged' : 'other');
  const { label, body } = block;
  if (label.endsWith('PUBLIC KEY')) throw unusable('public');
  if (label.includes('CERTIFICATE')) throw unusable('certificate');
  if (label === 'ENCRYPTED PRIVATE KEY' || body.includes('ENCRYPTED')) throw unusable('encrypted');
  if (label !== 'PRIVATE KEY' && label !== 'RSA PRIVATE KEY') throw unusable('type');
  const key = decode(body, label === 'PRIVATE KEY' ? 'pkcs8' : 'pkcs1');
  if (key === null) throw unusable('damaged');
  if (key.asymmetricKeyType !== 'rsa') throw unusable('type');
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < FEWEST_BITS) throw unusable('short');
  return key;
}

function decode(body: string, type: 'pkcs1' | 'pkcs8'): KeyObject | null {
  const base64 = body.replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+=*$/.test(base64)) return null;
  try {
    return createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type });
  } catch {
    return null;
  }
}

function unusable(reason: ProblemParameters['input_private_key']['reason']): PennyrowError {
  return createError('input_private_key', { reason });
}
