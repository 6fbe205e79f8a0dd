import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPrivateKey } from './consent.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const PUBLIC = publicKey.export({ type: 'spki', format: 'pem' }).toString();

test.each([
  ['as it was saved', PEM],
  ['in the older PKCS #1 format', privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()],
  ['with Windows line breaks', PEM.replaceAll('\n', '\r\n')],
  ['with escaped line breaks', PEM.replaceAll('\n', String.raw`\n`)],
  ['in one line, in quotes', `"${PEM.replaceAll('\n', ' ').trim()}"`],
  ['without any line break', PEM.replaceAll('\n', '')],
  ['below its public key', PUBLIC + PEM],
])('readPrivateKey accepts a key %s', (_, text) => {
  expect(readPrivateKey(text).equals(privateKey)).toBe(true);
});

const SHORT = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
const CURVE = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const CLOSED = { cipher: 'aes-256-cbc', passphrase: 'secret' };

test.each([
  ['public', PUBLIC],
  ['encrypted', privateKey.export({ type: 'pkcs8', format: 'pem', ...CLOSED }).toString()],
  ['encrypted', privateKey.export({ type: 'pkcs1', format: 'pem', ...CLOSED }).toString()],
  ['short', SHORT.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ['type', CURVE.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ['type', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----'],
  ['certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
  ['damaged', PEM.slice(0, 400)],
  ['damaged', PEM.replace(/\n.{64}\n/, '\n')],
  ['other', '4f8a0f5e-5a3c-4c3f-9f3e-2d1c0b9a8f7e'],
])('readPrivateKey rejects an unusable key with the reason “%s”', (reason, text) => {
  expect(() => readPrivateKey(text)).toThrow(
    expect.objectContaining({ code: 'input_private_key', params: { reason } }),
  );
});
