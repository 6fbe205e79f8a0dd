import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { closings, ledgerRow as row, stated } from '../../../test/support/ledger-in-hand.ts';
import { day, money } from '../../../test/support/sheet-in-hand.ts';
import type { Instant } from '../calendar-date.ts';
import { reconcile } from './reconcile.ts';
import type { LedgerRow, ReconcileInput, StatedBalance } from './reconciliation.ts';
import { resumeReconciliation } from './resume.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Half a year in which nothing happens but three purchases, one of them lately. */
const EUROS = { currency: 'EUR' };
const BALANCES = [
  ...closings('2026-01-01', '2026-01-09', '100'),
  ...closings('2026-01-10', '2026-02-09', '90'),
  ...closings('2026-02-10', '2026-06-29', '70'),
  ...closings('2026-06-30', '2026-06-30', '65'),
];
const OLD = row('old', '2026-01-10', '-10');
const ROWS = [OLD, row('rent', '2026-02-10', '-20'), row('new', '2026-06-30', '-5')];
const HISTORY: ReconcileInput = { ...EUROS, rows: ROWS, balances: BALANCES };

const { proof: PROOF } = resumeReconciliation(HISTORY, null, digest);

/** Whether the proof still held, so that what came before it was not looked at. */
function isResumed(input: ReconcileInput): boolean {
  const { found, proof } = resumeReconciliation(input, PROOF, digest);
  expect(found).toEqual(reconcile(input));
  return proof === PROOF;
}

describe('a proof', () => {
  it('is of a day that forty balances and sixty days came after', () => {
    expect(PROOF).toMatchObject({ from: '2026-01-02', until: '2026-05-01', offset: '100.00', sum: '-30.00' });
  });

  it('spares what came before it as long as rows and balances of then are the same', () => {
    expect(isResumed(HISTORY)).toBe(true);
    const more = [...BALANCES, stated('closing', '2026-07-01', '62')];
    expect(isResumed({ ...EUROS, rows: [...ROWS, row('tea', '2026-07-01', '-3')], balances: more })).toBe(true);
  });

  it('is the same until many more balances came, and then of a later day', () => {
    const later = { ...HISTORY, balances: [...BALANCES, ...closings('2026-07-01', '2026-09-30', '65')] };
    const { found, proof } = resumeReconciliation(later, PROOF, digest);
    expect([found, proof]).toMatchObject([reconcile(later), { from: '2026-01-02', until: '2026-08-01' }]);
    expect(proof).toEqual(resumeReconciliation(later, null, digest).proof);
  });

  it('of few balances, of rows that differ, or of none is none', () => {
    const proofOf = (input: Partial<ReconcileInput>) =>
      resumeReconciliation({ ...HISTORY, ...input }, null, digest).proof;
    expect(proofOf({ balances: closings('2026-06-01', '2026-06-29', '70') })).toBeNull();
    expect(proofOf({ rows: [{ ...OLD, isDeleted: true }, ...ROWS.slice(1)] })).toBeNull();
    expect(proofOf({ balances: [] })).toBeNull();
  });

  it('counts rows of before it that have more decimals than those of after it', () => {
    const rows = [row('sliver', '2026-01-03', '0.004'), row('slice', '2026-01-03', '-0.004'), ...ROWS];
    const input = { ...HISTORY, rows };
    const { proof } = resumeReconciliation(input, null, digest);
    expect(resumeReconciliation(input, proof, digest)).toEqual({ found: reconcile(input), proof });
  });
});

describe('all is looked at again', () => {
  const changes: Readonly<Record<string, readonly LedgerRow[]>> = {
    'a deletion': [{ ...OLD, isDeleted: true }],
    'an edited amount': [{ ...OLD, amount: money('-10.90') }],
    'an amount that is no number any more': [{ ...OLD, amount: null }],
    'another amount of the bank': [{ ...OLD, sent: { date: day('2026-01-10'), amount: money('-11') } }],
    'another day of the bank': [{ ...OLD, sent: { date: day('2026-01-09'), amount: money('-10') } }],
    'a booking that was taken back to pending': [{ ...OLD, status: 'pending' }],
    'a row that is gone': [],
    'a row that came late': [OLD, row('late', '2026-03-01', '-1')],
    'two that came late and even out': [OLD, row('late', '2026-01-20', '-1'), row('later', '2026-02-20', '1')],
    'a row typed by hand': [OLD, row('typed', '2026-03-01', '-1', { sent: null })],
  };
  it.each(Object.entries(changes))('after %s of before the proof', (_, instead) => {
    expect(isResumed({ ...HISTORY, rows: [...instead, ...ROWS.slice(1)] })).toBe(false);
  });

  const [first, ...others] = BALANCES as [StatedBalance, ...StatedBalance[]];
  const balances: Readonly<Record<string, readonly StatedBalance[]>> = {
    'a balance more': [stated('booked', '2026-03-01', '70'), ...BALANCES],
    'a balance less, as of a run that was undone': others,
    'another amount': [{ ...first, amount: money('99') }, ...others],
    'another moment': [{ ...first, at: '2026-01-01T08:00:00.000Z' as Instant }, ...others],
    'a balance that was told again': [{ ...first, learnedAt: '2026-06-30T08:00:00.000Z' as Instant }, ...others],
    'an opening of the day after it': [stated('opening', '2026-05-02', '70'), ...BALANCES],
  };
  it.each(Object.entries(balances))('after %s among those of before the proof', (_, changed) => {
    expect(isResumed({ ...HISTORY, balances: changed })).toBe(false);
  });

  it('where what came after it does not add up', () => {
    expect(isResumed({ ...HISTORY, rows: [...ROWS, row('twice', '2026-05-20', '-5')] })).toBe(false);
  });
});

it('a row without a day, in another currency, or that names itself otherwise leaves the proof as it is', () => {
  const rows = [
    ...ROWS,
    row('dollars', '2026-01-10', '-7', { currency: 'USD' }),
    row('undated', '2026-01-10', '-7', { sent: null, date: null }),
  ];
  expect(isResumed({ ...HISTORY, rows })).toBe(true);
  expect(isResumed({ ...HISTORY, rows: ROWS.map((one, place) => ({ ...one, transactionId: `${place}` })) })).toBe(true);
});
