import { describe, expect, it } from 'vitest';
import { addDays, type CalendarDate } from '../calendar-date.ts';
import type { Amount } from '../amount.ts';
import type { BalanceKind } from '../balance.ts';
import type { LedgerRow, StatedBalance } from './reconciliation.ts';
import { trendOf, trendSince } from './trend.ts';

const stated = (date: string, amount: string, kind: BalanceKind = 'booked'): StatedBalance => ({
  kind,
  amount: amount as Amount,
  currency: 'EUR',
  date: date as CalendarDate,
  at: null,
});

const row = (date: string, amount: string, changes: Partial<LedgerRow> = {}): LedgerRow => ({
  transactionId: date,
  date: date as CalendarDate,
  amount: amount as Amount,
  currency: 'EUR',
  sent: null,
  status: 'posted',
  isDeleted: false,
  ...changes,
});

const trendTexts = (balances: StatedBalance[], rows: LedgerRow[]) =>
  trendOf(balances, rows).map(({ day, amount }) => `${day} ${amount}`);

describe('the balance trend', () => {
  it('follows the rows between two balances, and the stated amount on the day of a balance', () => {
    const rows = [row('2026-03-02', '-10.00'), row('2026-03-03', '5.00'), row('2026-03-03', '1.00')];
    expect(trendTexts([stated('2026-03-01', '100.00'), stated('2026-03-04', '97.00')], rows)).toEqual([
      '2026-03-01 100.00',
      '2026-03-02 90.00',
      '2026-03-03 96.00',
      '2026-03-04 97.00',
    ]);
  });

  it('follows the rows back from the first balance, and ends with the last balance', () => {
    const rows = [row('2026-03-01', '-10.00'), row('2026-03-03', '-1.00'), row('2026-03-09', '50.00')];
    expect(trendTexts([stated('2026-03-03', '80.00')], rows)).toEqual(['2026-03-01 81.00', '2026-03-03 80.00']);
  });

  it('dates an opening balance at the end of the previous day, and prefers balances of whole days', () => {
    expect(
      trendTexts(
        [
          stated('2026-03-02', '7.00', 'opening'),
          stated('2026-03-03', '1.00'),
          stated('2026-03-03', '2.00', 'closing'),
        ],
        [],
      ),
    ).toEqual(['2026-03-01 7.00', '2026-03-03 2.00']);
  });

  it('ignores pending and deleted rows, and available balances', () => {
    const rows = [
      row('2026-03-02', '-1.00', { status: 'pending' }),
      row('2026-03-02', '-2.00', { isDeleted: true }),
      row('2026-03-02', '-4.00', { date: null }),
    ];
    const balances = [stated('2026-03-01', '10.00'), stated('2026-03-03', '9.00', 'available')];
    expect(trendTexts(balances, rows)).toEqual(['2026-03-01 10.00']);
    expect(trendTexts([stated('2026-03-03', '9.00', 'available')], rows)).toEqual([]);
  });

  it('has at most 400 points over years, and daily points in the newer half', () => {
    const first = '2020-01-01' as CalendarDate;
    const rows = Array.from({ length: 2000 }, (_, day) => row(addDays(first, day), '1.00'));
    const points = trendOf([stated(addDays(first, 1999), '2000.00')], rows);
    expect(points.length).toBeLessThanOrEqual(400);
    expect(points.slice(-200).map(({ day }) => day)).toEqual(
      Array.from({ length: 200 }, (_, day) => addDays(first, 1800 + day)),
    );
    expect(points[0]).toEqual({ day: first, amount: '1.00' });
  });
});

describe('the updated trend', () => {
  const rows = [row('2026-02-20', '-3.00'), row('2026-03-02', '-10.00'), row('2026-03-06', '5.00')];
  const added = [...rows, row('2026-02-27', '-7.00'), row('2026-03-05', '-1.00')];
  const since = '2026-02-27' as CalendarDate;

  it.each([
    ['with a later balance', [stated('2026-03-04', '90.00')]],
    ['with a balance on that day and an earlier one', [stated('2026-02-10', '100.00'), stated(since, '80.00')]],
  ])('is calculated from only the changed rows, but equals the trend of all rows: %s', (_, balances) => {
    const late = added.filter(({ date }) => date !== null && date >= since);
    expect(trendSince(since, trendOf(balances, rows), balances, late)).toEqual(trendOf(balances, added));
  });
});
