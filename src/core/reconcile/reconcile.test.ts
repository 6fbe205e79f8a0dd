import { describe, expect, it } from 'vitest';
import { closings, ledgerRow as row, stated } from '../../../test/support/ledger-rows.ts';
import { day } from '../../../test/support/sheet-simulator.ts';
import type { Instant } from '../calendar-date.ts';
import { reconcileWhole } from './reconcile.ts';
import type { Differs, LedgerRow, Reconciliation, StatedBalance } from './reconciliation.ts';

function reconcileEuros(balances: readonly StatedBalance[], rows: readonly LedgerRow[]): Reconciliation {
  return reconcileWhole({ currency: 'EUR', balances, rows }).found;
}

/** The balance falls from 1,000.00 to 700.00 in January; `ROWS` explain it. */
const JANUARY = [
  stated('opening', '2026-01-01', '1000'),
  stated('closing', '2026-01-10', '900'),
  stated('closing', '2026-01-31', '700'),
];
const ROWS = [row('rent', '2026-01-05', '-100'), row('shoes', '2026-01-20', '-150'), row('books', '2026-01-21', '-50')];
/** Balances and rows of later days, so that all rows of January count as booked. */
const LATER = [stated('closing', '2026-02-10', '690'), stated('closing', '2026-02-20', '690')];
const LATER_ROWS = [row('tea', '2026-02-05', '-10')];

function inJanuary(rows: readonly LedgerRow[]): Reconciliation {
  return reconcileEuros([...JANUARY, ...LATER], [...rows, ...LATER_ROWS]);
}
const without = (id: string) => ROWS.filter(({ transactionId }) => transactionId !== id);

describe('a proven period', () => {
  it('covers the days between balances if the rows add up to their difference', () => {
    expect(reconcileEuros(JANUARY, ROWS)).toEqual({
      status: 'proven',
      from: '2026-01-01',
      until: '2026-01-31',
      unsettled: null,
    });
  });

  it('includes days without rows between equal balances', () => {
    expect(
      reconcileEuros([stated('closing', '2026-01-01', '5'), stated('closing', '2026-01-31', '5')], []),
    ).toMatchObject({
      status: 'proven',
      from: '2026-01-02',
      until: '2026-01-31',
    });
  });

  it('begins with the first balance and ignores older rows', () => {
    expect(reconcileEuros(JANUARY, [row('old', '2025-11-02', '-77'), ...ROWS])).toMatchObject({ from: '2026-01-01' });
  });

  it('supports amounts of any size and decimals exactly, and overdrafts', () => {
    const balances = [
      stated('closing', '2026-01-01', '-0.1'),
      stated('closing', '2026-01-09', '90071992547409930.025'),
    ];
    const rows = [row('a', '2026-01-05', '90071992547409930.125'), row('zero', '2026-01-06', '0')];
    expect(reconcileEuros(balances, rows)).toMatchObject({ status: 'proven' });
    expect(reconcileEuros(balances, [row('a', '2026-01-05', '90071992547409930.126')])).toMatchObject({
      status: 'not-provable',
    });
  });

  it('stays proven if the rows of the newest balance are still missing', () => {
    expect(reconcileEuros([...JANUARY, stated('booked', '2026-02-02', '650')], ROWS)).toMatchObject({
      status: 'proven',
      until: '2026-01-31',
      unsettled: { date: '2026-02-02', by: '-50.00' },
    });
  });

  it('accepts a balance stated before or after the bookings of its day', () => {
    for (const moment of ['1000', '900'])
      expect(reconcileEuros([...JANUARY, stated('booked', '2026-01-05', moment)], ROWS)).toMatchObject({
        status: 'proven',
      });
  });

  it('accepts a balance that already includes a row with a later date', () => {
    const dated = row('rent', '2026-01-12', '-100');
    expect(inJanuary([dated, ...without('rent')])).toMatchObject({ status: 'proven', until: '2026-02-20' });
  });

  it('ignores dates that the user changed and rows that the user split', () => {
    const moved = { ...row('books', '2026-01-21', '-50'), date: day('2025-12-01') };
    const split = [
      row('shoes', '2026-01-20', '-90', { sent: '-150' }),
      row('hat', '2026-01-20', '-60', { sent: null }),
    ];
    expect(inJanuary([row('rent', '2026-01-05', '-100'), moved, ...split])).toMatchObject({ status: 'proven' });
  });

  it('accepts a balance that includes pending rows', () => {
    const pending = row('cinema', '2026-02-01', '-12', { status: 'pending' });
    expect(reconcileEuros([...JANUARY, stated('booked', '2026-02-02', '688')], [...ROWS, pending])).toMatchObject({
      status: 'proven',
    });
  });

  it('uses the later of two contradicting balances; without times, the balance that the rows prove', () => {
    const [early, late] = ['2026-02-01T08:00:00.000Z', '2026-02-02T08:00:00.000Z'] as [Instant, Instant];
    const [opening, middle] = JANUARY as [StatedBalance, StatedBalance];
    const last = (amount: string, learnedAt: Instant | null) => stated('closing', '2026-01-31', amount, { learnedAt });
    expect(reconcileEuros([opening, middle, last('700', late), last('123', early)], ROWS)).toMatchObject({
      until: '2026-01-31',
      unsettled: null,
    });
    expect(reconcileEuros([opening, middle, last('700', early), last('123', late)], ROWS)).toMatchObject({
      until: '2026-01-10',
      unsettled: { by: '-577.00' },
    });
    expect(reconcileEuros([opening, middle, last('123', null), last('700', null)], ROWS)).toMatchObject({
      unsettled: null,
    });
  });
});

