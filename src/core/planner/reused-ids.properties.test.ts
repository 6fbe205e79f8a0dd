import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SheetSimulator, bankTransaction, day, money } from '../../../test/support/sheet-simulator.ts';
import type { BankTransaction } from '../bank-transaction.ts';
import { addDays, daysBetween } from '../calendar-date.ts';
import { judgeSameId, type SameIdEvidence } from './matching/same-id.ts';
import { caseCount } from '../../../test/support/cases.ts';

const CASES = caseCount(100, 200);
const FILE = { connection: 'file', complete: [] };
const START = day('2026-01-01');
const LAST_DAY = 40;

interface Purchase {
  readonly day: number;
  readonly shop: string;
  readonly cents: number;
  /** The number of days by which a second export dates the purchase differently. */
  readonly shift: number;
}

/** One purchase every day, each with a different amount. */
const EVERYDAY: readonly Purchase[] = Array.from({ length: LAST_DAY + 1 }, (_, on) => ({
  day: on,
  shop: 'Grocer Market',
  cents: -20_000 - 100 * on,
  shift: on % 3,
}));

const purchases: fc.Arbitrary<readonly Purchase[]> = fc
  .uniqueArray(
    fc.record({
      day: fc.integer({ min: 0, max: LAST_DAY }),
      shop: fc.constantFrom('Corner Coffee', 'Night Bus', 'Cinema Royal'),
      cents: fc.constantFrom(-350, -350, -350, -1000),
      shift: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 40, size: 'max', selector: (one) => `${one.day} ${one.shop} ${one.cents}` },
  )
  .map((some) => [...some, ...EVERYDAY].sort((a, b) => a.day - b.day));

/** Creates the bank's id of a purchase from its position in the whole history, or in its file. */
const ids: fc.Arbitrary<(purchase: Purchase, place: number, line: number) => string> = fc.oneof(
  fc.constantFrom('0', 'NOTPROVIDED', 'X100234').map((id) => () => id),
  fc.constant((_: Purchase, __: number, line: number) => String(line + 1)),
  fc.constant((_: Purchase, place: number) => `X${100_000 + place}`),
  // The bank reuses the ids of a day after this number of days.
  fc.integer({ min: 4, max: 31 }).map((after) => ({ day: on }: Purchase, place: number) => {
    const turn = Math.floor(on / after);
    return `X${on - turn * after}-${place % 7}-${place % 11}`;
  }),
);

interface Window {
  readonly from: number;
  readonly length: number;
}

/** The days of each file: any ranges, or ranges that follow each other. */
const windows: fc.Arbitrary<readonly Window[]> = fc.oneof(
  fc.array(fc.record({ from: fc.integer({ min: 0, max: LAST_DAY }), length: fc.integer({ min: 0, max: LAST_DAY }) }), {
    minLength: 1,
    maxLength: 6,
  }),
  fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 2, maxLength: 15, size: 'max' }).map((lengths) => {
    let from = 0;
    return lengths.map((length): Window => {
      const window = { from, length };
      from += length + 1;
      return window;
    });
  }),
);

function exported(
  happened: readonly Purchase[],
  idOf: (purchase: Purchase, place: number, line: number) => string,
  { from, length }: Window,
  isShifted = false,
): BankTransaction[] {
  const lines = happened.flatMap((purchase, place) => {
    const on = purchase.day + (isShifted ? purchase.shift : 0);
    return on < from || on > from + length ? [] : [{ purchase, place, on }];
  });
  return lines.map(({ purchase, place, on }, line) =>
    bankTransaction({
      id: idOf(purchase, place, line),
      on: addDays(START, on),
      amount: (purchase.cents / 100).toFixed(2),
      text: purchase.shop,
    }),
  );
}

function linesOf(transactions: readonly BankTransaction[]): string[] {
  return transactions.map(({ date, amount, description }) => `${date} ${amount} ${description}`);
}

it('a reused id never replaces, hides or duplicates a posted row, even if the memory of the rows is lost', () => {
  fc.assert(
    fc.property(purchases, ids, windows, (happened, idOf, chosen) => {
      const files = chosen.map((window) => exported(happened, idOf, window));
      const sheet = new SheetSimulator();
      for (const file of files) expect(sheet.sync(file, FILE).updates).toEqual([]);
      const expected = [...new Set(files.flatMap(linesOf))].sort();
      expect(sheet.lines.toSorted()).toEqual(expected);
      const given = sheet.rows.map(({ transactionId }) => transactionId);
      expect(new Set(given).size).toBe(given.length);
      for (const file of files) expect(sheet.sync(file, FILE)).toMatchObject({ appends: [], updates: [] });
      sheet.memory = [];
      for (const file of files) expect(sheet.sync(file, FILE)).toMatchObject({ appends: [], updates: [] });
      expect(sheet.lines.toSorted()).toEqual(expected);
    }),
    { numRuns: CASES },
  );
});

it('an export that dates transactions differently under the same ids adds no duplicates', () => {
  fc.assert(
    fc.property(purchases, windows, (happened, [window]) => {
      const idOf = (_: Purchase, place: number): string => `X${100_000 + place}`;
      const sheet = new SheetSimulator();
      sheet.sync(exported(happened, idOf, { from: 0, length: LAST_DAY }), FILE);
      const again = exported(happened, idOf, window as Window, true);
      expect(sheet.sync(again, FILE).appends).toEqual([]);
      expect(sheet.rows).toHaveLength(happened.length);
      expect(sheet.lines).toEqual(expect.arrayContaining(linesOf(again)));
    }),
    { numRuns: CASES },
  );
});

const view = fc.record({
  date: fc.integer({ min: 0, max: 14 }).map((days) => addDays(START, days)),
  amount: fc.constantFrom(money('-1'), money('-2')),
  status: fc.constant('posted' as const),
});

const evidence: fc.Arbitrary<SameIdEvidence> = fc.record({
  earlier: view,
  later: view,
  id: fc.constantFrom('X100234', '17', '0', 'NOTPROVIDED'),
  hasSimilarText: fc.boolean(),
  wasRenumbered: fc.boolean(),
  keepsIds: fc.boolean(),
  wasReplaced: fc.boolean(),
  namesOthers: fc.boolean(),
});

it('judgeSameId never matches transactions of different days or amounts by their id alone', () => {
  fc.assert(
    fc.property(evidence, (given) => {
      const { earlier, later, hasSimilarText, wasReplaced } = given;
      const verdict = judgeSameId(given);
      if (verdict !== 'same') return;
      const hasSameAmount = earlier.amount === later.amount;
      const days = Math.abs(daysBetween(earlier.date, later.date));
      expect(hasSameAmount || wasReplaced).toBe(true);
      expect((days <= 3 && hasSimilarText) || wasReplaced).toBe(true);
      expect(hasSameAmount || hasSimilarText).toBe(true);
      expect(days).toBeLessThanOrEqual(10);
      expect(given.namesOthers || given.id === '0' || given.id === 'NOTPROVIDED').toBe(false);
    }),
    { numRuns: 2000 },
  );
});
