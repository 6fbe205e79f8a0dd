import { styleText } from 'node:util';
import { expect, test } from 'vitest';
import { paragraph } from './paragraph.ts';

const TEXT = 'Read it again: /a/path/that/is/longer/than/a/line and so on.';

test('prose is broken between words, below its first word, and a path stays whole', () => {
  expect(paragraph({ width: 20 }, '  - ', TEXT).split('\n')).toEqual([
    '  - Read it again:',
    '    /a/path/that/is/longer/than/a/line',
    '    and so on.',
  ]);
});

test('prose for a pipe stays one line', () => {
  expect(paragraph({ width: Infinity }, '  - ', TEXT)).toBe(`  - ${TEXT}`);
});

test('colours of the mark take no room', () => {
  const mark = styleText('red', 'x', { validateStream: false });
  expect(paragraph({ width: 6 }, `${mark} `, 'four four')).toBe(`${mark} four\n  four`);
});

test('letters that take two columns are counted so', () => {
  expect(paragraph({ width: 8 }, '', '日本 日本 日本')).toBe('日本\n日本\n日本');
  expect(paragraph({ width: 9 }, '', '日本 日本 日本')).toBe('日本 日本\n日本');
});

test('what would steer the terminal is dropped', () => {
  expect(paragraph({ width: 80 }, '', 'a\u001b[2Jb')).not.toContain('\u001b');
});
