import { createPublicKey, verify } from 'node:crypto';
import type { ServiceAnswer, ServiceRequest } from './bank-world.ts';

/** Signed by the application's key, for this service, made in the past and not long ago. */
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

export function accountResource(
  uid: string,
  {
    iban,
    details,
    hashes,
  }: { readonly iban: string; readonly details: string | null; readonly hashes: readonly string[] },
): object {
  return {
    account_id: { iban, other: null },
    all_account_ids: [{ identification: iban, scheme_name: 'IBAN', issuer: null }],
    account_servicer: { bic_fi: 'NDEAFIHH', clearing_system_member_id: null, name: 'Nordea' },
    name: 'Kim Virtanen',
    details,
    usage: 'PRIV',
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
