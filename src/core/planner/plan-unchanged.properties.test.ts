import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BankHistory, act } from '../../../test/support/bank-history.ts';
import { accountOf, deliver, habits, purchases } from '../../../test/support/overlapping-sources.ts';
import { feed, payment } from '../../../test/support/random-bank.ts';
import { CHECKING, CHECKING_IN_FILE, SheetInHand, type SyncOptions } from '../../../test/support/sheet-in-hand.ts';
import type { BankTransaction } from '../bank-transaction.ts';
import type { MemoryEntry } from '../memory.ts';
import { planSync } from './plan-sync.ts';
import { planUnchanged, type MemoryLookup } from './plan-unchanged.ts';

const CASES = Number(process.env['PENNYROW_UNCHANGED'] ?? 300);

function lookupIn(memory: readonly MemoryEntry[]): MemoryLookup {
  return {
    get: (id) => memory.find(({ transactionId }) => transactionId === id) ?? null,
    ofDays: (accountId, { from, to }) =>
      memory.filter(
        ({ bankAccountId, written }) => bankAccountId === accountId && written.date >= from && written.date <= to,
      ),
    pending: (connectionId) =>
      memory.filter(
        (entry) => entry.connectionId === connectionId && entry.status === 'pending' && entry.state === 'in-sheet',
      ),
  };
}

/** Whether looks alone told that the batch brings nothing; they must then have told what all of memory and the sheet tell. */
function compare(sheet: SheetInHand, batch: readonly BankTransaction[], options: SyncOptions): boolean {
  const input = sheet.input(batch, options);
  const found = planUnchanged(input, lookupIn(sheet.memory));
  if (found !== null) expect(found).toEqual(planSync(input));
  return found !== null;
}

it('over all histories of a bank, a sheet and a person, look-ups tell nothing else than all of memory and the sheet', () => {
  const told = { unchanged: 0, changed: 0 };
  const history = fc.record({
    accountInFile: fc.constantFrom(CHECKING, CHECKING_IN_FILE),
    payments: fc.array(payment, { maxLength: 16, size: 'max' }),
    acts: fc.array(act, { maxLength: 25, size: 'max' }),
    days: fc.integer({ min: 1, max: 60 }),
    window: fc.integer({ min: 5, max: 60 }),
  });
  fc.assert(
    fc.property(history, ({ payments, acts, accountInFile, days, window }) => {
      const played = new BankHistory(payments, accountInFile);
      for (const one of acts) played.do(one);
      const { sheet } = played;
      // Any sync holds all of memory against the sheet.
      sheet.sync(feed(payments, days, window));
      for (const later of [0, 0, 1, 7]) {
        const isUnchanged = compare(sheet, feed(payments, days + later, window), {});
        told[isUnchanged ? 'unchanged' : 'changed'] += 1;
      }
    }),
    { numRuns: CASES },
  );
  // Each side of it was seen often.
  expect(Math.min(told.unchanged, told.changed)).toBeGreaterThan(CASES / 4);
});

it('over several sources of one account as well', () => {
  let unchanged = 0;
  const imports = fc.array(
    fc.record({ source: fc.nat(3), from: fc.integer({ min: -3, max: 40 }), length: fc.integer({ min: 5, max: 60 }) }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(purchases, fc.array(habits, { minLength: 2, maxLength: 4 }), imports, (happened, sources, files) => {
      const sheet = new SheetInHand();
      const deliveries = files.map(({ source, from, length }) => {
        const habit = sources[source % sources.length] as (typeof sources)[number];
        const isFeed = habit.kind === 'feed';
        return {
          transactions: deliver(happened, habit, { from: isFeed ? -3 : from, to: from + length }),
          options: {
            connection: isFeed ? 'feed' : 'file',
            complete: isFeed ? [accountOf('feed').id] : [],
            since: '2025-12-29',
          },
        };
      });
      for (const { transactions, options } of deliveries) {
        compare(sheet, transactions, options);
        sheet.sync(transactions, options);
        for (const other of deliveries) if (compare(sheet, other.transactions, other.options)) unchanged += 1;
      }
    }),
    { numRuns: CASES },
  );
  expect(unchanged).toBeGreaterThan(CASES);
});
