import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { SecureContextOptions } from 'node:tls';
import { writeFileAtomically } from '../../platform/atomic-file.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { codeOf } from '../../platform/errors.ts';
import type { Vault } from '../../platform/vault.ts';
import type { KeyPair } from './certificate-maker.ts';

const AUTHORITY = 'tls.authority';
const LEAF = 'tls.leaf';
const TEN_MINUTES = 600_000;
const LONGEST_HOST_NAME = 30; // a common name has 64 characters at most (RFC 5280, ub-common-name)

export interface CertificatesOptions {
  readonly caPath: string;
  readonly vault: Vault;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
}

export type Certificates = Awaited<ReturnType<typeof createCertificates>>;

/** Loads the certificates, and makes new ones if they are missing, expired or unsuitable. Throws `vault_wrong_key`. */
export async function createCertificates(options: CertificatesOptions) {
  let current = await ensureCertificates(options);
  let timer: NodeJS.Timeout | undefined;

  const secureContextOptions = (): SecureContextOptions => ({
    cert: current.leaf.certificate,
    key: current.leaf.privateKey,
    minVersion: 'TLSv1.2',
  });

  async function renew(onRenewed: (options: SecureContextOptions) => void): Promise<void> {
    const previous = current.leaf.certificate;
    try {
      current = await ensureCertificates(options, true);
      if (current.leaf.certificate !== previous) onRenewed(secureContextOptions());
    } catch (err) {
      // Only logs the error: the current certificate is valid for months, and the timer tries again in ten minutes.
      options.log.error({ err }, 'The certificate could not be renewed');
    }
  }

  return {
    caPath: options.caPath,
    caPem: () => current.caPem,
    fingerprint: (): string => new X509Certificate(current.caPem).fingerprint256,
    secureContextOptions,
    /** Renews certificates until `close`. Checks every ten minutes, because a timer of months would stop during sleep. */
    startRenewal(onRenewed: (options: SecureContextOptions) => void): void {
      clearInterval(timer);
      timer = setInterval(() => void renew(onRenewed), TEN_MINUTES).unref();
    },
    close: (): void => clearInterval(timer),
  };
}

/** `isClockSettled`: the service has run for some minutes, so the system has probably corrected its clock. */
async function ensureCertificates(options: CertificatesOptions, isClockSettled = false) {
  const authority = await ensureAuthority(options, isClockSettled);
  const leaf = await ensureLeaf(authority, options);
  publish(authority.certificate, options);
  return { caPem: authority.certificate, leaf };
}

async function ensureAuthority(
  { vault, secrets, clock, log }: CertificatesOptions,
  isClockSettled: boolean,
): Promise<KeyPair> {
  const stored = loadKeyPair(AUTHORITY, vault, secrets);
  const problem = stored === null ? null : whatIsWrongWithAuthority(stored, clock.now(), isClockSettled);
  if (stored !== null && problem === null) return stored;
  const { makeAuthority } = await import('./certificate-maker.ts');
  const created = await makeAuthority(authorityName(clock.now()), clock.now());
  saveKeyPair(AUTHORITY, created, vault, secrets);
  const { subject, fingerprint256: fingerprint } = new X509Certificate(created.certificate);
  if (problem === null) log.info({ subject, fingerprint }, 'Made the local certificate authority');
  else
    log.warn(
      { subject, fingerprint },
      `Replaced the local certificate authority, because ${problem}: programs must be told to trust the new one`,
    );
  return created;
}

async function ensureLeaf(authority: KeyPair, { vault, secrets, clock, log }: CertificatesOptions): Promise<KeyPair> {
  const stored = loadKeyPair(LEAF, vault, secrets);
  if (stored !== null && isGoodLeaf(stored, authority, clock.now())) return stored;
  const { makeLeaf } = await import('./certificate-maker.ts');
  const leaf = await makeLeaf(authority, clock.now());
  saveKeyPair(LEAF, leaf, vault, secrets);
  log.info({ validTo: new X509Certificate(leaf.certificate).validToDate }, 'Made a certificate for localhost');
  return leaf;
}

function publish(certificate: string, { caPath, log }: CertificatesOptions): void {
  const found = readIfThere(caPath);
  if (found === certificate) return;
  writeFileAtomically(caPath, certificate, 0o644);
  if (found !== null)
    log.warn({ caPath }, 'Wrote the certificate of the local authority again: the file held another one');
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The name contains the machine and the month, so that users can distinguish two authorities. */
function authorityName(now: number): string {
  const host = hostname()
    .replaceAll(/[^\w.-]/g, '')
    .slice(0, LONGEST_HOST_NAME);
  return `Pennyrow local CA (${host}, ${new Date(now).toISOString().slice(0, 7)})`;
}

interface SecretStore {
  get(name: string): Buffer | null;
  set(name: string, sealed: Buffer): void;
}

const DAY = 86_400_000;
// A leaf cannot be valid longer than its authority, so the authority is replaced this long before its end.
const AUTHORITY_RESERVE = 30 * DAY;

function saveKeyPair(name: string, pair: KeyPair, vault: Vault, secrets: SecretStore): void {
  secrets.set(name, vault.seal(name, Buffer.from(JSON.stringify(pair))));
}

function loadKeyPair(name: string, vault: Vault, secrets: SecretStore): KeyPair | null {
  const sealed = secrets.get(name);
  return sealed === null ? null : (JSON.parse(vault.open(name, sealed).toString()) as KeyPair);
}

/** The reason to replace the authority, or null. Before `isClockSettled`, an authority that is not valid yet is no reason. */
function whatIsWrongWithAuthority(authority: KeyPair, now: number, isClockSettled: boolean): string | null {
  const certificate = new X509Certificate(authority.certificate);
  if (!certificate.ca || !certificate.checkPrivateKey(createPrivateKey(authority.privateKey)))
    return 'its key does not belong to it';
  if (isClockSettled && certificate.validFromDate.getTime() > now) return 'it was made while the clock was ahead';
  return certificate.validToDate.getTime() - AUTHORITY_RESERVE <= now ? 'it expires soon or has expired' : null;
}

function isGoodLeaf(leaf: KeyPair, authority: KeyPair, now: number): boolean {
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
