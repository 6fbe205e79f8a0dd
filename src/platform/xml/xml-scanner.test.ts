import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { XmlScanner } from './xml-scanner.ts';

/** Returns the events of the scanner as lines: "< name" and "> name" for tags, and texts with a quote before them. */
function scan(
  xml: string | Buffer,
  chunkBytes = Number.POSITIVE_INFINITY,
  attributes: readonly string[] = ['r', 's', 't'],
): string[] {
  const events: string[] = [];
  const scanner = new XmlScanner({
    wantsText: true,
    open: (name, tag) => {
      const values = attributes.flatMap((attribute) =>
        tag.get(attribute) === null ? [] : [`${attribute}=${tag.get(attribute)}`],
      );
      events.push(['<', name, ...values].join(' '));
    },
    close: (name) => events.push(`> ${name}`),
    text: (text) => addText(events, text),
  });
  const bytes = Buffer.from(xml);
  for (let start = 0; start < bytes.length; start += chunkBytes)
    scanner.write(bytes.subarray(start, start + chunkBytes));
  scanner.close();
  return events;
}

function scanWithSaxes(xml: string): string[] {
  const events: string[] = [];
  const parser = new SaxesParser({ position: false });
  parser.on('opentag', ({ name, attributes }) =>
    events.push(
      [
        '<',
        name,
        ...Object.entries(attributes)
          .map(([key, value]) => `${key}=${value}`)
          .sort(),
      ].join(' '),
    ),
  );
  parser.on('closetag', ({ name }) => events.push(`> ${name}`));
  parser.on('text', (text) => addText(events, text));
  parser.on('cdata', (text) => addText(events, text));
  parser.write(xml).close();
  return events;
}

/** Ignores text outside the root. Joins adjacent texts, because the scanner splits texts at the ends of chunks. */
function addText(events: string[], text: string): void {
  if (text === '' || events.length === 0 || events.at(-1) === '> root') return;
  const last = events.at(-1) as string;
  if (last.startsWith('"')) events[events.length - 1] = last + text;
  else events.push(`"${text}`);
}

const value = fc.string({
  unit: fc.constantFrom('a', 'Z', '7', ' ', 'é', '日', '🧾', '&amp;', '&lt;', '&#65;', '&#x1F9FE;', '>'),
});
const misc = fc.oneof(
  value,
  value.map((text) => `<![CDATA[${text}<&]]>`),
  value.map((text) => `<!-- <c r="${text}"> ' -->`),
  value.map((text) => `<?note ${text} <v> ?>`),
  fc.constant('\r\n\t'),
);
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      fc.constantFrom('row', 'c', 'v', 'longername', 'x:f'),
      fc.uniqueArray(
        fc.tuple(fc.constantFrom('r', 's', 't'), value, fc.constantFrom('"', "'"), fc.constantFrom('=', ' = ')),
        { selector: ([key]) => key },
      ),
      fc.array(fc.oneof({ maxDepth: 4 }, misc, tie('element')), { maxLength: 4 }),
      fc.constantFrom('', ' ', '\n'),
    )
    .map(([name, attributes, children, space]) => {
      const written = attributes
        .map(([key, text, quote, equals]) => ` ${key}${equals}${quote}${text}${quote}`)
        .join('');
      return children.length === 0
        ? `<${name}${written}${space}/>`
        : `<${name}${written}${space}>${children.join('')}</${name}${space}>`;
    }),
}));

describe('the XML scanner', () => {
  test('reports the same events as the parser saxes, for chunks of any size', () => {
    fc.assert(
      fc.property(fc.array(element, { maxLength: 4 }), fc.integer({ min: 1, max: 40 }), (elements, chunkBytes) => {
        const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<root>${elements.join(' ')}</root>\n<!-- end -->`;
        expect(scan(xml, chunkBytes)).toEqual(scanWithSaxes(xml));
      }),
      { numRuns: 300 },
    );
  });

  test("removes the prefix of the root's namespace, and keeps other prefixes", () => {
    expect(scan('<x:root><x:c/><y:c/></x:root>')).toEqual(['< root', '< c', '> c', '< y:c', '> y:c', '> root']);
  });

  test('skips a byte order mark', () => {
    expect(scan('\uFEFF<root/>')).toEqual(['< root', '> root']);
  });

  test.each([
    ['a document type', '<!DOCTYPE root [<!ENTITY a "b">]><root>&a;</root>'],
    ['an undefined entity', '<root>&a;</root>'],
    ['a bare ampersand', '<root>a & b</root>'],
    ['a character that XML forbids', '<root>&#0;</root>'],
    ['tags that do not match', '<root><c></root></c>'],
    ['a missing end tag', '<root><c/>'],
    ['a truncated tag', '<root'],
    ['no element at all', '   '],
    ['text after the root', '<root/>more'],
    ['an attribute without quotes', '<root r=1/>'],
    ['an attribute without a value', '<root r/>'],
    ['bytes that are not UTF-8', Buffer.from([0x3c, 0x72, 0x3e, 0xff, 0x3c, 0x2f, 0x72, 0x3e])],
    ['a duplicate attribute', '<root r="1" r="2"/>'],
    ['an undefined entity in an attribute', '<root r="&a;"/>'],
    ['a control character', '<root>\u0001</root>'],
    ['two roots', '<root/><root/>'],
    ['elements nested too deeply', '<a>'.repeat(1000) + '</a>'.repeat(1000)],
  ])('rejects %s', (_, xml) => {
    expect(() => scan(xml)).toThrow(/\S/);
  });

  test('rejects a text without an end before it has buffered much of it', () => {
    expect(() => scan(`<root>${'a'.repeat(5 * 2 ** 20)}`, 2 ** 18)).toThrow('unended');
  });
});
