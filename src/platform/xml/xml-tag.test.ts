import { expect, test } from 'vitest';
import { closingTag, contentOf, elementsIn, nextTag, tagsIn, XmlTag } from './xml-tag.ts';

test('nextTag finds tags with their names, kinds and positions', () => {
  const text = '<?xml version="1.0"?><x:a><b c="1"/></x:a>';
  const tags = [...tagsIn(text)];
  expect(tags.map(({ name, local, kind }) => [name, local, kind])).toEqual([
    ['x:a', 'a', 'open'],
    ['b', 'b', 'empty'],
    ['x:a', 'a', 'close'],
  ]);
  expect(tags.map(({ start, end }) => text.slice(start, end))).toEqual(['<x:a>', '<b c="1"/>', '</x:a>']);
});

test('nextTag ignores tags in comments, CDATA sections and quoted values', () => {
  const text = '<a><!-- <b> --><![CDATA[<c></a>]]><d e=">" f=\'/>"\'></d></a>';
  expect([...tagsIn(text)].map(({ name }) => name)).toEqual(['a', 'd', 'd', 'a']);
});

test.each(['<a', '<a b="', '<a b=">', '<!-- <a>', '<![CDATA[ <a> ]]', '<?xml ', '<', '<!'])(
  'nextTag returns null for the incomplete %s',
  (text) => {
    expect(nextTag(text, 0)).toBeNull();
  },
);

test('closingTag finds the end of an element that contains elements with the same name', () => {
  const text = '<a><a/><a></a></a><a>';
  expect(closingTag(nextTag(text, 0) as XmlTag)).toMatchObject({ start: 14, end: 18 });
});

test('XmlTag.get returns the attribute with exactly this name, in single or double quotes', () => {
  const text = `<row\n spans = '1:2' x:r="7" r='3'>`;
  const tag = nextTag(text, 0) as XmlTag;
  expect(tag.get('r')).toBe('3');
  expect(tag.get('spans')).toBe('1:2');
  expect(tag.get('s')).toBeNull();
});

test.each([
  ['<a b=1>', 'noQuotes'],
  ['<a b>', 'noValue'],
  ['<a / b="1">', 'slash'],
  ['<a b="1" b="2">', 'broken'],
  ['<a b="<">', 'broken'],
  ['<a b="\u0001">', 'broken'],
])('XmlTag reports the fault of %s, and finds the end of the tag', (text, fault) => {
  const tag = nextTag(`${text}<b/>`, 0);
  expect(tag).toMatchObject({ fault, end: text.length });
});

test('XmlTag.get decodes entities in attribute values, and UTF-8 in latin1 text', () => {
  const text = '<a b="Zoë &amp; &#65;&nbsp;" c="Zoë &lt;"/>';
  const bytes = Buffer.from(text).toString('latin1');
  expect(nextTag(text, 0)?.get('c')).toBe('Zoë <');
  expect(nextTag(bytes, 0, new XmlTag(true))?.get('c')).toBe('Zoë <');
  expect(nextTag(text, 0)?.get('b')).toBe('Zoë &amp; &#65;&nbsp;');
});

test('XmlTag.integer reads non-negative integers', () => {
  const tag = nextTag('<a b="12" c="&#49;2" d="" e="-1" f="1.5"/>', 0);
  expect(['b', 'c', 'd', 'e', 'f', 'g'].map((name) => tag?.integer(name))).toEqual([12, 12, null, null, null, null]);
});

test('elements and their content are found with or without a namespace prefix', () => {
  const text = '<a><x:b>1</x:b><b/><c/></a>';
  expect([...elementsIn(text, 'b')].map((tag) => [tag.prefix, contentOf(tag)])).toEqual([
    ['x:', { start: 8, end: 9 }],
    ['', { start: 19, end: 19 }],
  ]);
});
