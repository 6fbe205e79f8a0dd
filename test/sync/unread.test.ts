import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import { addDays, type CalendarDate } from '../../src/core/calendar-date.ts';
import type { Rule } from '../../src/core/snapshot.ts';
import type { Reader } from '../../src/store/database.ts';
import { iterateRunItems, listRuns } from '../../src/store/runs.ts';
import { listDeleted, listMemory } from '../../src/store/memory.ts';
import { loadMirrorText, loadMirrorTransactions, fieldsOf, rowsOf } from '../../src/store/mirror.ts';
import type { ShownRow } from '../../src/sync/use-cases/categories.ts';
import { saveSettled } from '../../src/store/settled.ts';
import { ACCOUNT, bankBalance, bankTransaction, syncBench, type SyncBench } from '../support/sync-bench.ts';
import { caseCount } from '../support/cases.ts';

const FIRST = '2026-02-20' as CalendarDate;
const HISTORIES = caseCount(8, 12);

/** A payment: the bank sends it from `day` on, pending for some days, sometimes with another amount while it is pending. */
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
  kind: fc.constantFrom(...NO_DEED, 'type', 'delete', 'describe', 'rule', 'categorize', 'move', 'save'),
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
    if (kind === 'categorize') lines[place] = { ...line, category: `own ${at}` };
    if (kind === 'move') lines.reverse();
    if (kind === 'describe') lines[place] = { ...line, description: `mine ${at}` };
  });
}

const ACTS = ['none', 'category', 'rule', 'edit rule', 'delete rule', 'move rule', 'apply', 'undo', 'restore'] as const;

const act = fc.record({ kind: fc.constantFrom('none', ...ACTS), at: fc.nat(999), applyToOld: fc.boolean() });

type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** Starts an action of the user, such as an undo. Returns the id of the run; null if the action is impossible now. */
function start({ sync, store, workbook }: SyncBench, { kind, at, applyToOld }: Act): string | null {
  const { rules } = workbook;
  const shown = { place: at % Math.max(1, rules.length), rule: rules[at % Math.max(1, rules.length)] as Rule };
  const rule = { description: `Payment p${at % 12}`, category: `r${at}`, minAmount: null, maxAmount: null };
  if (kind === 'category') {
    const rows = mirrorRows(store);
    const row = rows[at % Math.max(1, rows.length)];
    return row === undefined ? null : sync.setCategories(ACCOUNT, [{ ...row, chosen: `mine ${at % 5}` }]);
  }
  if (kind === 'rule') return sync.changeRules(ACCOUNT, { kind: 'add', rule, applyToOld });
  if (kind === 'apply') return sync.applyRules(ACCOUNT);
  if (kind === 'undo') {
    const runs = listRuns(store, ACCOUNT, { limit: 4 }).filter(
      (run) => run.status === 'succeeded' && run.kind !== 'undo' && run.undoneBy === null,
    );
    const run = runs[at % Math.max(1, runs.length)];
    return run === undefined ? null : sync.undo(run.id);
  }
  if (kind === 'restore') {
    const ids = listDeleted(store, ACCOUNT).map(({ transactionId }) => transactionId);
    return ids.length === 0 ? null : sync.restore(ACCOUNT, ids.slice(0, 2));
  }
  if (rules.length === 0 || kind === 'none') return null;
  if (kind === 'edit rule') return sync.changeRules(ACCOUNT, { kind: 'edit', shown, rule, applyToOld });
  if (kind === 'delete rule') return sync.changeRules(ACCOUNT, { kind: 'delete', shown });
  return sync.changeRules(ACCOUNT, { kind: 'move', shown, to: { place: 0, rule: rules[0] as Rule } });
}

function mirrorRows(store: Reader): ShownRow[] {
  return loadMirrorTransactions(store, ACCOUNT).blocks.flatMap((block) =>
    rowsOf({ ...block, text: loadMirrorText(store, ACCOUNT, block) }).map((row) => {
      const { row_index: number, category } = fieldsOf(row);
      return { id: row.id, row: number, category };
    }),
  );
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
  steps: fc.array(fc.record({ wait: fc.integer({ min: 0, max: 6 }), deed, act }), { minLength: 3, maxLength: 12 }),
  writesBalances: fc.boolean(),
});

/**
 * Numbers of syncs without a read of the workbook: all (`unread`), after a save by the user (`followed`), with a write (`wrote`).
 * `acts`: the number of user actions of each kind.
 */
interface Tally {
  unread: number;
  followed: number;
  wrote: number;
  acts: Record<string, number>;
}

const emptyTally = (): Tally => ({ unread: 0, followed: 0, wrote: 0, acts: {} });

/** Executes the same history on two benches: the second one reads the workbook before each step. */
async function liveTwice(
  { payments, steps, writesBalances }: typeof history extends fc.Arbitrary<infer One> ? One : never,
  tally: Tally,
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
        tally.unread += 1;
        tally.followed += Number(['categorize', 'save', 'rule'].includes(step.deed.kind));
        tally.wrote += Number(counts.added + counts.updated > 0);
      }
      const after = [stateOf(bench, id, counts, messages)];
      if (place === 1) saveSettled(bench.store, ACCOUNT, null);
      const [started, reads] = [start(bench, step.act), bench.workbook.reads];
      if (started !== null) {
        const run = await bench.sync.wait(started);
        after.push(stateOf(bench, started, run?.counts, run?.messages));
        if (place === 0 && bench.workbook.reads === reads)
          tally.acts[step.act.kind] = (tally.acts[step.act.kind] ?? 0) + 1;
      }
      seen.push(after);
    }
    expect(seen[0]).toEqual(seen[1]);
  }
  const shown = mirrorOf(benches[0]);
  await benches[0].sync.rebuildMirror(ACCOUNT);
  expect(mirrorOf(benches[0])).toEqual(shown);
}

function stateOf(bench: SyncBench, runId: string, counts: unknown, messages: unknown) {
  const { workbook, store } = bench;
  return {
    counts,
    messages,
    lines: workbook.lines,
    rules: workbook.rules,
    balances: workbook.balances,
    items: [...iterateRunItems(store, runId)],
    memory: listMemory(store, ACCOUNT),
    findings: findings(bench),
    mirror: mirrorOf(bench),
  };
}

test('syncs that do not read the workbook have the same results as syncs that do, for any history', async () => {
  const lived = fc.asyncProperty(history, (one) => liveTwice(one, emptyTally()));
  await fc.assert(lived, { numRuns: HISTORIES });
});

test('most syncs do not read the workbook, in histories with each kind of write and user action', async () => {
  // The seed is fixed, because a few random histories might contain too few writes.
  const [tally, numRuns] = [emptyTally(), 20];
  await fc.assert(
    fc.asyncProperty(history, (one) => liveTwice(one, tally)),
    { seed: 18, numRuns },
  );
  expect(tally.unread).toBeGreaterThan(numRuns);
  expect(tally.wrote).toBeGreaterThan(numRuns / 2);
  expect(tally.followed).toBeGreaterThan(numRuns / 4);
  expect(ACTS.filter((kind) => kind !== 'none' && tally.acts[kind] === undefined)).toEqual([]);
});
