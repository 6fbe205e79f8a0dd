import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneLine } from './one-line.ts';

test('plain text stays as it is', () => {
  expect(oneLine('CAFE 0042 *REF=1')).toBe('CAFE 0042 *REF=1');
});

test('line breaks, tabs and control characters become one space', () => {
  expect(oneLine(' one\r\n two\t\u0000three\u2028four ')).toBe('one two three four');
});

test('marks that turn the direction of writing are dropped, letters of every script stay', () => {
  expect(oneLine('pay \u202egpj.exe\u202c مخبز 寿司 ☕')).toBe('pay gpj.exe مخبز 寿司 ☕');
});

test('half a character is replaced and composed letters are equal to decomposed ones', () => {
  expect(oneLine('a\ud800b')).toBe('a\ufffdb');
  expect(oneLine('Cafe\u0301')).toBe(oneLine('Café'));
});

test('long text is shortened without cutting a character in two', () => {
  expect(oneLine('abcdef', 4)).toBe('abc…');
  expect(oneLine('ab😀def', 4).isWellFormed()).toBe(true);
});

test('the result is always one clean line, and cleaning it again changes nothing', () => {
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
