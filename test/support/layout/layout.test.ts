import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { differences } from './compare-layouts.ts';
import { inBothSchemes, parseLayout, writeLayout, type Seen } from './layout.ts';

const button: Seen = {
  what: 'button "Sync now"',
  box: [24, 80, 120, 36],
  font: '',
  colors: ['on #087f5b', 'on #066649 edge #ffffff'],
};
const title: Seen = {
  what: 'h1 "12 at 3,4 5x6, | a title"',
  box: [24, 20, 300, 28],
  font: '24px 600',
  colors: ['#000000 on #ffffff', '#c9c9c9 on #242424'],
};

test('a layout is written as one line per element, and parsed unchanged', () => {
  expect(writeLayout([button]).trim()).toBe('button "Sync now" at 24,80 120x36 | on #087f5b | on #066649 edge #ffffff');
  const words = fc.string().map((text) => `text "${text.replaceAll(/\s+/gu, ' ')}"`);
  const seen = fc.record({
    what: words,
    box: fc.tuple(fc.integer(), fc.integer(), fc.nat(), fc.nat()),
    font: fc.constantFrom('', '14px 400', '22.4px 600 italic underline'),
    colors: fc.constantFrom(['on #087f5b'], ['#000000 on #ffffff', '#ffffff on #000000, faint 0.60']),
  });
  fc.assert(
    fc.property(fc.array(seen), (layout) => {
      expect(parseLayout(writeLayout(layout))).toEqual(layout);
    }),
  );
  expect(parseLayout(writeLayout([title, button]))).toEqual([title, button]);
  expect(() => parseLayout('something else\n')).toThrow('no line of a layout');
});

test('equal layouts, and layouts with rounding differences, have no differences', () => {
  expect(differences([title, button], [title, button])).toEqual([]);
  expect(
    differences(
      [title, button],
      [
        { ...title, box: [25, 18, 302, 28] },
        { ...button, colors: ['on #0a7f5a', 'on #066649 edge #fffffe'] },
      ],
    ),
  ).toEqual([]);
});

test.each<[string, readonly Seen[], RegExp]>([
  ['a removed element', [title], /^gone: button "Sync now"/u],
  ['an added element', [title, button, button], /^new: button "Sync now"/u],
  [
    'a moved element',
    [title, { ...button, box: [24, 84, 120, 36] }],
    /^was: button .* at 24,80 .*\n is: button .* at 24,84/u,
  ],
  ['another font size', [{ ...title, font: '22px 600' }, button], /^was: h1 /u],
  [
    'another color in one scheme',
    [title, { ...button, colors: ['on #087f5b', 'on #0b7285 edge #ffffff'] }],
    /^was: button/u,
  ],
  ['a removed border', [title, { ...button, colors: ['on #087f5b', 'on #066649'] }], /^was: button/u],
])('the comparison of two layouts reports %s', (_, after, line) => {
  const found = differences([title, button], after);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(line);
});

test('the layout of a page is rejected if it differs in dark mode by more than colors', () => {
  expect(inBothSchemes([button], [{ ...button, colors: ['on #000000'] }])[0]?.colors).toEqual([
    ...button.colors,
    'on #000000',
  ]);
  expect(() => inBothSchemes([button], [title])).toThrow('stands elsewhere in dark');
  expect(() => inBothSchemes([button], [])).toThrow('gone');
  expect(() => inBothSchemes([], [button])).toThrow('not in light');
});
