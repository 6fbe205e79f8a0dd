import { expect, it } from 'vitest';
import { withPlainTexts } from './tool.ts';

it('withPlainTexts converts strings at any depth to single lines, and keeps other values', () => {
  const hidden = 'pay\u202e now\u0007\u200b\n\u{e0041}';
  expect(withPlainTexts({ a: hidden, b: [hidden, { c: hidden }], d: 1, e: null, f: true })).toEqual({
    a: 'pay now',
    b: ['pay now', { c: 'pay now' }],
    d: 1,
    e: null,
    f: true,
  });
});

it('withPlainTexts truncates strings after 500 characters, with a mark at the end', () => {
  const cut = withPlainTexts('x'.repeat(600));
  expect(cut).toHaveLength(500);
  expect(cut.endsWith('…')).toBe(true);
});
