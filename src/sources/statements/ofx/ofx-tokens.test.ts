import { expect, test } from 'vitest';
import { PennyrowError } from '../../../platform/errors.ts';
import { readOfxTokens } from './ofx-tokens.ts';

function tokens(text: string): string[] {
  const seen: string[] = [];
  readOfxTokens(
    { name: 'file', text },
    {
      open: (name) => seen.push(`<${name}>`),
      leaf: (name, value) => seen.push(`${name}=${value}`),
      close: (name) => seen.push(`</${name}>`),
      looseText: (value) => seen.push(`"${value}"`),
    },
  );
  return seen;
}

function codeOf(text: string): string {
  try {
    return tokens(text).join(' ');
  } catch (thrown) {
    return thrown instanceof PennyrowError ? thrown.code : String(thrown);
  }
}

test('readOfxTokens returns the same leaves with and without closing tags', () => {
  expect(tokens('<A><B>1<C>2</A>')).toEqual(['<A>', 'B=1', 'C=2', '</A>']);
  expect(tokens('<A>\r\n<B> 1 </B>\r\n<C>2</C>\r\n</A>')).toEqual(['<A>', 'B=1', 'C=2', '</A>']);
});

test('readOfxTokens returns the tags of an empty element, except for a self-closing one', () => {
  expect(tokens('<A><B><C></C><D/></A>')).toEqual(['<A>', '<B>', '<C>', '</C>', '</A>']);
});

test('readOfxTokens returns names in upper case and without attributes', () => {
  expect(tokens('<ofx a="1" b=\'2\'><intu.bid>3</intu.bid></ofx>')).toEqual(['<OFX>', 'INTU.BID=3', '</OFX>']);
});

test('readOfxTokens decodes entities once, and keeps a bare ampersand', () => {
  expect(tokens('<A>&lt;b&gt; &amp;amp; R&D &#65;&#x1F600; &#xD800; &unknown; &nbsp;x')).toEqual([
    'A=<b> &amp; R&D A😀 &#xD800; &unknown; \u00a0x',
  ]);
});

test('readOfxTokens reads a "<" that begins no tag as text', () => {
  expect(tokens('<A>I <3 you <- < <b\n<C>x')).toEqual(['A=I <3 you <- < <b', 'C=x']);
});

test('readOfxTokens skips comments and processing instructions, and reads CDATA as literal text', () => {
  expect(tokens('<?xml?><A> <!-- <B>no --> <C> x <!-- y --><![CDATA[&amp;<D>]]> z</C></A>')).toEqual([
    '<A>',
    'C=x &amp;<D> z',
    '</A>',
  ]);
});

test('readOfxTokens returns text outside of leaves', () => {
  expect(tokens('head <A><B>1</B>stray</A> tail')).toEqual(['"head"', '<A>', 'B=1', '"stray"', '</A>', '"tail"']);
});

test.each(['<A><B', '<A><!-- never', '<A><![CDATA[ never ]]', '<?xml'])(
  'readOfxTokens reports that %j is truncated',
  (text) => expect(codeOf(text)).toBe('statement_truncated'),
);

test.each(['<!DOCTYPE x>', '<A><!ENTITY b "c">', '<!doctype html>'])(
  'readOfxTokens rejects the declaration in %j',
  (text) => expect(codeOf(text)).toBe('statement_unreadable'),
);
