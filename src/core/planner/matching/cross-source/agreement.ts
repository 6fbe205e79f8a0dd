import { addDays, type CalendarDate } from '../../../calendar-date.ts';
import type { Arrival } from '../../arrival.ts';
import { POSTS_LATER_DAYS } from '../closeness.ts';
import type { Planning } from '../../planning.ts';
import { heldDays } from './held-days.ts';
import { PASSES } from './passes.ts';
import type { Ledger, View } from './views.ts';

export interface Agreement {
  /** How many transactions the two have in common. */
  readonly pairs: number;
  /** How many each of them misses of the other on days that both hold; the smaller of the two. */
  readonly contradictions: number;
}

/**
 * How far a view and a ledger tell the same story on the days that both hold. Two sources of one account have
 * nearly everything in common; what only one of them has was filtered out of the other, or came late. Two
 * accounts that share their last digits each have what the other has not, and a pair is a coincidence. All of
 * both counts, also what other rules have recognised, so that a single newcomer is judged by its company.
 */
export function measureAgreement(view: View, ledger: Ledger, planning: Planning): Agreement {
  const { accountId, all } = view;
  const { coverage, similarity } = planning;
  const context = { ...heldDays(view, ledger, planning), similarity, leastSimilarity: 0 };
  const from = sinceEnough(all, ledger);
  const pairable = addDays(from, -POSTS_LATER_DAYS);
  const candidates = ledger.entries.flatMap((known) =>
    known.date !== null && known.date >= pairable ? [{ ...known, seen: false }] : [],
  );
  let rest: readonly Arrival[] = all.filter(({ transaction }) => transaction.date >= from);
  let pairs = 0;
  for (const pass of PASSES) {
    if (rest.length === 0) break;
    const matched = pass(
      rest,
      candidates.filter(({ seen }) => !seen),
      context,
    );
    pairs += matched.pairs.length;
    rest = matched.rest;
  }
  const alone = rest.filter(
    ({ transaction: { date, status } }) => status === 'posted' && ledger.first <= date && date <= ledger.last,
  );
  // A feed may lag behind a statement: what is later than all of it is not missing from it.
  const to = all.reduce((last, { transaction: { date } }) => (date > last ? date : last), EARLIEST);
  const missed = candidates.filter(
    ({ date, status, seen }) =>
      !seen && status === 'posted' && date !== null && from <= date && date <= to && coverage.covers(accountId, date),
  );
  return { pairs, contradictions: Math.min(alone.length, missed.length) };
}

/** So many of the latest transactions tell as much as all of them. */
const ENOUGH = 2000;

/** The first day of the latest transactions that are enough, of those on days that the ledger has. */
function sinceEnough(all: readonly Arrival[], { entries }: Ledger): CalendarDate {
  if (all.length <= ENOUGH) return EARLIEST;
  const last = entries.reduce((latest, { date }) => (date !== null && date > latest ? date : latest), EARLIEST);
  const dates = all.flatMap(({ transaction: { date } }) => (date <= last ? [date] : [])).sort();
  return dates.at(-ENOUGH) ?? EARLIEST;
}

const EARLIEST = '0001-01-01' as CalendarDate;
