import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashSecret, mintToken, parseToken, sameHash } from './api-token.ts';

const minted = fc.constant(null).map(() => mintToken());

describe('an API token', () => {
  it('has a fixed length and no characters that need escaping in a shell', () => {
    fc.assert(
      fc.property(minted, ({ token }) => {
        expect(token).toMatch(/^pennyrow_[0-9A-Za-z]{60}$/);
      }),
    );
  });

  it('parses into its id and a secret with the stored hash', () => {
    fc.assert(
      fc.property(minted, ({ id, token, secretHash }) => {
        const parsed = parseToken(token);
        expect(parsed?.id).toBe(id);
        expect(sameHash(hashSecret(parsed?.secret ?? ''), secretHash)).toBe(true);
      }),
    );
  });

  it('differs from every token created before', () => {
    const all = Array.from({ length: 500 }, () => mintToken());
    expect(new Set(all.map(({ id }) => id)).size).toBe(500);
    expect(new Set(all.map(({ secretHash }) => secretHash.toString('hex'))).size).toBe(500);
  });

  it('is rejected by parseToken() if one letter differs', () => {
    const { token } = mintToken();
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom('0', 'Z', 'a', '_', '-', ' ', 'é'), (place, letter) => {
        fc.pre(token[place] !== letter);
        expect(parseToken(token.slice(0, place) + letter + token.slice(place + 1))).toBeNull();
      }),
    );
  });

  it('is rejected by parseToken() if it is truncated, extended or surrounded by white space', () => {
    const { token } = mintToken();
    for (let length = 0; length < token.length; length += 1) expect(parseToken(token.slice(0, length))).toBeNull();
    for (const wrong of [
      `${token}0`,
      ` ${token}`,
      `${token}\n`,
      token.toLowerCase(),
      token.replace('pennyrow', 'Pennyrow'),
    ]) {
      expect(parseToken(wrong)).toBeNull();
    }
  });

  it('is rejected by parseToken() if it is other text, such as a word or a URL', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^pennyrow_[0-9A-Za-z]{60}$/));
    fc.assert(
      fc.property(text, (each) => {
        expect(parseToken(each)).toBeNull();
      }),
    );
  });
});

describe('sameHash', () => {
  it('returns true for equal bytes, and false for different bytes or lengths', () => {
    const hash = hashSecret('a');
    expect(hash).toHaveLength(32);
    expect(sameHash(hash, hashSecret('a'))).toBe(true);
    expect(sameHash(hash, hashSecret('b'))).toBe(false);
    expect(sameHash(hash, hash.subarray(1))).toBe(false);
    expect(sameHash(hash, new Uint8Array())).toBe(false);
  });
});
