import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import { addDays, type CalendarDate } from '../../src/core/calendar-date.ts';
import { iterateRunItems } from '../../src/store/runs.ts';
import { listMemory } from '../../src/store/memory.ts';
import { saveSettled } from '../../src/store/settled.ts';
import { ACCOUNT, bankBalance, bankTransaction, syncBench, type SyncBench } from '../support/sync-bench.ts';
import { caseCount } from '../support/cases.ts';

const FIRST = '2026-02-20' as CalendarDate;
const HISTORIES = caseCount(12);

/** A payment as the bank shows it: from a day on, pending for some days, sometimes with another amount while pending. */
const payment = fc.record({
  day: fc.integer({ min: 0, max: 60 }),
  cents: fc.constantFrom(350, 350, 1000, 2400, 777),
  pending: fc.constantFrom(0, 0, 1, 3),
  tip: fc.constantFrom(0, 0, 50),
  isVoided: fc.constantFrom(false, false, false, true),
});

type Payment = typeof payment extends fc.Arbitrary<infer One> ? One : never;

function shownOn(payments: readonly Payment[], today: number) {
  return payments.flatMap(({ day, cents, pending, tip, isVoided }, place) => {
    if (day > today || (isVoided && today > day + pending)) return [];
    const isPending = isVoided || today < day + pending;
    const amount = `-${((cents + (isPending || pending === 0 ? 0 : tip)) / 100).toFixed(2)}`;
    const date = addDays(FIRST, isPending ? day : day + pending);
    return [bankTransaction(`p${place}`, amount, { date, status: isPending ? 'pending' : 'posted' })];
  });
}

const NO_DEED = Array.from({ length: 12 }, () => 'none' as const);

const deed = fc.record({
  kind: fc.constantFrom(...NO_DEED, 'type', 'delete', 'describe', 'rule'),
  at: fc.nat(999),
});

const CASH = { transactionId: '', account: 'Cash', accountId: '', description: 'Lunch' };

function doIn({ workbook }: SyncBench, { kind, at }: typeof deed extends fc.Arbitrary<infer One> ? One : never): void {
  const line = workbook.lines[at % Math.max(1, workbook.lines.length)];
  if (kind === 'rule')
    workbook.rules = [
      { index: 2, description: `Payment p${at % 9}`, category: `c${at}`, minAmount: null, maxAmount: null },
    ];
  if (kind === 'none') return;
  workbook.edit((lines) => {
    if (line == null) return;
    const place = at % lines.length;
    if (kind === 'type') lines.push({ ...line, ...CASH, amount: (at % 2 === 0 ? '-3.50' : '-8.88') as Amount });
    if (kind === 'delete') lines.splice(place, 1);
    if (kind === 'describe') lines[place] = { ...line, description: `mine ${at}` };
  });
}

const MIRROR =
  'SELECT year, part, days, offsets, CAST(text AS TEXT) AS text, checksum FROM mirror_block ORDER BY year, part';

function mirrorOf({ store }: SyncBench) {
  return [store.all(MIRROR), store.all('SELECT categories, rules, repeats, problems, checksum, revision FROM mirror')];
}

const findings = ({ store }: SyncBench) =>
  store
    .all<{ result: string; trend: string; is_stale: number }>('SELECT result, trend, is_stale FROM reconciliation')
    .map(({ result, trend, is_stale: isStale }) => [JSON.parse(result).finding, JSON.parse(trend), isStale]);

const history = fc.record({
  payments: fc.array(payment, { minLength: 4, maxLength: 25 }),
  steps: fc.array(fc.record({ wait: fc.integer({ min: 0, max: 6 }), deed }), { minLength: 3, maxLength: 12 }),
  writesBalances: fc.boolean(),
});

/**
 * Runs a history twice, once with a read of the workbook each time. `told`: the number of syncs without a read in the
 * other one.
 */
async function liveTwice(
  { payments, steps, writesBalances }: typeof history extends fc.Arbitrary<infer One> ? One : never,
  told: { unread: number; wrote: number },
): Promise<void> {
  const benches = [await syncBench(), await syncBench()] as const;
  if (writesBalances) for (const { workbook } of benches) workbook.balances = [];
  let today = 10;
  for (const step of steps) {
    today += step.wait;
    const seen = [];
    for (const [place, bench] of benches.entries()) {
      doIn(bench, step.deed);
      bench.clock.advance(step.wait * 86_400_000 + 3_600_000);
      const transactions = shownOn(payments, today);
      const postedAmounts = transactions
        .filter(({ status }) => status === 'posted')
        .map(({ amount }) => Number(amount));
      const balance = (100 + postedAmounts.reduce((sum, one) => sum + one, 0)).toFixed(2);
      bench.bank = { transactions, balances: [bankBalance(addDays(FIRST, today), balance)] };
      if (place === 1) saveSettled(bench.store, ACCOUNT, null);
      const before = bench.workbook.reads;
      const { id, counts, messages } = await bench.run();
      if (place === 0 && bench.workbook.reads === before) {
        told.unread += 1;
        told.wrote += Number(counts.added + counts.updated > 0);
      }
      seen.push({
        counts,
        messages,
        lines: bench.workbook.lines,
        balances: bench.workbook.balances,
        items: [...iterateRunItems(bench.store, id)],
        memory: listMemory(bench.store, ACCOUNT),
        findings: findings(bench),
        mirror: mirrorOf(bench),
      });
    }
    expect(seen[0]).toEqual(seen[1]);
  }
  const shown = mirrorOf(benches[0]);
  await benches[0].sync.rebuildMirror(ACCOUNT);
  expect(mirrorOf(benches[0])).toEqual(shown);
}

test('a workbook that is written without reads has the same snapshot, mirror and balances as with reads', async () => {
  const lived = fc.asyncProperty(history, (one) => liveTwice(one, { unread: 0, wrote: 0 }));
  await fc.assert(lived, { numRuns: HISTORIES });
});

test('most histories need no read, including their writes', async () => {
  // Always the same histories: the number of writes of a few others would be random.
  const [told, numRuns] = [{ unread: 0, wrote: 0 }, 5];
  await fc.assert(
    fc.asyncProperty(history, (one) => liveTwice(one, told)),
    { seed: 18, numRuns },
  );
  expect(told.unread).toBeGreaterThan(numRuns);
  expect(told.wrote).toBeGreaterThan(numRuns / 2);
});
