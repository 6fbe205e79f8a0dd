import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Vault } from '../../platform/vault.ts';

export interface KeyPair {
  readonly certificate: string;
  readonly privateKey: string;
}

export interface SecretStore {
  get(name: string): Buffer | null;
  set(name: string, sealed: Buffer): void;
}

const DAY = 86_400_000;
// Leaves cannot outlive their authority, so it is replaced before they become too short.
const AUTHORITY_RESERVE = 30 * DAY;

export function saveKeyPair(name: string, pair: KeyPair, vault: Vault, secrets: SecretStore): void {
  secrets.set(name, vault.seal(name, Buffer.from(JSON.stringify(pair))));
}

export function loadKeyPair(name: string, vault: Vault, secrets: SecretStore): KeyPair | null {
  const sealed = secrets.get(name);
  return sealed === null ? null : (JSON.parse(vault.open(name, sealed).toString()) as KeyPair);
}

/** Returns why the authority cannot sign, or null. One that is not valid yet is replaced only after the clock has settled. */
export function whatIsWrongWithAuthority(authority: KeyPair, now: number, isClockSettled: boolean): string | null {
  const certificate = new X509Certificate(authority.certificate);
  if (!certificate.ca || !certificate.checkPrivateKey(createPrivateKey(authority.privateKey)))
    return 'its key does not belong to it';
  if (isClockSettled && certificate.validFromDate.getTime() > now) return 'it was made while the clock was ahead';
  return certificate.validToDate.getTime() - AUTHORITY_RESERVE <= now ? 'it expires soon or has expired' : null;
}

export function isGoodLeaf(leaf: KeyPair, authority: KeyPair, now: number): boolean {
  const certificate = new X509Certificate(leaf.certificate);
  const issuer = new X509Certificate(authority.certificate);
  const [from, to] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()];
  return (
    from <= now &&
    now <= to - (to - from) / 3 &&
    certificate.checkIssued(issuer) &&
    certificate.verify(issuer.publicKey) &&
    certificate.checkPrivateKey(createPrivateKey(leaf.privateKey))
  );
}
