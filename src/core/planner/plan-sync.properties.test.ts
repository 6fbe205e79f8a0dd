import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BankHistory, act } from '../../../test/support/bank-history.ts';
import { feed, payment } from '../../../test/support/random-bank.ts';
import { CHECKING, CHECKING_IN_FILE } from '../../../test/support/sheet-simulator.ts';
import type { Plan } from '../plan.ts';
import { planSync } from './plan-sync.ts';

const history = fc.record({
  /** Statement files have the account id of the feed, or another account id with the same last digits. */
  accountInFile: fc.constantFrom(CHECKING, CHECKING_IN_FILE),
  payments: fc.array(payment, { maxLength: 16, size: 'max' }),
  acts: fc.array(act, { maxLength: 25, size: 'max' }),
});

describe('any sequence of changes by the bank and the user', () => {
  it("leaves one row per transaction that the user did not delete, and keeps the user's cells", () => {
    fc.assert(
      fc.property(history, ({ payments, acts, accountInFile }) => {
        const played = new BankHistory(payments, accountInFile);
        for (const act of acts) played.do(act);
        played.finish();
        expect(played.problems).toEqual([]);
        expect(played.counted()).toEqual(played.expected());
      }),
      { numRuns: 400 },
    );
  });

  it('gives the same plan for any order of rows, memory entries and bank transactions', () => {
    const shuffled = <T>(items: readonly T[], seed: number): T[] =>
      items
        .map((item, place) => ({ item, key: ((place + 1) * 7919 + seed) % 104_729 }))
        .sort((a, b) => ((a.key * seed) % 1009) - ((b.key * seed) % 1009))
        .map(({ item }) => item);
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 1000 }), ({ payments, acts, accountInFile }, seed) => {
        const played = new BankHistory(payments, accountInFile);
        for (const act of acts) played.do(act);
        const { sheet } = played;
        const batch = feed(payments, 30, 100);
        const plan = planSync(sheet.input(batch, {}));
        sheet.reorder(shuffled(sheet.rows, seed));
        sheet.memory = shuffled(sheet.memory, seed);
        expect(essence(planSync(sheet.input(shuffled(batch, seed), {})))).toEqual(essence(plan));
      }),
      { numRuns: 200 },
    );
  });
});

/** The content of a plan, without order and row numbers. */
function essence(plan: Plan): string[] {
  return [
    ...plan.appends.map(({ values }) => ['append', values]),
    ...plan.updates.map(({ transactionId, cells, kept }) => ['update', transactionId, cells, kept]),
    ...plan.skips.map(({ transactionId, reason, kept }) => ['skip', transactionId, reason, kept]),
    ...plan.leftFeed.map((transactionId) => ['left', transactionId]),
    ...plan.memory.map((entry) => ['memory', entry]),
  ]
    .map((part) => JSON.stringify(part))
    .sort();
}
