import { describe, expect, test } from 'vitest';
import { freeColumns } from './additions.ts';

/** The table ends at column E. Two of the five missing columns are required. */
const free = (...occupied: readonly number[]) => freeColumns(new Set([0, 1, 2, 3, 4, ...occupied]), 5, 2, 5);

describe('the free columns for missing columns', () => {
  test('are the ones directly right of the table', () => {
    expect(free()).toEqual([5, 6, 7, 8, 9]);
  });

  test('begin after columns that the user added to the right of the table', () => {
    expect(free(5, 6)).toEqual([7, 8, 9, 10, 11]);
  });

  test('leave one column free before the next filled column', () => {
    expect(free(9, 10)).toEqual([5, 6, 7]);
  });

  test('include a column beside a filled column only if a required column has no other place', () => {
    expect(free(7)).toEqual([5, 6]);
    expect(free(6, 7)).toEqual([5, 8]);
    expect(freeColumns(new Set([0, 2]), 1, 1, 3)).toEqual([1]);
  });
});
