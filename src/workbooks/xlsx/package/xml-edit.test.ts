import { expect, test } from 'vitest';
import { nextTag, type XmlTag } from '../../../platform/xml/xml-tag.ts';
import { changeAttribute, changeText, removeAttribute, setAttribute, splice, withChild } from './xml-edit.ts';

test('setAttribute replaces the value of an attribute, or adds a missing attribute', () => {
  const text = '<a b="1"/>';
  const tag = nextTag(text, 0) as XmlTag;
  expect(splice(text, [setAttribute(tag, 'b', '2')])).toBe('<a b="2"/>');
  expect(splice(text, [setAttribute(tag, 'c', '2')])).toBe('<a c="2" b="1"/>');
});

test('splice inserts text before a replacement at the same place, in any order of edits', () => {
  expect(
    splice('abc', [
      { start: 1, end: 2, text: 'B' },
      { start: 1, end: 1, text: '-' },
      { start: 3, end: 3, text: '!' },
    ]),
  ).toBe('a-Bc!');
});

test('a changed attribute or text is escaped, and the characters around it are kept', () => {
  const text = "<f a = '&apos;A&apos;' b='1'>A&gt;'&apos;</f>";
  const tag = nextTag(text, 0) as XmlTag;
  const changed = (value: string) => value.replace('A', 'B<');
  expect(changeAttribute(tag, 'a', (value) => value)).toEqual([]);
  expect(changeText(tag, (value) => value)).toEqual([]);
  expect(splice(text, [...changeAttribute(tag, 'a', changed), ...changeText(tag, changed)])).toBe(
    "<f a = ''B&lt;'' b='1'>B&lt;&gt;''</f>",
  );
  expect(splice(text, removeAttribute(tag, 'a'))).toBe("<f b='1'>A&gt;'&apos;</f>");
});

test.each([
  ['<x:l count="1"><x:i/></x:l>', '<x:l count="2"><x:i/><x:new/></x:l>'],
  ['<a><l/></a>', '<a><l count="2"><new/></l></a>'],
  ['<a/>', '<a/>'],
])('withChild with a new list item turns %s into %s', (text, expected) => {
  expect(withChild(text, 'l', (prefix) => `<${prefix}new/>`, 2)).toBe(expected);
});
