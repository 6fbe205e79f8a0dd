import { describe, expect, test } from 'vitest';
import { freeColumns } from './additions.ts';

/** The table ends at column E. Two of the five missing columns are required. */
const free = (...occupied: readonly number[]) => freeColumns(new Set([0, 1, 2, 3, 4, ...occupied]), 5, 2, 5);

describe('the columns that are free for what is missing', () => {
  test('are those right beside the table', () => {
    expect(free()).toEqual([5, 6, 7, 8, 9]);
  });

  test('begin behind a person’s own columns, which belong to the table', () => {
    expect(free(5, 6)).toEqual([7, 8, 9, 10, 11]);
  });

  test('leave one column free before the next filled one', () => {
    expect(free(9, 10)).toEqual([5, 6, 7]);
  });

  test('take the last one for what is required, and go on behind what is in the way', () => {
    expect(free(7)).toEqual([5, 6]);
    expect(free(6, 7)).toEqual([5, 8]);
    expect(freeColumns(new Set([0, 2]), 1, 1, 3)).toEqual([1]);
  });
});
