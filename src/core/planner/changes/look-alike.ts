import { toEpochDay } from '../../calendar-date.ts';
import type { Row } from '../../row.ts';
import type { PlanInput } from '../../plan.ts';
import { schemeOf } from '../../provider-scheme.ts';
import type { Arrival } from '../arrival.ts';
import { OTHER_SOURCE_DAYS, nearestFirst } from '../matching/closeness.ts';
import { SIMILAR, similarityToRow } from '../matching/description-similarity.ts';
import type { Planning } from '../planning.ts';

/** Row numbers of rows that look like a new transaction without surely being it; `mayBe`: those that are known to. */
export type FindLookAlikes = (arrival: Arrival, mayBe?: readonly number[]) => readonly number[];

/** So many rows are compared with one transaction, the nearest days first, and so many reported. */
const COMPARED = 40;
const REPORTED = 5;

const DAYS = nearestFirst(OTHER_SOURCE_DAYS, OTHER_SOURCE_DAYS);

/**
 * Rows of the connection's own accounts are left out: the bank itself says that they are other
 * transactions. What remains was typed by hand, or belongs to another connection, to an account that
 * the bank no longer names, or to no one that the memory knows; or a statement file does not hold it, and
 * no ids say that it is another one, since they are another format's or there are none.
 */
export function createLookAlikeFinder(
  { known, coverage, arrivals, input, similarity }: Planning,
  claimed: ReadonlySet<number>,
): FindLookAlikes {
  const isFeed = input.completeAccountIds.length > 0;
  const schemes = new Set<string>(arrivals.map(({ transaction }) => schemeOf(transaction.providerId)));
  const isForeign = ({ transactionId, index }: Row): boolean => {
    if (claimed.has(index)) return false;
    const found = transactionId === '' ? undefined : known.get(transactionId);
    const entry = found?.entry ?? null;
    if (
      found === undefined ||
      entry === null ||
      entry.connectionId !== input.connectionId ||
      !coverage.mentions(entry.bankAccountId)
    )
      return true;
    if (isFeed || found.seen) return false;
    const scheme = schemeOf(entry.providerId);
    return scheme === 'none' || !schemes.has(scheme);
  };
  const byAmountAndDay = groupRows(input.snapshot.rows.filter(isForeign));
  return ({ transaction }, mayBe = []) => {
    const day = toEpochDay(transaction.date);
    const near = DAYS.flatMap((days) =>
      (byAmountAndDay.get(`${transaction.amount} ${day + days}`) ?? []).slice(0, COMPARED),
    );
    const alike = near
      .slice(0, COMPARED)
      .filter(({ currency }) => mayBeSame(currency, transaction.currency))
      .filter(({ description }) => similarityToRow(transaction, description, similarity) >= SIMILAR)
      .map(({ index }) => index);
    return [...new Set([...mayBe, ...alike])].slice(0, REPORTED).sort((a, b) => a - b);
  };
}

/** A row without a currency and a file that does not say its own, such as QIF ("XXX" in ISO 4217), may mean any. */
function mayBeSame(a: string, b: string): boolean {
  return a === b || [a, b].some((currency) => currency === '' || currency === 'XXX');
}

function groupRows(rows: PlanInput['snapshot']['rows']): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.date === null || row.amount === null) continue;
    const key = `${row.amount} ${toEpochDay(row.date)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
