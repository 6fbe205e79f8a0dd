import { createPublicKey, randomUUID, verify } from 'node:crypto';
import type { ServiceAnswer, ServiceRequest } from './bank-world.ts';
import type { EuropeanBank } from './european-banks.ts';

/** True if the token is signed with the application's key, for this service, and recent. */
export function hasGoodToken(
  fake: { readonly applicationId: string; readonly privateKey: string; readonly now: () => number },
  { headers }: ServiceRequest,
): boolean {
  const [head = '', body = '', signature = ''] = headers.authorization?.replace(/^Bearer /, '').split('.') ?? [];
  const read = (part: string): Record<string, unknown> => {
    try {
      return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    } catch {
      return {};
    }
  };
  const { alg, kid, typ } = read(head);
  const { iss, aud, iat, exp } = read(body);
  const now = fake.now() / 1000;
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${body}`),
    createPublicKey(fake.privateKey),
    Buffer.from(signature, 'base64url'),
  );
  return (
    isSigned &&
    [alg, kid, typ].join(' ') === `RS256 ${fake.applicationId} JWT` &&
    iss === 'enablebanking.com' &&
    aud === 'api.enablebanking.com' &&
    Number(iat) <= now &&
    Number(exp) > now &&
    Number(exp) - Number(iat) <= 86_400
  );
}

export function bankResource(
  { name, bic, psuTypes, approach }: EuropeanBank,
  country: string,
  limits: { readonly longestConsent: number; readonly requiredHeaders: readonly string[] },
): object {
  return {
    name,
    country,
    logo: `https://enablebanking.com/brands/${country}/${encodeURIComponent(name)}/`,
    psu_types: psuTypes,
    auth_methods: psuTypes.map((type) => ({
      name: approach === 'REDIRECT' ? null : 'Online banking',
      title: null,
      psu_type: type,
      approach,
      credentials: approach === 'REDIRECT' ? [] : [{ name: 'userId', title: 'Anmeldename', required: true }],
      hidden_method: false,
    })),
    maximum_consent_validity: limits.longestConsent,
    sandbox: null,
    beta: false,
    bic,
    required_psu_headers: limits.requiredHeaders,
  };
}

export function accountResource(
  uid: string,
  {
    iban,
    details,
    hashes,
  }: { readonly iban: string; readonly details: string | null; readonly hashes: readonly string[] },
  { bank, psuType }: { readonly bank: EuropeanBank; readonly psuType: string },
): object {
  return {
    account_id: { iban, other: null },
    all_account_ids: [{ identification: iban, scheme_name: 'IBAN', issuer: null }],
    account_servicer: { bic_fi: bank.bic, clearing_system_member_id: null, name: bank.name },
    name: 'Kim Virtanen',
    details,
    usage: psuType === 'business' ? 'ORGA' : 'PRIV',
    cash_account_type: 'CACC',
    product: 'Current account',
    currency: 'EUR',
    psu_status: 'Account Holder',
    credit_limit: null,
    uid,
    identification_hash: hashes[0],
    identification_hashes: hashes,
  };
}

export function refused(
  status: number,
  error: string | null,
  message: string,
  detail: string | null = null,
): ServiceAnswer {
  return { status, body: { code: status, message, ...(error === null ? {} : { error }), detail } };
}

/**
 * The error for a requested period that starts before the bank's oldest transaction. `bank`: the bank's own error (N26),
 * which Enable Banking forwards.
 */
export function periodRefused(from: string, earliest: string, how: 'code' | 'suggestion' | 'bank'): ServiceAnswer {
  if (how === 'bank')
    return { status: 400, body: { title: 'Range is too long', code: 'PERIOD_INVALID', detail: `dateFrom=${from}` } };
  const message = 'Wrong transactions period requested';
  const detail = { message: 'The bank gives fewer days', ...(how === 'suggestion' ? { date_from: earliest } : {}) };
  return { status: 422, body: { code: 422, message, error: 'WRONG_TRANSACTIONS_PERIOD', detail } };
}

/** A continuation key encodes the index of the next transaction, and whether an empty page or the first copy of its page was sent. */
export function pageOf(
  all: readonly object[],
  key: string | null,
  fake: { readonly mostOnPage: number; readonly sendsEmptyPages: boolean; readonly repeatsPages: boolean },
): object {
  const [at = 0, turn = 0] = key === null ? [] : (JSON.parse(Buffer.from(key, 'base64').toString()) as number[]);
  const next = (place: number, again: number): string => Buffer.from(JSON.stringify([place, again])).toString('base64');
  if (fake.sendsEmptyPages && turn === 0) return { transactions: [], continuation_key: next(at, 1) };
  const list = all.slice(at, at + fake.mostOnPage).map((one) => ({ ...one, transaction_id: randomUUID() }));
  if (fake.repeatsPages && turn < 2) return { transactions: list, continuation_key: next(at, 2) };
  const isLast = at + fake.mostOnPage >= all.length;
  return { transactions: list, continuation_key: isLast ? null : next(at + fake.mostOnPage, 0) };
}
