import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import type { Screen } from './screen.ts';
import { table, type Column } from './table.ts';
import { fitText, padText } from './text-width.ts';

const plain = (width: number): Screen => ({ width, paint: (_style, text) => text });

interface Purchase {
  readonly id: string;
  readonly what: string;
  readonly amount: string;
}

const columns: readonly Column<Purchase>[] = [
  { title: 'ID', cell: ({ id }) => id, whole: true },
  { title: 'What', cell: ({ what }) => what },
  { title: 'Amount', cell: ({ amount }) => amount, align: 'right' },
];

const rows: readonly Purchase[] = [
  { id: 'a1', what: '寿司 at the harbour', amount: '-12.50' },
  { id: 'a2', what: 'Café Zoë 🧾', amount: '1,200.00' },
];

test('columns stand below each other, also with letters that are two columns wide', () => {
  expect(table(plain(Infinity), columns, rows)).toBe(
    [
      'ID  What                   Amount',
      'a1  寿司 at the harbour    -12.50',
      'a2  Café Zoë 🧾          1,200.00',
    ].join('\n'),
  );
});

test('on a narrow terminal the widest column is cut, and what is copied from the table is not', () => {
  const lines = table(plain(24), columns, rows).split('\n');
  expect(lines.map((line) => stringWidth(line))).toEqual([24, 24, 24]);
  expect(lines[1]).toMatch(/^a1 {2}寿司 at t… {4}-12\.50$/);
});

test('an account keeps its last digits, however narrow it becomes', () => {
  const account = 'Everyday checking ••4321';
  expect([24, 23, 12, 8, 7, 6].map((width) => fitText(account, width))).toEqual([
    account,
    'Everyday checki… ••4321',
    'Ever… ••4321',
    '… ••4321',
    '••4321',
    '••4321',
  ]);
});

test('text of a bank cannot steer the terminal', () => {
  const shown = table(plain(Infinity), columns, [
    { id: 'a1', what: 'Shop\u001b[2J\u0007\nSecond \u202eline', amount: '1.00' },
  ]);
  expect(shown.split('\n')).toHaveLength(2);
  for (const character of ['\u001b', '\u0007', '\u202e']) expect(shown).not.toContain(character);
});

test.each([
  ['', 0],
  ['abc', 3],
  ['e\u0301', 1],
  ['日本', 4],
  ['ｱ', 1],
  ['Ａ', 2],
  ['👨‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['❤️', 2],
  ['\u200b', 0],
])('%j takes %i columns', (text, width) => {
  expect(stringWidth(text)).toBe(width);
});

test('fitted text is never wider than asked, and padded text exactly as wide', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, width) => {
      const fitted = fitText(text, width);
      expect(stringWidth(fitted)).toBeLessThanOrEqual(width);
      expect(stringWidth(padText(fitted, width, 'right'))).toBe(width);
      if (stringWidth(text) <= width) expect(fitted).toBe(text);
    }),
  );
});

test('a table has room for more rows than a call has for arguments', () => {
  const many = Array.from({ length: 150_000 }, (_, place) => ({ id: String(place), what: 'x', amount: '1' }));
  expect(table(plain(Infinity), columns, many).split('\n')).toHaveLength(150_001);
});
