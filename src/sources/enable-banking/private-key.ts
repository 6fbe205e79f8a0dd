import { createPrivateKey, type KeyObject } from 'node:crypto';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';

type Reason = 'certificate' | 'damaged' | 'encrypted' | 'other' | 'public' | 'short' | 'type';

/** Required for RS256 (RFC 7518, 3.3). */
const FEWEST_BITS = 2048;

const BLOCK = /-----BEGIN ([A-Z0-9 ]+?)-----(.*?)-----END \1-----/gs;

/**
 * Reads the private key from pasted text. Line breaks may be missing, escaped as `\
 * `, or CRLF; a certificate may be included.
 */
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

function unusable(reason: Reason): PennyrowError {
  return new PennyrowError(problem('input_private_key', { reason }));
}
