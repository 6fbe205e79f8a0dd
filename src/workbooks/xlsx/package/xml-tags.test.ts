import { expect, test } from 'vitest';
import { closingTag, nextTag, attributeText, setAttribute, splice, tagsOf, type Tag } from './xml-tags.ts';

test('finds tags with their names, kinds and places', () => {
  const text = '<?xml version="1.0"?><x:a><b c="1"/></x:a>';
  const tags = [...tagsOf(text)];
  expect(tags.map(({ name, local, kind }) => [name, local, kind])).toEqual([
    ['x:a', 'a', 'open'],
    ['b', 'b', 'empty'],
    ['x:a', 'a', 'close'],
  ]);
  expect(tags.map(({ start, end }) => text.slice(start, end))).toEqual(['<x:a>', '<b c="1"/>', '</x:a>']);
});

test('takes nothing in comments, CDATA sections and quoted values for a tag', () => {
  const text = '<a><!-- <b> --><![CDATA[<c></a>]]><d e=">" f=\'/>"\'></d></a>';
  expect([...tagsOf(text)].map(({ name }) => name)).toEqual(['a', 'd', 'd', 'a']);
});

test.each(['<a', '<a b="', '<a b=">', '<!-- <a>', '<![CDATA[ <a> ]]', '<?xml ', '<', '<!'])(
  'waits for the end of %s',
  (text) => {
    expect(nextTag(text, 0)).toBeNull();
  },
);

test('finds the closing tag of an element that holds others of its name', () => {
  const text = '<a><a/><a></a></a><a>';
  expect(closingTag(text, nextTag(text, 0) as Tag)).toMatchObject({ start: 14, end: 18 });
});

test('reads an attribute with either quote, and not one whose name only ends alike', () => {
  const text = `<row\n spans = '1:2' x:r="7" r='3'>`;
  const tag = nextTag(text, 0) as Tag;
  expect(attributeText(text, tag, 'r')).toBe('3');
  expect(attributeText(text, tag, 'spans')).toBe('1:2');
  expect(attributeText(text, tag, 's')).toBeNull();
});

test('sets an attribute in its place, or adds it', () => {
  const text = '<a b="1"/>';
  const tag = nextTag(text, 0) as Tag;
  expect(splice(text, [setAttribute(text, tag, 'b', '2')])).toBe('<a b="2"/>');
  expect(splice(text, [setAttribute(text, tag, 'c', '2')])).toBe('<a c="2" b="1"/>');
});

test('inserts text before a replacement at the same place, in any order of edits', () => {
  expect(
    splice('abc', [
      { start: 1, end: 2, text: 'B' },
      { start: 1, end: 1, text: '-' },
      { start: 3, end: 3, text: '!' },
    ]),
  ).toBe('a-Bc!');
});
