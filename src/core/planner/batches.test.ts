import { expect, it } from 'vitest';
import { accountOf, type Habits } from '../../../test/support/overlapping-sources.ts';
import { bankTransaction as tx } from '../../../test/support/sheet-simulator.ts';
import { splitIntoBatches } from './batches.ts';

/** The transactions of a file: one on its first day and one on its last day. */
function file(kind: Habits['kind'], from: string, to: string, digits = '4321') {
  const id = kind === 'ofx' ? 'id' : null;
  return [from, to].map((on) =>
    tx({ id: id === null ? null : `${id}${on}`, on, amount: '-1', account: accountOf(kind, digits) }),
  );
}

function batchSizes(...files: ReturnType<typeof file>[]): number[] {
  return splitIntoBatches(
    files.flat(),
    files.map(({ length }) => length),
  ).map(({ pieces }) => pieces.length);
}

it('splitIntoBatches puts a hundred files of consecutive months in one batch, in any format', () => {
  const months = Array.from(
    { length: 100 },
    (_, month) => `${2015 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
  );
  expect(batchSizes(...months.map((month) => file('ofx', `${month}-01`, `${month}-28`)))).toEqual([100]);
  expect(
    batchSizes(
      ...months.flatMap((month) => [
        file('ofx', `${month}-01`, `${month}-28`),
        file('csv', `${month}-01`, `${month}-28`),
      ]),
    ),
  ).toEqual([100, 100]);
});

it('splitIntoBatches separates files of one format that share a day of an account', () => {
  expect(
    batchSizes(
      file('csv', '2026-01-01', '2026-01-31'),
      file('csv', '2026-01-31', '2026-02-28'),
      file('csv', '2026-02-01', '2026-02-03'),
    ),
  ).toEqual([2, 1]);
});

it('splitIntoBatches keeps files of different accounts together', () => {
  expect(
    batchSizes(
      file('csv', '2026-01-01', '2026-01-31'),
      file('csv', '2026-01-01', '2026-01-31', '9876'),
      file('ofx', '2026-01-01', '2026-01-31', '1111'),
    ),
  ).toEqual([3]);
});

it('splitIntoBatches keeps all transactions even if the given lengths of the files are too short, and omits empty batches', () => {
  const transactions = file('csv', '2026-01-01', '2026-01-31');
  expect(splitIntoBatches(transactions, [1]).flatMap((batch) => batch.transactions)).toEqual(transactions);
  expect(splitIntoBatches(transactions, [5, 5]).flatMap((batch) => batch.transactions)).toEqual(transactions);
  expect(splitIntoBatches([], [0, 0])).toEqual([]);
});
