import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { textWidth } from './text-width.ts';

test('a text of plain letters has the width that the library gives it, with colours and without', () => {
  const plain = fc.stringMatching(/^[ -~ -ˬ‐-‧ -⁞€]*$/u);
  fc.assert(
    fc.property(plain, (text) => {
      expect(textWidth(text)).toBe(stringWidth(text));
      expect(textWidth(`\u{1B}[31m${text}\u{1B}[39m`)).toBe(stringWidth(text));
    }),
  );
});

test('any other text has the width that the library gives it', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => textWidth(text) === stringWidth(text)));
});

test.each([
  ['日本', 4],
  ['👩‍👩‍👧', 2],
  ['e\u{301}', 1],
  ['a\u{AD}b', 2],
  ['©\u{FE0F}', 2],
])('%s takes %i columns', (text, columns) => {
  expect(textWidth(text)).toBe(columns);
});
