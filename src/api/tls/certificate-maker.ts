import 'reflect-metadata'; // must be loaded before the X.509 library
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import * as x509 from '@peculiar/x509';

// @peculiar/x509 is slow to load, so import this module only to make a certificate.
x509.cryptoProvider.set(webcrypto);

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY = 86_400_000;
const CA_DAYS = 3650;
// Browsers refuse certificates that live longer than 398 days.
const LEAF_DAYS = 397;
// Certificates begin a day early, so that clients whose clock is a little slow accept them.
const BACKDATED_DAYS = 1;

export interface KeyPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/** The host names and IP addresses for which a certificate is valid. */
export interface Names {
  readonly hosts: readonly string[];
  readonly addresses: readonly string[];
}

const OWN_NAMES: Names = { hosts: ['localhost'], addresses: ['127.0.0.1', '::1'] };

/** Name constraints limit the authority to this machine, so that trusting it is safe even if its key is stolen. */
export async function makeAuthority(
  commonName: string,
  now: number,
  hosts: readonly string[] = OWN_NAMES.hosts,
): Promise<KeyPair> {
  const keys = await generateKeys();
  const permitted = [...hosts.map((dNSName) => ({ dNSName })), { iPAddress: '127.0.0.0/8' }, { iPAddress: '::1/128' }];
  const constraints = new NameConstraints({
    permittedSubtrees: new GeneralSubtrees(
      permitted.map((name) => new GeneralSubtree({ base: new GeneralName(name) })),
    ),
  });
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    name: [{ CN: [commonName] }],
    notBefore: new Date(now - BACKDATED_DAYS * DAY),
    notAfter: new Date(now + (CA_DAYS - BACKDATED_DAYS) * DAY),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      // Limits all certificates that this authority signs to servers.
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      new x509.Extension(id_ce_nameConstraints, true, AsnConvert.serialize(constraints)),
    ],
  });
  return keyPair(certificate, keys);
}

export async function makeLeaf(authority: KeyPair, now: number, names: Names = OWN_NAMES): Promise<KeyPair> {
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: [{ CN: [names.hosts[0] ?? ''] }],
    issuer: issuer.subjectName,
    notBefore: new Date(now - BACKDATED_DAYS * DAY),
    notAfter: new Date(Math.min(now + (LEAF_DAYS - BACKDATED_DAYS) * DAY, issuer.notAfter.getTime())),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: await importSigningKey(authority.privateKey),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        ...names.hosts.map((value) => ({ type: 'dns' as const, value })),
        ...names.addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return keyPair(certificate, keys);
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

function importSigningKey(pem: string): Promise<webcrypto.CryptoKey> {
  const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign']);
}

async function keyPair(certificate: x509.X509Certificate, keys: webcrypto.CryptoKeyPair): Promise<KeyPair> {
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificate: `${certificate.toString('pem')}\n`,
    privateKey: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
  };
}

/** Random, because browsers reject a repeated serial number. The first byte is from 1 to 127, so that the number is positive. */
function newSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 1;
  return bytes.toString('hex');
}
