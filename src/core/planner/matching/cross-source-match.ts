import { withoutPaired, type Arrival, type Pair, compareTexts, inTurn } from '../arrival.ts';
import { PASSES, type PassContext, dayCover } from './cross-source/passes.ts';
import { readLedgers, readViews, ledgerKey, type Ledger, type LedgerEntry, type View } from './cross-source/views.ts';
import type { Planning } from '../planning.ts';
import { TELLS_NOTHING, POSTS_LATER_DAYS } from './closeness.ts';
import { addDays, type CalendarDate } from '../../calendar-date.ts';

/** Rule 4: another source already sent the transaction. Equal purchases may repeat, so each row matches only one transaction. */
export function matchAcrossSources(arrivals: readonly Arrival[], planning: Planning): readonly Pair[] {
  if (arrivals.length === 0 || planning.known.all.length === 0) return [];
  const views = readViews(arrivals, planning.arrivals);
  const links = findLinks(views, readLedgers(views, planning), planning);
  const pairs: Pair[] = [];
  const waiting = new Map<View, readonly Arrival[]>(views.map((view) => [view, view.rest]));
  const claimed = new Set<string>();
  for (const pass of PASSES) {
    for (const { view, candidates, context } of links) {
      const rest = waiting.get(view) ?? [];
      if (rest.length === 0) continue;
      const free = candidates.filter(({ transactionId }) => !claimed.has(transactionId));
      const found = pass(rest, free, context);
      for (const pair of found) {
        pairs.push(pair);
        claimed.add(pair.known.transactionId);
      }
      waiting.set(view, withoutPaired(rest, found));
    }
  }
  return pairs;
}

/** Transactions of this batch (a view) and memory entries (a ledger) of the same account: see `views.ts`. */
interface Link {
  readonly view: View;
  readonly ledger: Ledger;
  readonly candidates: readonly LedgerEntry[];
  readonly context: PassContext;
}

const CERTAIN = { pairs: Infinity, contradictions: 0 };

/** Fewer pairs than this may be a coincidence. In that case, the two texts of a pair must not contradict each other. */
const THIN = 3;

/** If more pairs of accounts share their last digits, the digits do not identify an account. */
const MOST_LINKS_BY_DIGITS = 400;

function findLinks(views: readonly View[], ledgers: readonly Ledger[], planning: Planning): readonly Link[] {
  const seen = planning.known.all.filter((known) => known.seen);
  // Rows that are already matched to a transaction of this batch, so no other transaction may match them.
  const met = new Set(seen.map(({ entry, transactionId }) => entry?.shownBy ?? transactionId));
  const byKey = new Map(ledgers.map((ledger) => [ledger.key, ledger]));
  const links: (Link & { readonly strength: number })[] = [];
  for (const [view, ledger] of possibleLinks(views, ledgers, planning)) {
    const own = byKey.get(ledgerKey(view.scheme, planning.input.connectionId, view.accountId));
    const ownIds =
      own === undefined || own === ledger ? null : new Set(own.entries.map(({ transactionId }) => transactionId));
    const candidates = ledger.entries.filter(
      ({ transactionId }) => !met.has(transactionId) && ownIds?.has(transactionId) !== true,
    );
    const amounts = new Set<string | null>(candidates.map(({ amount }) => amount));
    if (!view.rest.some(({ transaction }) => amounts.has(transaction.amount))) continue;
    const isSure = isCertain(view, ledger, planning);
    const context = { ...dayCover(view, ledger, planning), similarity: planning.similarity, leastSimilarity: 0 };
    const { pairs, contradictions } = isSure ? CERTAIN : measureAgreement(view, ledger, planning, context);
    if (pairs <= contradictions) continue;
    const leastSimilarity = isSure || mayContradict(view, ledger, pairs) ? 0 : TELLS_NOTHING;
    links.push({ view, ledger, candidates, context: { ...context, leastSimilarity }, strength: pairs });
  }
  return links.sort(
    (a, b) =>
      Number(b.view.accountId === b.ledger.accountId) - Number(a.view.accountId === a.ledger.accountId) ||
      b.strength - a.strength ||
      compareTexts(a.ledger.key, b.ledger.key) ||
      compareTexts(`${a.view.scheme} ${a.view.accountId}`, `${b.view.scheme} ${b.view.accountId}`),
  );
}

