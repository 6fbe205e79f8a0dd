import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mendAmpersands } from './camt-format.ts';

function mend(pieces: readonly string[]): { text: string; mended: number } {
  let mended = 0;
  const text = [...mendAmpersands(pieces, () => (mended += 1))].join('');
  return { text, mended };
}

test.each([
  ['<Nm>Brot & Butter</Nm>', '<Nm>Brot &amp; Butter</Nm>'],
  ['A&B; C&D', 'A&amp;B; C&amp;D'],
  ['&amp;&lt;&gt;&quot;&apos;&#38;&#x26;', '&amp;&lt;&gt;&quot;&apos;&#38;&#x26;'],
  ['&uuml;', '&amp;uuml;'],
  ['&', '&amp;'],
  ['<![CDATA[a & b]]>', '<![CDATA[a & b]]>'],
  ['', ''],
])('"%s" is read as "%s"', (text, expected) => {
  const result = mend([text]);
  expect(result.text).toBe(expected);
  expect(result.mended > 0).toBe(text !== expected);
});

test('escapes ampersands regardless of how the text is cut', () => {
  const token = fc.constantFrom('&', '&amp;', '&#38;', '&#x2', '<![CDATA[', '<', ';', 'amp;', 'letters and letters');
  fc.assert(
    fc.property(fc.array(token, { maxLength: 12 }), fc.array(fc.nat(80), { maxLength: 6 }), (tokens, cuts) => {
      // After a CDATA section the pieces decide what is left alone, which is safe either way.
      const text = tokens.join('').split('<![CDATA[')[0] ?? '';
      const at = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
      expect(mend(pieces).text).toBe(mend([text]).text);
    }),
  );
});
