import { describe, expect, test } from 'vitest';
import { moveRange } from './cell-reference.ts';

describe('a range on a sheet whose rows 2 to 51 grow to rows 2 to 60', () => {
  const move = { firstRow: 2, from: 51, to: 60 };

  test.each([
    ['A1:H51', 'A1:H60'],
    ['$C$2:$C$51', '$C$2:$C$60'],
    ['A2:H55', 'A2:H60'],
  ])('%s becomes %s', (range, moved) => {
    expect(moveRange(range, move)).toBe(moved);
  });

  test.each(['A3:A51', 'A1:H50', 'A1:H60', 'A1:H1048576', 'A2', '$A:$H', '$1:$1', 'nonsense'])(
    '%s is unchanged',
    (range) => {
      expect(moveRange(range, move)).toBe(range);
    },
  );
});

test('if the last row moves up, a range that ended with it shrinks, and other ranges are unchanged', () => {
  const move = { firstRow: 2, from: 51, to: 40 };
  expect(moveRange('A1:H51', move)).toBe('A1:H40');
  expect(moveRange('A1:H60', move)).toBe('A1:H60');
  expect(moveRange('A1:H45', move)).toBe('A1:H45');
});
