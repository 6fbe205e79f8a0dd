import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText } from './xml-scanner.ts';

test('plainText returns the text of the given bytes for any sequence of ranges', () => {
  const plain = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', ' ', '7', '<'), maxLength: 100 }),
    fc.constantFrom('row', 'c', 'EUR'),
  );
  fc.assert(
    fc.property(fc.array(plain, { maxLength: 50 }), (texts) => {
      const bytes = Buffer.from(texts.join(''));
      let at = 0;
      expect(texts.map((text) => plainText(bytes, at, (at += text.length)))).toEqual(texts);
    }),
  );
});

test.each(['a&amp;b', 'a\rb', 'é'])('plainText returns null for %j, which needs decoding', (text) => {
  const bytes = Buffer.from(text);
  expect(plainText(bytes, 0, bytes.length)).toBeNull();
});
