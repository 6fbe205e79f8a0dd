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

test('leaves are the same with and without their closing tag', () => {
  expect(tokens('<A><B>1<C>2</A>')).toEqual(['<A>', 'B=1', 'C=2', '</A>']);
  expect(tokens('<A>\r\n<B> 1 </B>\r\n<C>2</C>\r\n</A>')).toEqual(['<A>', 'B=1', 'C=2', '</A>']);
});

test('an empty element is told as far as it can be', () => {
  expect(tokens('<A><B><C></C><D/></A>')).toEqual(['<A>', '<B>', '<C>', '</C>', '</A>']);
});

test('names come in upper case and without attributes', () => {
  expect(tokens('<ofx a="1" b=\'2\'><intu.bid>3</intu.bid></ofx>')).toEqual(['<OFX>', 'INTU.BID=3', '</OFX>']);
});

test('entities are decoded once, and a bare ampersand stays', () => {
  expect(tokens('<A>&lt;b&gt; &amp;amp; R&D &#65;&#x1F600; &#xD800; &unknown; &nbsp;x')).toEqual([
    'A=<b> &amp; R&D A😀 &#xD800; &unknown; \u00a0x',
  ]);
});

test('a "<" that begins no tag is text', () => {
  expect(tokens('<A>I <3 you <- < <b\n<C>x')).toEqual(['A=I <3 you <- < <b', 'C=x']);
});

test('skips comments and processing instructions, and keeps CDATA as literal text', () => {
  expect(tokens('<?xml?><A> <!-- <B>no --> <C> x <!-- y --><![CDATA[&amp;<D>]]> z</C></A>')).toEqual([
    '<A>',
    'C=x &amp;<D> z',
    '</A>',
  ]);
});

test('text that belongs to no leaf is told', () => {
  expect(tokens('head <A><B>1</B>stray</A> tail')).toEqual(['"head"', '<A>', 'B=1', '"stray"', '</A>', '"tail"']);
});

test.each(['<A><B', '<A><!-- never', '<A><![CDATA[ never ]]', '<?xml'])('%j ends too early', (text) =>
  expect(codeOf(text)).toBe('statement_truncated'),
);

test.each(['<!DOCTYPE x>', '<A><!ENTITY b "c">', '<!doctype html>'])('%j is refused', (text) =>
  expect(codeOf(text)).toBe('statement_unreadable'),
);
