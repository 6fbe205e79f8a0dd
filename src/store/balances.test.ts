import { describe, expect, test } from 'vitest';
import { addQueuedRun, AT, storeWithAccount } from '../../test/support/store-with-account.ts';
import type { Amount } from '../core/amount.ts';
import type { CalendarDate, Instant } from '../core/calendar-date.ts';
import { removeAccount } from './accounts.ts';
import {
  forgetBalances,
  forgetBalancesOf,
  listAccountNames,
  listBalancesOf,
  listLatestBalances,
  recordBalances,
  type StatedBalance,
} from './balances.ts';
import {
  completeReconciliations,
  findTrend,
  isAnyStale,
  listReconciliations,
  markAllStale,
  markStale,
  saveReconciliation,
} from './reconciliations.ts';

const stated = (amount: string, changes: Partial<StatedBalance> = {}): StatedBalance => ({
  bankAccountId: 'bank/1',
  name: 'Checking',
  kind: 'booked',
  amount: amount as Amount,
  currency: 'EUR',
  date: '2026-03-08' as CalendarDate,
  at: null,
  connectionId: 'feed',
  file: null,
  ...changes,
});

const LATER = '2026-03-11T09:00:00.000Z' as Instant;
const inRun = (runId: string) => ({ accountId: 'a', runId });

function store() {
  const made = storeWithAccount();
  for (const id of ['run_1', 'run_2']) addQueuedRun(made, id);
  const amounts = () => listBalancesOf(made, 'a', 'bank/1').map(({ amount }) => amount);
  return { store: made, amounts };
}

describe('stated balances', () => {
  test('of earlier days are kept, and a later balance of the same day and source replaces the earlier one', () => {
    const { store: db, amounts } = store();
    recordBalances(db, inRun('run_1'), [stated('1.00', { date: '2026-03-07' as CalendarDate }), stated('2.00')], AT);
    recordBalances(db, inRun('run_2'), [stated('3.00', { name: 'Giro' })], LATER);
    expect(amounts()).toEqual(['1.00', '3.00']);
    expect(listAccountNames(db, 'a')).toEqual(new Map([['bank/1', 'Giro']]));
  });

  test('of one day are stored separately for each kind, currency, connection and file', () => {
    const { store: db, amounts } = store();
    const all = [
      stated('1.00'),
      stated('2.00', { kind: 'closing' }),
      stated('3.00', { currency: 'USD' }),
      stated('4.00', { connectionId: 'files', file: 'one' }),
      stated('5.00', { connectionId: 'files', file: 'two' }),
    ];
    recordBalances(db, inRun('run_1'), all, AT);
    expect(amounts().sort()).toEqual(['1.00', '2.00', '3.00', '4.00', '5.00']);
  });

  test('are removed if the run that recorded them is undone, while those of other runs stay', () => {
    const { store: db, amounts } = store();
    recordBalances(db, inRun('run_1'), [stated('1.00', { connectionId: 'files', file: 'one' })], AT);
    recordBalances(db, inRun('run_2'), [stated('2.00', { connectionId: 'files', file: 'two' })], LATER);
    expect(forgetBalancesOf(db, 'run_2')).toEqual(['bank/1']);
    expect(amounts()).toEqual(['1.00']);
  });

  test('are listed by listLatestBalances(): the newest of each account and kind, without opening balances', () => {
    const { store: db } = store();
    const old = '2026-03-01' as CalendarDate;
    const balances = [
      stated('1.00'),
      stated('2.00', { date: old }),
      stated('3.00', { kind: 'available' }),
      stated('4.00', { kind: 'opening', date: '2026-03-09' as CalendarDate }),
    ];
    recordBalances(db, inRun('run_1'), balances, AT);
    expect(
      listLatestBalances(db, 'a')
        .map(({ kind, amount }) => `${kind} ${amount}`)
        .sort(),
    ).toEqual(['available 3.00', 'booked 1.00']);
  });

  test('are removed when their account is removed or gets another workbook', () => {
    const { store: db, amounts } = store();
    recordBalances(db, inRun('run_1'), [stated('1.00')], AT);
    markStale(db, 'a', ['bank/1']);
    forgetBalances(db, 'a');
    expect([amounts(), listReconciliations(db, 'a')]).toEqual([[], []]);
    recordBalances(db, inRun('run_1'), [stated('1.00')], AT);
    removeAccount(db, 'a');
    expect(amounts()).toEqual([]);
  });
});

describe('a reconciliation', () => {
  const found = { bankAccountId: 'bank/1', currency: 'EUR', basis: 'r1 x', result: { is: 'found' } };

  test('keeps its last result while it is stale, until a new result is saved', () => {
    const { store: db } = store();
    recordBalances(db, inRun('run_1'), [stated('1.00')], AT);
    expect(isAnyStale(db, 'a')).toBe(false);
    markStale(db, 'a', ['bank/1', 'bank/unknown']);
    expect([isAnyStale(db, 'a'), listReconciliations(db, 'a')]).toEqual([
      true,
      [{ bankAccountId: 'bank/1', currency: 'EUR', isStale: true, basis: '', result: null }],
    ]);
    saveReconciliation(db, 'a', found, [{ day: '2026-03-08', amount: '1.00' }]);
    expect([isAnyStale(db, 'a'), listReconciliations(db, 'a')]).toEqual([false, [{ ...found, isStale: false }]]);
    expect(findTrend(db, 'a', 'bank/1', 'EUR')).toEqual([{ day: '2026-03-08', amount: '1.00' }]);
    expect(findTrend(db, 'a', 'bank/1', 'USD')).toBeNull();
    markAllStale(db, 'a');
    expect(listReconciliations(db, 'a')).toEqual([{ ...found, isStale: true }]);
  });

  test('is removed when the last balance of its bank account is removed', () => {
    const { store: db } = store();
    recordBalances(db, inRun('run_1'), [stated('1.00')], AT);
    saveReconciliation(db, 'a', found, []);
    markStale(db, 'a', forgetBalancesOf(db, 'run_1'));
    expect(listReconciliations(db, 'a')).toEqual([]);
  });

  test('is marked stale at the start if it has another format, and is added as stale if it is missing', () => {
    const { store: db } = store();
    const other = stated('1.00', { bankAccountId: 'bank/2' });
    recordBalances(db, inRun('run_1'), [stated('1.00'), other], AT);
    saveReconciliation(db, 'a', found, []);
    completeReconciliations(db, 'r1 ');
    expect(listReconciliations(db, 'a').map(({ bankAccountId, isStale }) => [bankAccountId, isStale])).toEqual([
      ['bank/1', false],
      ['bank/2', true],
    ]);
    completeReconciliations(db, 'r2 ');
    expect(listReconciliations(db, 'a').map(({ isStale, result }) => [isStale, result])).toEqual([
      [true, null],
      [true, null],
    ]);
  });
});
