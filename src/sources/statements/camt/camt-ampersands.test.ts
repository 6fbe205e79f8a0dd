import { expect, test } from 'vitest';
import { mendAmpersands } from './camt-format.ts';

test.each([
  ['<Nm>Brot & Butter</Nm>', '<Nm>Brot &amp; Butter</Nm>'],
  ['A&B; C&D', 'A&amp;B; C&amp;D'],
  ['&amp;&lt;&gt;&quot;&apos;&#38;&#x26;', '&amp;&lt;&gt;&quot;&apos;&#38;&#x26;'],
  ['&uuml;', '&amp;uuml;'],
  ['&', '&amp;'],
  ['<![CDATA[a & b]]>', '<![CDATA[a & b]]>'],
  ['a & b <![CDATA[c & d]]>', 'a &amp; b <![CDATA[c & d]]>'],
  ['', ''],
])('mendAmpersands turns "%s" into "%s"', (text, expected) => expect(mendAmpersands(text)).toBe(expected));