describe('a difference', () => {
  it('identifies a row that the user deleted', () => {
    const rows = [...without('shoes'), row('shoes', '2026-01-20', '-150', { isDeleted: true })];
    expect(reconcileEuros(JANUARY, rows)).toMatchObject({
      status: 'differs',
      by: '-150.00',
      since: '2026-01-10',
      proven: [{ from: '2026-01-01', until: '2026-01-10' }],
      differences: [{ shownOn: '2026-01-31', candidates: [{ kind: 'deleted', transactionIds: ['shoes'] }, {}] }],
    });
  });

  it('identifies several rows that were deleted together', () => {
    const rows = ROWS.map((one) => ({ ...one, isDeleted: one.transactionId !== 'rent' }));
    expect(inJanuary(rows)).toMatchObject({
      by: '-200.00',
      differences: [{ candidates: [{ kind: 'deleted', transactionIds: ['shoes', 'books'] }, {}] }],
    });
  });

  it('identifies a row whose amount the user edited or deleted', () => {
    const edited = row('shoes', '2026-01-20', '-105', { sent: '-150' });
    expect(reconcileEuros(JANUARY, [edited, ...without('shoes')])).toMatchObject({
      by: '-45.00',
      differences: [{ candidates: [{ kind: 'edited', transactionIds: ['shoes'] }, {}] }],
    });
    expect(reconcileEuros(JANUARY, [{ ...edited, amount: null }, ...without('shoes')])).toMatchObject({
      by: '-150.00',
    });
  });

  it('identifies two rows with the same amount if one is too many', () => {
    expect(inJanuary([...ROWS, row('shoes again', '2026-01-22', '-150')])).toMatchObject({
      by: '150.00',
      since: '2026-01-10',
      differences: [{ candidates: [{ kind: 'doubled', transactionIds: ['shoes', 'shoes again'] }, {}] }],
    });
  });

  it('identifies all rows with the same amount if any of them may be the duplicate', () => {
    const fares = ['12', '13', '14', '15', '16'].map((on) => row(`fare ${on}`, `2026-01-${on}`, '-30'));
    const balances = [...JANUARY.slice(0, 2), ...closings('2026-01-31', '2026-02-20', '780')];
    const { differences } = reconcileEuros(balances, [...ROWS.slice(0, 1), ...fares]) as Differs;
    const [first, , third, all, days, ...others] = differences[0]?.candidates ?? [];
    expect([first, third]).toMatchObject([
      { kind: 'doubled', transactionIds: ['fare 12', 'fare 13'] },
      { kind: 'doubled', transactionIds: ['fare 14', 'fare 15'] },
    ]);
    expect(all).toEqual({ kind: 'doubled', transactionIds: fares.map(({ transactionId }) => transactionId) });
    expect([days?.kind, others]).toEqual(['missing', []]);
  });

  it('identifies a row that the user typed and the bank does not have', () => {
    expect(inJanuary([...ROWS, row('cash', '2026-01-15', '-33', { sent: null })])).toMatchObject({
      by: '33.00',
      differences: [{ candidates: [{ kind: 'typed', transactionIds: ['cash'] }, {}] }],
    });
  });

  it('identifies the days of a missing row or statement', () => {
    expect(inJanuary(without('shoes'))).toMatchObject({
      by: '-150.00',
      differences: [{ candidates: [{ kind: 'missing', from: '2026-01-11', until: '2026-01-31' }] }],
    });
    expect(inJanuary([row('rent', '2026-01-05', '-100')])).toMatchObject({
      by: '-200.00',
      differences: [{ candidates: [{ kind: 'missing-statement', from: '2026-01-11', until: '2026-01-31' }] }],
    });
  });

  it('is reported after ten days if only intraday balances show it, and counts as unsettled until then', () => {
    const moments = (until: string) =>
      closings('2026-02-01', until, '640').map((balance): StatedBalance => ({ ...balance, kind: 'booked' }));
    expect(reconcileEuros([...JANUARY, ...moments('2026-02-08')], ROWS)).toMatchObject({
      status: 'proven',
      unsettled: { by: '-60.00' },
    });
    expect(reconcileEuros([...JANUARY, ...moments('2026-02-14')], ROWS)).toMatchObject({
      status: 'differs',
      by: '-60.00',
    });
  });

  it('is reported for each fault separately, with the proven days in between', () => {
    const march = [stated('closing', '2026-03-01', '640'), stated('closing', '2026-03-20', '640')];
    expect(reconcileEuros([...JANUARY, ...LATER, ...march], [...without('shoes'), ...LATER_ROWS])).toMatchObject({
      by: '-200.00',
      since: '2026-01-10',
      proven: [
        { from: '2026-01-01', until: '2026-01-10' },
        { from: '2026-02-01', until: '2026-02-20' },
        { from: '2026-03-02', until: '2026-03-20' },
      ],
      differences: [
        { by: '-150.00', since: '2026-01-10', shownOn: '2026-01-31' },
        { by: '-50.00', since: '2026-02-20', shownOn: '2026-03-01' },
      ],
    });
  });

  it('ends when the bank reverses the missing transaction', () => {
    const reversed = [stated('closing', '2026-03-01', '840'), stated('closing', '2026-03-20', '840')];
    expect(reconcileEuros([...JANUARY, ...LATER, ...reversed], [...without('shoes'), ...LATER_ROWS])).toMatchObject({
      status: 'proven',
      until: '2026-03-20',
    });
  });
});

describe('an account that cannot be reconciled', () => {
  it.each<[reason: string, balances: StatedBalance[]]>([
    ['no-balance', []],
    ['only-available', [stated('available', '2026-01-01', '5')]],
    ['one-balance', [stated('booked', '2026-01-31', '5'), stated('available', '2026-01-31', '9')]],
    ['one-balance', [stated('closing', '2026-01-31', '5'), stated('opening', '2026-02-01', '5')]],
    ['no-agreement', [stated('closing', '2026-01-01', '5'), stated('closing', '2026-01-31', '6')]],
  ])('has the reason %s', (reason, balances) => {
    expect(reconcileEuros(balances, [])).toMatchObject({ status: 'not-provable', reason });
  });
});

it('reconcile ignores balances and rows in other currencies', () => {
  const dollars = row('fee', '2026-01-15', '-9', { currency: 'USD' });
  const balance = stated('closing', '2026-01-31', '-9', { currency: 'USD' });
  expect(reconcileEuros([...JANUARY, balance], [...ROWS, dollars])).toEqual(reconcileEuros(JANUARY, ROWS));
});
