import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addAmounts, parseAmount, type Amount } from '../../core/amount.ts';
import type { Balance } from '../../core/balance.ts';
import { addDays, fromEpochDay, type CalendarDate } from '../../core/calendar-date.ts';
import { BookedDays, openingBalance, settledBalances } from './stated-balances.ts';

const account = { id: 'a', name: 'Everyday', currency: 'EUR', lastDigits: null };
const day = (text: string) => text as CalendarDate;
const stated = (date: string) => ({
  account,
  amount: parseAmount('5') as Amount,
  currency: 'EUR',
  date: day(date),
  at: null,
});

describe('the opening balance of 30 January', () => {
  test.each([
    ['is a closing balance if the first booking is later', '2026-01-31', false, 'closing'],
    ['is an opening balance if there is a booking on that day', '2026-01-30', false, 'opening'],
    ['is ignored if only a value date is on that day', '2026-01-30', true, undefined],
    ['is ignored if a booking is earlier', '2026-01-29', false, undefined],
  ])('%s', (_, first, isValueDate, kind) => {
    const found = openingBalance(stated('2026-01-30'), { date: day(first), isValueDate }, day('2026-01-31'));
    expect(found?.kind).toBe(kind);
  });

  test('counts as the closing balance of that day, unless the statement has another closing balance for that day', () => {
    expect(openingBalance(stated('2026-01-30'), null, day('2026-01-31'))?.kind).toBe('closing');
    expect(openingBalance(stated('2026-01-30'), null, null)?.kind).toBe('closing');
    expect(openingBalance(stated('2026-01-30'), null, day('2026-01-30'))).toBeNull();
  });
});

/** An account's bookings, cut into statements at any place, also in the middle of a day. */
const histories = fc.record({
  bookings: fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: -9, max: 9 })), { maxLength: 20 }),
  cuts: fc.array(fc.nat(20), { maxLength: 6 }),
  start: fc.integer({ min: -50, max: 50 }),
  datesByStatementBefore: fc.boolean(),
});

test('settledBalances keeps only correct balances, wherever the history of an account is cut into statements', () => {
  fc.assert(
    fc.property(histories, ({ bookings, cuts, start, datesByStatementBefore }) => {
      const rows = bookings
        .map(([offset, units]) => ({ date: addDays(fromEpochDay(20_000), offset + 1), amount: units }))
        .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
      const ends = [...new Set([...cuts.filter((cut) => cut < rows.length), rows.length])].sort((a, b) => a - b);
      const amountOf = (units: number) => parseAmount(`${units}`) as Amount;
      const found: Balance[] = [];
      let from = 0;
      let balance = start;
      let before = fromEpochDay(20_000);
      for (const end of ends) {
        const inside = rows.slice(from, end);
        const days = new BookedDays();
        for (const { date } of inside) days.see(date, false);
        const closing = days.last ?? before;
        const opening = datesByStatementBefore ? before : (days.first?.date ?? before);
        const first = openingBalance({ ...stated(opening), amount: amountOf(balance) }, days.first, closing);
        if (first !== null) found.push(first);
        balance += inside.reduce((sum, { amount }) => sum + amount, 0);
        found.push({ ...stated(closing), amount: amountOf(balance), kind: 'closing' });
        from = end;
        before = closing;
      }
      for (const { kind, date, amount } of settledBalances(found)) {
        if (kind === 'booked') continue;
        const counted = rows.filter((row) => (kind === 'opening' ? row.date < date : row.date <= date));
        const expected = counted.reduce((sum, row) => addAmounts(sum, amountOf(row.amount)), amountOf(start));
        expect([kind, date, amount]).toEqual([kind, date, expected]);
      }
    }),
    { numRuns: 2000 },
  );
});

test('settledBalances merges equal balances of several statements, but not of two currencies', () => {
  const closing: Balance = { ...stated('2026-01-30'), kind: 'closing' };
  expect(settledBalances([closing, { ...closing }, { ...closing, currency: 'USD' }])).toHaveLength(2);
});