/** True if the texts of a pair may differ. Within one account and id scheme, a different text means a different purchase. */
function mayContradict(view: View, ledger: Ledger, pairs: number): boolean {
  return view.accountId === ledger.accountId ? view.scheme !== ledger.scheme : pairs >= THIN;
}

/** True if both have the same account id, either in two connections or because the user joined two accounts. */
function isCertain(view: View, ledger: Ledger, { input }: Planning): boolean {
  if (ledger.accountId !== view.accountId) return false;
  return ledger.connectionId !== input.connectionId || isOneJoined(view, ledger);
}

function isOneJoined(view: Pick<View, 'scheme'>, ledger: Pick<Ledger, 'scheme'>): boolean {
  return (view.scheme === 'joined') !== (ledger.scheme === 'joined');
}

/** Pairs each view with ledgers that have the same account id, or a different account id with the same last digits. */
function possibleLinks(
  views: readonly View[],
  ledgers: readonly Ledger[],
  { input, coverage }: Planning,
): readonly (readonly [View, Ledger])[] {
  const isFeed = input.completeAccountIds.length > 0;
  const byAccount = Map.groupBy(ledgers, ({ accountId }) => accountId);
  const others = ledgers.filter(
    ({ connectionId, accountId }) => connectionId !== input.connectionId || !coverage.mentions(accountId),
  );
  const withDigits = others.flatMap((ledger) => [...ledger.digits].map((digits) => ({ digits, ledger })));
  const byDigits = Map.groupBy(withDigits, ({ digits }) => digits);
  const sameAccount = views.flatMap((view) =>
    (byAccount.get(view.accountId) ?? [])
      .filter(
        (ledger) =>
          ledger.connectionId !== input.connectionId ||
          isOneJoined(view, ledger) ||
          (!isFeed && (ledger.scheme !== view.scheme || ledger.scheme === 'none')),
      )
      .map((ledger) => [view, ledger] as const),
  );
  const sameDigits = new Map<string, (readonly [View, Ledger])[]>();
  for (const view of views) {
    for (const digits of view.digits) {
      const before = sameDigits.get(digits) ?? [];
      if (before.length > MOST_LINKS_BY_DIGITS) continue;
      const found = (byDigits.get(digits) ?? []).filter(({ ledger }) => ledger.accountId !== view.accountId);
      sameDigits.set(digits, [...before, ...found.map(({ ledger }) => [view, ledger] as const)]);
    }
  }
  return [...sameAccount, ...[...sameDigits.values()].filter(({ length }) => length <= MOST_LINKS_BY_DIGITS).flat()];
}

/** Counts the evidence that two accounts with equal last digits are the same (`pairs`) or not (`contradictions`). */
function measureAgreement({ accountId, all }: View, ledger: Ledger, { coverage }: Planning, context: PassContext) {
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
  // Transactions after the last one of the batch do not count as missing, because a feed may be behind a statement.
  const to = all.reduce((last, { transaction: { date } }) => (date > last ? date : last), EARLIEST);
  const missed = candidates.filter(
    ({ date, status, seen }) =>
      !seen && status === 'posted' && from <= date && date <= to && coverage.covers(accountId, date),
  );
  // One source may lack transactions of the other. Only if both lack some, these are two accounts: the smaller number counts.
  return { pairs: pairs.length, contradictions: Math.min(alone.length, missed.length) };
}

/** Compares only this many of the latest transactions, to save time. */
const ENOUGH = 2000;

function sinceEnough(all: readonly Arrival[], { entries }: Ledger): CalendarDate {
  if (all.length <= ENOUGH) return EARLIEST;
  const last = entries.reduce((latest, { date }) => (date > latest ? date : latest), EARLIEST);
  const dates = all.flatMap(({ transaction: { date } }) => (date <= last ? [date] : [])).sort();
  return dates.at(-ENOUGH) ?? EARLIEST;
}

const EARLIEST = '0001-01-01' as CalendarDate;
