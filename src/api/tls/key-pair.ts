import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Vault } from '../../platform/vault.ts';

/** A certificate and its private key, both in PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/** Storage of sealed bytes. */
export interface SecretStore {
  get(name: string): Buffer | null;
  set(name: string, sealed: Buffer): void;
}

const DAY = 86_400_000;
// Leaves end with their authority at the latest, so it goes a little before they would all become too short.
const AUTHORITY_RESERVE = 30 * DAY;

export function saveKeyPair(name: string, pair: KeyPair, vault: Vault, secrets: SecretStore): void {
  secrets.set(name, vault.seal(name, Buffer.from(JSON.stringify(pair))));
}

/** Null when there is none. Throws `vault_wrong_key`: with another key, making a new pair would destroy a good one. */
export function loadKeyPair(name: string, vault: Vault, secrets: SecretStore): KeyPair | null {
  const sealed = secrets.get(name);
  return sealed === null ? null : (JSON.parse(vault.open(name, sealed).toString()) as KeyPair);
}

/**
 * Says why an authority cannot sign, or null. At a start the clock may still be wrong, so an authority that is not valid yet
 * is replaced only once the clock has settled.
 */
export function whatIsWrongWithAuthority(authority: KeyPair, now: number, isClockSettled: boolean): string | null {
  const certificate = new X509Certificate(authority.certificate);
  if (!certificate.ca || !certificate.checkPrivateKey(createPrivateKey(authority.privateKey)))
    return 'its key does not belong to it';
  if (isClockSettled && certificate.validFromDate.getTime() > now) return 'it was made while the clock was ahead';
  return certificate.validToDate.getTime() - AUTHORITY_RESERVE <= now ? 'it expires soon or has expired' : null;
}

/** True if clients that trust `authority` will take this leaf, and a third of its life or more is left. */
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
