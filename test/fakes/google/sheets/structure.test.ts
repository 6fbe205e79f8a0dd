import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptySheet } from './model.ts';
import { deletion, insertion, moving, type Shift } from './structure.ts';

const SIZE = 12;
const sheet = emptySheet(0, { title: 'S' }, SIZE, SIZE);
const index = fc.nat(SIZE - 1);
const range = fc.tuple(index, index).map(([one, other]) => [Math.min(one, other), Math.max(one, other) + 1] as const);

/** The original indexes of the rows or columns, in their order after the change; null for new ones. */
function lines(shift: Shift): (number | null)[] {
  const after: (number | null)[] = [];
  for (let line = 0; line < SIZE; line += 1) {
    const at = shift.at(line);
    if (at !== null) after[at] = line;
  }
  return Array.from(after, (line) => line ?? null);
}

const BEFORE = Array.from({ length: SIZE }, (_, line) => line);

describe('inserting, deleting and moving rows or columns', () => {
  test('has the same result as the same operation on a list', () => {
    fc.assert(
      fc.property(range, fc.nat(SIZE), ([from, to], target) => {
        expect(lines(deletion(sheet, 'ROWS', from, to))).toEqual(BEFORE.toSpliced(from, to - from));
        expect(lines(insertion(sheet, 'ROWS', from, 2))).toEqual(
          BEFORE.toSpliced(from, 0, null as never, null as never),
        );
        if (target > from && target < to) return;
        const others = BEFORE.toSpliced(from, to - from);
        const at = target > from ? target - (to - from) : target;
        expect(lines(moving(sheet, 'ROWS', from, to, target))).toEqual(
          others.toSpliced(at, 0, ...BEFORE.slice(from, to)),
        );
      }),
    );
  });

  test('keeps a span together, and includes rows or columns inserted within it', () => {
    fc.assert(
      fc.property(range, range, ([start, end], [from, to]) => {
        const gone = deletion(sheet, 'ROWS', from, to);
        const left = BEFORE.slice(start, end)
          .map(gone.at)
          .filter((line) => line !== null);
        expect(gone.span(start, end)).toEqual(left.length === 0 ? null : [Math.min(...left), Math.max(...left) + 1]);
        const come = insertion(sheet, 'ROWS', from, 3);
        expect(come.span(start, end)).toEqual([come.at(start) ?? -1, (come.at(end - 1) ?? -1) + 1]);
      }),
    );
  });

  test('moves a span along with its rows or columns', () => {
    fc.assert(
      fc.property(range, fc.nat(SIZE), ([from, to], target) => {
        fc.pre(target <= from || target >= to);
        const shift = moving(sheet, 'COLUMNS', from, to, target);
        expect(shift.span(from, to)).toEqual([shift.at(from), (shift.at(to - 1) ?? -1) + 1]);
      }),
    );
  });
});
