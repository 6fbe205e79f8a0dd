import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneLine } from './one-line.ts';

test('oneLine keeps plain text', () => {
  expect(oneLine('CAFE 0042 *REF=1')).toBe('CAFE 0042 *REF=1');
});

test('oneLine replaces line breaks, tabs and control characters with one space', () => {
  expect(oneLine(' one\r\n two\t\u0000three\u2028four ')).toBe('one two three four');
});

test('oneLine removes direction marks and keeps letters of every script', () => {
  expect(oneLine('pay \u202egpj.exe\u202c مخبز 寿司 ☕')).toBe('pay gpj.exe مخبز 寿司 ☕');
});

test('oneLine replaces lone surrogates, and composes decomposed letters', () => {
  expect(oneLine('a\ud800b')).toBe('a\ufffdb');
  expect(oneLine('Cafe\u0301')).toBe(oneLine('Café'));
});

test('oneLine truncates long text without splitting a character', () => {
  expect(oneLine('abcdef', 4)).toBe('abc…');
  expect(oneLine('ab😀def', 4).isWellFormed()).toBe(true);
});

test('oneLine returns one line without control characters, and is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const line = oneLine(text, 40);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u);
      expect(line.length).toBeLessThanOrEqual(40);
      expect(line.isWellFormed()).toBe(true);
      expect(oneLine(line, 40)).toBe(line);
    }),
  );
});
