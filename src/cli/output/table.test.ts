import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test, afterEach, beforeEach, vi } from 'vitest';
import { type Screen, table, type Column, fitText, padText, screenOf, textWidth, paragraph } from './table.ts';
import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';
import { styleText } from 'node:util';

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

test('a table aligns columns, also with double-width letters', () => {
  expect(table(plain(Infinity), columns, rows)).toBe(
    [
      'ID  What                   Amount',
      'a1  寿司 at the harbour    -12.50',
      'a2  Café Zoë 🧾          1,200.00',
    ].join('\n'),
  );
});

test('a table shortens its widest column on a narrow terminal, but not a column that users copy from', () => {
  const lines = table(plain(24), columns, rows).split('\n');
  expect(lines.map((line) => stringWidth(line))).toEqual([24, 24, 24]);
  expect(lines[1]).toMatch(/^a1 {2}寿司 at t… {4}-12\.50$/);
});

test('fitText keeps the last digits of an account number at any width', () => {
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

test("a table removes control characters from the bank's texts", () => {
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
])('string-width measures %j as %i columns wide', (text, width) => {
  expect(stringWidth(text)).toBe(width);
});

test('fitText shortens a text to a width, and padText pads it to exactly that width', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, width) => {
      const fitted = fitText(text, width);
      expect(stringWidth(fitted)).toBeLessThanOrEqual(width);
      expect(stringWidth(padText(fitted, width, 'right'))).toBe(width);
      if (stringWidth(text) <= width) expect(fitted).toBe(text);
    }),
  );
});

test('a table can have more rows than a function call can have arguments', () => {
  const many = Array.from({ length: 150_000 }, (_, place) => ({ id: String(place), what: 'x', amount: '1' }));
  expect(table(plain(Infinity), columns, many).split('\n')).toHaveLength(150_001);
});

/** A fake terminal with 80 columns. */
function terminal(): NodeJS.WriteStream {
  const { getColorDepth } = WriteStream.prototype;
  return Object.assign(new PassThrough(), { isTTY: true, columns: 80, getColorDepth }) as unknown as NodeJS.WriteStream;
}

beforeEach(() => {
  // Node assumes a terminal without colors if `CI` is set.
  vi.stubEnv('CI', undefined);
  vi.stubEnv('FORCE_COLOR', undefined);
  vi.stubEnv('NO_COLOR', undefined);
  vi.stubEnv('NODE_DISABLE_COLORS', undefined);
  vi.stubEnv('TERM', 'xterm-256color');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

test('screenOf uses the width and the colors of the terminal', () => {
  const screen = screenOf(terminal());
  expect(screen.width).toBe(80);
  expect(screen.paint('red', 'x')).toBe('\u001b[31mx\u001b[39m');
});

test('screenOf uses no colors if NO_COLOR is set', () => {
  vi.stubEnv('NO_COLOR', '1');
  expect(screenOf(terminal()).paint('red', 'x')).toBe('x');
});

test('screenOf uses neither a width nor colors for a pipe', () => {
  const screen = screenOf(new PassThrough() as unknown as NodeJS.WriteStream);
  expect(screen).toMatchObject({ width: Infinity });
  expect(screen.paint('red', 'x')).toBe('x');
});

test('textWidth measures plain text like string-width, with and without colors', () => {
  const plain = fc.stringMatching(/^[ -~ -ˬ‐-‧ -⁞€]*$/u);
  fc.assert(
    fc.property(plain, (text) => {
      expect(textWidth(text)).toBe(stringWidth(text));
      expect(textWidth(`\u{1B}[31m${text}\u{1B}[39m`)).toBe(stringWidth(text));
    }),
  );
});

test('textWidth measures any text like string-width', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => textWidth(text) === stringWidth(text)));
});

test.each([
  ['日本', 4],
  ['👩‍👩‍👧', 2],
  ['e\u{301}', 1],
  ['a\u{AD}b', 2],
  ['©\u{FE0F}', 2],
])('textWidth measures %s as %i columns wide', (text, columns) => {
  expect(textWidth(text)).toBe(columns);
});

const TEXT = 'Read it again: /a/path/that/is/longer/than/a/line and so on.';

test('paragraph wraps a text between words with a hanging indent, and keeps a path whole', () => {
  expect(paragraph({ width: 20 }, '  - ', TEXT).split('\n')).toEqual([
    '  - Read it again:',
    '    /a/path/that/is/longer/than/a/line',
    '    and so on.',
  ]);
});

test('paragraph does not wrap a text for a pipe', () => {
  expect(paragraph({ width: Infinity }, '  - ', TEXT)).toBe(`  - ${TEXT}`);
});

test('paragraph ignores the color codes of a bullet when it measures the indent', () => {
  const mark = styleText('red', 'x', { validateStream: false });
  expect(paragraph({ width: 6 }, `${mark} `, 'four four')).toBe(`${mark} four\n  four`);
});

test('paragraph counts double-width letters as two columns', () => {
  expect(paragraph({ width: 8 }, '', '日本 日本 日本')).toBe('日本\n日本\n日本');
  expect(paragraph({ width: 9 }, '', '日本 日本 日本')).toBe('日本 日本\n日本');
});

test('paragraph removes control characters', () => {
  expect(paragraph({ width: 80 }, '', 'a\u001b[2Jb')).not.toContain('\u001b');
});
