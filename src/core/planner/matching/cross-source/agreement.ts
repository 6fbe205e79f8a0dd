import { addDays, type CalendarDate } from '../../../calendar-date.ts';
import { inTurn, withoutPaired, type Arrival } from '../../arrival.ts';
import { POSTS_LATER_DAYS } from '../closeness.ts';
import type { Planning } from '../../planning.ts';
import { PASSES, type PassContext } from './passes.ts';
import type { Ledger, LedgerEntry, View } from './views.ts';

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
export function measureAgreement(
  { accountId, all }: View,
  ledger: Ledger,
  { coverage }: Planning,
  context: PassContext,
): Agreement {
  const from = sinceEnough(all, ledger);
  const pairable = addDays(from, -POSTS_LATER_DAYS);
  const candidates = ledger.entries.flatMap((known) => (known.date >= pairable ? [{ ...known }] : []));
  const arrivals = all.filter(({ transaction }) => transaction.date >= from);
  const unseen = (): readonly LedgerEntry[] => candidates.filter(({ seen }) => !seen);
  const pairs = inTurn(
    arrivals,
    PASSES.map((pass) => (rest) => (rest.length === 0 ? [] : pass(rest, unseen(), context))),
  );
  const alone = withoutPaired(arrivals, pairs).filter(
    ({ transaction: { date, status } }) => status === 'posted' && ledger.first <= date && date <= ledger.last,
  );
  // A feed may lag behind a statement: what is later than all of it is not missing from it.
  const to = all.reduce((last, { transaction: { date } }) => (date > last ? date : last), EARLIEST);
  const missed = candidates.filter(
    ({ date, status, seen }) =>
      !seen && status === 'posted' && from <= date && date <= to && coverage.covers(accountId, date),
  );
  return { pairs: pairs.length, contradictions: Math.min(alone.length, missed.length) };
}

/** So many of the latest transactions tell as much as all of them. */
const ENOUGH = 2000;

/** The first day of the latest transactions that are enough, of those on days that the ledger has. */
function sinceEnough(all: readonly Arrival[], { entries }: Ledger): CalendarDate {
  if (all.length <= ENOUGH) return EARLIEST;
  const last = entries.reduce((latest, { date }) => (date > latest ? date : latest), EARLIEST);
  const dates = all.flatMap(({ transaction: { date } }) => (date <= last ? [date] : [])).sort();
  return dates.at(-ENOUGH) ?? EARLIEST;
}

const EARLIEST = '0001-01-01' as CalendarDate;
