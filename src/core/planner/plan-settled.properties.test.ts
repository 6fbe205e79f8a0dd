import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BankHistory, act } from '../../../test/support/bank-history.ts';
import { accountOf, deliver, habits, purchases } from '../../../test/support/overlapping-sources.ts';
import { MERCHANTS, START, feed, numbered, numbering, payment } from '../../../test/support/random-bank.ts';
import {
  CHECKING,
  CHECKING_IN_FILE,
  SheetSimulator,
  money,
  type SyncOptions,
} from '../../../test/support/sheet-simulator.ts';
import type { BankTransaction } from '../bank-transaction.ts';
import { addDays } from '../calendar-date.ts';
import type { MemoryEntry } from '../memory.ts';
import { planSync } from './plan-sync.ts';
import { isForeignRow } from '../row-id.ts';
import { BANK_OWNED_COLUMNS, COLUMNS, isChosen } from '../row.ts';
import type { Rule } from '../snapshot.ts';
import type { MemoryLookup, SheetLookup } from './lookups.ts';
import { isHalfRead } from './changes/look-alike.ts';
import { planSettled } from './plan-settled.ts';
import { caseCount } from '../../../test/support/cases.ts';

const CASES = caseCount(50, 200);

function lookupIn(memory: readonly MemoryEntry[]): MemoryLookup {
  return {
    planned: () => [],
    get: (id) => memory.find(({ transactionId }) => transactionId === id) ?? null,
    ofDays: ({ from, to }) => memory.filter(({ written }) => written.date >= from && written.date <= to),
    pending: (connectionId) =>
      memory.filter(
        (entry) => entry.connectionId === connectionId && entry.status === 'pending' && entry.state === 'in-sheet',
      ),
    withProviderId: (accountId, providerId) =>
      memory.filter((entry) => entry.bankAccountId === accountId && entry.providerId === providerId),
    withBase: (base) =>
      memory.filter(({ transactionId }) => transactionId === base || transactionId.startsWith(`${base}-`)),
  };
}

function sheetOf({ rows, rules, memory }: SheetSimulator): SheetLookup {
  const ownIds = new Set(memory.map(({ transactionId }) => transactionId));
  return {
    rules,
    lacks: COLUMNS.filter(isChosen),
    needsAllRows: rows.some((row) => (!isForeignRow(row) && !ownIds.has(row.transactionId)) || isHalfRead(row)),
    ofDays: ({ from, to }) =>
      rows.flatMap(({ transactionId, date, amount }) =>
        date === null || date < from || date > to ? [] : [{ id: transactionId, date, amount: amount ?? '' }],
      ),
    find: ({ transactionId, written }) => {
      const [row, copy] = rows.filter((one) => one.transactionId === transactionId);
      const isAsWritten =
        row !== undefined &&
        copy === undefined &&
        BANK_OWNED_COLUMNS.every((column) => isChosen(column) || row[column] === written[column]);
      return isAsWritten ? row.index : null;
    },
  };
}

interface Tally {
  unchanged: number;
  added: number;
  updated: number;
  other: number;
  unknown: number;
}

const emptyTally = (): Tally => ({ unchanged: 0, added: 0, updated: 0, other: 0, unknown: 0 });

/** Unless it is null, the plan from a few looked-up rows must equal the plan from all entries and rows. */
function compare(
  sheet: SheetSimulator,
  batch: readonly BankTransaction[],
  options: SyncOptions,
  outcomes: Tally,
): void {
  sheet.memory.sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
  const input = { ...sheet.input(batch, options), skipsNewPending: batch.length % 3 === 0 };
  const found = planSettled(input, lookupIn(sheet.memory), sheetOf(sheet));
  if (found === null) {
    outcomes.unknown += 1;
    return;
  }
  expect(found).toEqual(planSync(input));
  if (found.updates.length > 0) outcomes.updated += 1;
  else if (found.appends.length > 0) outcomes.added += 1;
  else if (found.memory.length > 0) outcomes.other += 1;
  else outcomes.unchanged += 1;
}

const rules = fc.array(
  fc
    .record({
      text: fc.constantFrom('coffee', 'Night*', 'corner', ''),
      category: fc.constantFrom('Food', 'Travel', ''),
    })
    .map(({ text, category }, place = 0): Rule => ({
      index: place + 2,
      description: text,
      category,
      minAmount: null,
      maxAmount: null,
    })),
  { maxLength: 3 },
);

