import { makeAuthority, makeLeaf, type KeyPair } from '../../../src/api/tls/certificate-maker.ts';

export type CertificateKind = 'good' | 'untrusted' | 'expired' | 'issued for another name';

const YEAR = 365 * 86_400_000;

/** Cached per test file, since it takes some milliseconds to create. */
let authority: Promise<KeyPair> | null = null;

/** A server's key and certificate, and the authority that its clients trust. */
export async function certificateFor(
  kind: CertificateKind,
): Promise<{ readonly key: string; readonly cert: string; readonly ca: string }> {
  const now = Date.now();
  // Backdated, so that the authority was valid when it issued a certificate that has expired.
  const trusted = await (authority ??= makeAuthority('Test bank authority', now - 3 * YEAR));
  const issuer = kind === 'untrusted' ? await makeAuthority('A stranger', now) : trusted;
  const names = kind === 'issued for another name' ? { hosts: ['other.localhost'], addresses: [] } : undefined;
  const { certificate, privateKey } = await makeLeaf(issuer, kind === 'expired' ? now - 2 * YEAR : now, names);
  return { cert: certificate, key: privateKey, ca: trusted.certificate };
}
