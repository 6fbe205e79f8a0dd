import { describe, expect, it } from 'vitest';
import { closings, ledgerRow as row, stated } from '../../../test/support/ledger-rows.ts';
import { addDays, type CalendarDate } from '../calendar-date.ts';
import { reconcileWhole } from './reconcile.ts';
import type { LedgerRow, StatedBalance } from './reconciliation.ts';

function reconcileEuros(balances: readonly StatedBalance[], rows: readonly LedgerRow[]) {
  return reconcileWhole({ currency: 'EUR', balances, rows }).found;
}

describe('the days of a missing row', () => {
  it('begin with the day of an intraday balance, because the bank may book later on that day', () => {
    const moment = stated('booked', '2026-01-10', '100');
    const before = closings('2026-01-01', '2026-01-09', '100');
    expect(reconcileEuros([...before, moment, ...closings('2026-01-11', '2026-01-31', '60')], [])).toMatchObject({
      status: 'differs',
      differences: [
        { by: '-40.00', candidates: [{ kind: 'missing-statement', from: '2026-01-10', until: '2026-01-11' }] },
      ],
    });
  });

  it('include the following days with rows of the same amount, any of which may be the missing one', () => {
    // One coffee a day from the 12th on. The coffee of the 11th is missing, but the balances fit any missing day up to the 14th.
    const coffees = Array.from({ length: 3 }, (_, place) =>
      row(`coffee ${place}`, addDays('2026-01-12' as CalendarDate, place), '-3.50'),
    );
    const balances = [
      ...closings('2026-01-01', '2026-01-10', '100'),
      ...['96.50', '93', '89.50'].map((amount, place) =>
        stated('closing', addDays('2026-01-11' as CalendarDate, place), amount),
      ),
      ...closings('2026-01-14', '2026-02-20', '86'),
    ];
    expect(reconcileEuros(balances, coffees)).toMatchObject({
      status: 'differs',
      differences: [
        {
          by: '-3.50',
          shownOn: '2026-01-11',
          candidates: expect.arrayContaining([{ kind: 'missing', from: '2026-01-11', until: '2026-01-14' }]),
        },
      ],
    });
  });
});

it('reconcile distinguishes a duplicated salary from monthly salaries of a whole year', () => {
  const firsts = Array.from(
    { length: 17 },
    (_, month) => `${2026 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`,
  );
  const salaries = firsts.map((first) => row(first, first, '2500'));
  const balances = firsts.map((first, month) => stated('opening', first, String(2500 * month)));
  expect(reconcileEuros(balances, salaries)).toMatchObject({ status: 'proven' });
  expect(reconcileEuros(balances, [...salaries, row('again', '2026-09-02', '2500')])).toMatchObject({
    status: 'differs',
    by: '-2500.00',
    since: '2026-08-31',
    differences: [{ candidates: [{ kind: 'doubled', transactionIds: ['2026-09-01', 'again'] }, {}] }],
  });
});

it('reconcile reports one edit as one difference, even if later balances differ for some days', () => {
  const edited = row('shoes', '2026-01-11', '-19.10', { sent: '-20' });
  const noise = closings('2026-01-11', '2026-01-13', '80.43');
  const balances = [
    ...closings('2026-01-01', '2026-01-10', '100'),
    ...noise,
    ...closings('2026-01-14', '2026-02-20', '80'),
  ];
  expect(reconcileEuros(balances, [edited])).toMatchObject({
    status: 'differs',
    by: '-0.90',
    differences: [{ by: '-0.90', candidates: [{ kind: 'edited', transactionIds: ['shoes'] }, {}] }],
  });
});