/** A random edit by the user, which may make a row look like a new transaction. */
interface UserEdit {
  readonly kind: 'type' | 'redate' | 'reprice' | 'copy' | 'word';
  readonly at: number;
  readonly day: number;
  readonly cents: number;
}

const userEdit: fc.Arbitrary<UserEdit> = fc.record({
  kind: fc.constantFrom('type', 'redate', 'reprice', 'copy', 'type', 'redate', 'reprice', 'copy', 'word'),
  at: fc.nat(1000),
  day: fc.integer({ min: 0, max: 40 }),
  cents: fc.constantFrom(350, 350, 1000, 2400, 777),
});

function applyEdit(sheet: SheetSimulator, { kind, at, day, cents }: UserEdit): void {
  const date = addDays(START, day);
  const amount = money((-cents / 100).toFixed(2));
  const row = sheet.rows[at % sheet.rows.length];
  if (kind === 'type') sheet.type(date, amount, MERCHANTS[at % MERCHANTS.length] as string);
  else if (row === undefined) return;
  else if (kind === 'redate') sheet.edit(row.index, { date, dateText: date });
  else if (kind === 'word') sheet.edit(row.index, { date: null, dateText: 'some day' });
  else if (kind === 'reprice') sheet.edit(row.index, { amount, amountText: amount });
  else sheet.rows.push({ ...row, index: Math.max(...sheet.rows.map(({ index }) => index)) + 1 });
}

it('planSettled returns null or the plan of planSync for random changes by the bank and the user', () => {
  const history = fc.record({
    accountInFile: fc.constantFrom(CHECKING, CHECKING_IN_FILE),
    payments: fc.array(payment, { maxLength: 16, size: 'max' }),
    acts: fc.array(act, { maxLength: 25, size: 'max' }),
    days: fc.integer({ min: 1, max: 60 }),
    window: fc.integer({ min: 5, max: 60 }),
    rules,
    userEdits: fc.array(userEdit, { maxLength: 15, size: 'max' }),
    numbering,
  });
  const property = (outcomes: ReturnType<typeof emptyTally>) =>
    fc.property(history, ({ payments, acts, accountInFile, days, window, rules: given, userEdits, numbering: by }) => {
      const played = new BankHistory(payments, accountInFile);
      for (const one of acts) played.do(one);
      const { sheet } = played;
      sheet.rules = given;
      for (const one of userEdits) applyEdit(sheet, one);
      // The first sync reads all rows, so that the memory entries match the sheet.
      sheet.sync(numbered(feed(payments, days, window), by));
      for (const later of [0, 0, 1, 7]) {
        const batch = numbered(feed(payments, days + later, window), by);
        compare(sheet, batch, {}, outcomes);
        // Makes the memory entries match the sheet again.
        sheet.sync(batch);
      }
    });
  fc.assert(property(emptyTally()), { numRuns: CASES });
  // Each outcome must occur often. Counted with a fixed seed, because random histories may contain few of one outcome.
  const [outcomes, numRuns] = [emptyTally(), 100];
  fc.assert(property(outcomes), { seed: 6, numRuns });
  expect(Math.min(...Object.values(outcomes)), `the outcomes: ${JSON.stringify(outcomes)}`).toBeGreaterThan(
    numRuns / 40,
  );
});

it('planSettled returns null or the plan of planSync for several sources of one account', () => {
  const tally = emptyTally();
  const imports = fc.array(
    fc.record({ source: fc.nat(3), from: fc.integer({ min: -3, max: 40 }), length: fc.integer({ min: 5, max: 60 }) }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(
      purchases,
      fc.array(habits, { minLength: 2, maxLength: 4 }),
      imports,
      numbering,
      (happened, sources, files, by) => {
        const sheet = new SheetSimulator();
        const deliveries = files.map(({ source, from, length }) => {
          const habit = sources[source % sources.length] as (typeof sources)[number];
          const isFeed = habit.kind === 'feed';
          return {
            transactions: numbered(deliver(happened, habit, { from: isFeed ? -3 : from, to: from + length }), by),
            options: {
              connection: isFeed ? 'feed' : 'file',
              complete: isFeed ? [accountOf('feed').id] : [],
              since: '2025-12-29',
            },
          };
        });
        for (const { transactions, options } of deliveries) {
          compare(sheet, transactions, options, tally);
          sheet.sync(transactions, options);
          for (const other of deliveries) compare(sheet, other.transactions, other.options, tally);
        }
      },
    ),
    { numRuns: CASES },
  );
  expect(Math.min(tally.unchanged, tally.added)).toBeGreaterThan(CASES / 2);
});
