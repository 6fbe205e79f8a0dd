import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bankHabits } from '../../../test/support/bank-habits.ts';
import { CASE_FACTOR } from '../../../test/support/cases.ts';
import { seeded } from '../../../test/support/seeded.ts';
import { SimulatedBank } from '../../../test/support/simulated-bank.ts';
import { fromUnits, toUnits, type Amount } from '../amount.ts';
import { addDays, type CalendarDate } from '../calendar-date.ts';
import type { LedgerRow, ReconcileInput, StatedBalance } from './reconciliation.ts';
import { reconcileRecent, reconcileWhole, recentSince, type Checkpoint } from './reconcile.ts';

const SEED = 12;
const HISTORIES = 10 * CASE_FACTOR;
const LOOKS = 30;

/** A change of one row by the user, a late source or an undo. Returns null to remove the row. */
type Change = (row: LedgerRow) => LedgerRow | null;

const CHANGES: readonly Change[] = [
  (row) => ({ ...row, isDeleted: true }),
  () => null,
  (row) => ({ ...row, amount: fromUnits(toUnits(row.amount as Amount, 2) + 90n, 2) }),
  (row) => ({ ...row, amount: null }),
  (row) => ({ ...row, sent: null }),
  (row) => ({ ...row, status: 'pending' }),
  (row) => ({ ...row, date: row.date === null ? null : addDays(row.date, 40) }),
  (row) => (row.sent === null ? row : { ...row, sent: { ...row.sent, date: addDays(row.sent.date, -2) } }),
];

it('reconcileRecent gives the result of reconcileWhole, or null, if nothing before the checkpoint changed', () => {
  const seen = { looks: 0, differs: 0, recent: 0, fromCheckpoint: 0 };
  const property = fc.property(bankHabits, (habits) => {
    const bank = new SimulatedBank({ ...habits, days: 420, feedEvery: habits.feedEvery === 7 ? 1 : habits.feedEvery });
    const random = seeded(habits.seed + 2);
    const changes = new Map<string, Change>();
    let checkpoint: Checkpoint | null = null;
    let before: ReconcileInput | null = null;
    for (let look = 1; look <= LOOKS; look++) {
      const today = Math.floor((bank.habits.days * look) / LOOKS);
      const current = bank.rowsOn(today);
      // Half of the accounts get no changes, because an account with a difference never has a checkpoint to test.
      if (habits.seed % 2 === 0) updateChanges(current, changes, random);
      const rows = current.flatMap(
        (row) => changes.get(row.transactionId)?.(row) ?? (changes.has(row.transactionId) ? [] : [row]),
      );
      const input: ReconcileInput = {
        currency: 'EUR',
        rows,
        balances: withBalanceChanged(bank.balancesOn(today), random),
      };
      const whole = reconcileWhole(input);
      const holds = checkpoint === null || (before !== null && isSameUntil(checkpoint.until, before, input));
      const since = recentSince(input.balances, checkpoint);
      if (holds && since !== null) {
        const recent = reconcileRecent({ ...input, rows: rows.filter((row) => dayOf(row) >= since) }, checkpoint);
        if (recent !== null) expect(recent).toEqual(whole.found);
        seen.recent += Number(recent !== null);
        seen.fromCheckpoint += Number(recent !== null && checkpoint !== null);
      }
      seen.looks += 1;
      seen.differs += Number(whole.found.status === 'differs');
      checkpoint = whole.checkpoint;
      before = input;
    }
  });
  fc.assert(property, { numRuns: HISTORIES, seed: SEED });
  if (CASE_FACTOR > 1) console.log(seen);
  expect(seen.differs).toBeGreaterThan(0.02 * seen.looks);
  expect(seen.recent).toBeGreaterThan(0.3 * seen.looks);
  expect(seen.fromCheckpoint).toBeGreaterThan(0.1 * seen.looks);
});

function isSameUntil(until: CalendarDate, a: ReconcileInput, b: ReconcileInput): boolean {
  const [one, other] = [a, b].map(({ rows, balances }) =>
    JSON.stringify([
      rows.filter((row) => dayOf(row) <= until),
      balances.filter(({ kind, date }) => date <= (kind === 'opening' ? addDays(until, 1) : until)),
    ]),
  );
  return one === other;
}

function dayOf({ sent, date }: LedgerRow): string {
  return sent?.date ?? date ?? '';
}

/** Sometimes changes one row, most often an old one, from this reconciliation on; sometimes reverts all earlier changes. */
function updateChanges(rows: readonly LedgerRow[], changes: Map<string, Change>, random: () => number): void {
  if (random() < 0.5) changes.clear();
  if (random() < 0.7) return;
  const row = rows[Math.floor(random() * random() * rows.length)];
  const change = CHANGES[Math.floor(random() * CHANGES.length)];
  if (row !== undefined && change !== undefined) changes.set(row.transactionId, change);
}

/** Sometimes drops a balance, as an undo of its run does, or adds a wrong one. */
function withBalanceChanged(balances: readonly StatedBalance[], random: () => number): readonly StatedBalance[] {
  if (random() > 0.1 || balances.length === 0) return balances;
  const place = Math.floor(random() * balances.length);
  if (random() < 0.5) return balances.toSpliced(place, 1);
  const more = { ...(balances[place] as StatedBalance), amount: '12.34' as Amount };
  return [...balances, more];
}
