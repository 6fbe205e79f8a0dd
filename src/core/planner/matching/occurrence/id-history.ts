import { daysBetween, type CalendarDate } from '../../../calendar-date.ts';
import type { Arrival } from '../../arrival.ts';
import type { Days } from '../../lookups.ts';
import { contentIdentity } from '../../identity.ts';
import type { Known, KnownIndex } from '../../known.ts';
import { SAME_ID_DAYS } from '../closeness.ts';

export interface IdHistory {
  /**
   * True if the ids moved: the batch contains the known content under another id, or the arrival's content is known under another.
   * Statements with line numbers do this in every file.
   */
  wasRenumbered(known: Known, arrival: Arrival): boolean;
  /** True if each bank id of the account has the same amount as before, or is new. */
  keepsIds(accountId: string): boolean;
  /** True if the batch repeats a known transaction of the account in these days. */
  listsKnown(accountId: string, days: Days): boolean;
}

/** Computed when first needed. */
export function createIdHistory(arrivals: readonly Arrival[], index: KnownIndex): IdHistory {
  let read: ReturnType<typeof readContents> | null = null;
  let movedIds: ReadonlySet<string> | null = null;
  const contents = () => (read ??= readContents(arrivals, index));
  return {
    wasRenumbered(known, arrival) {
      const { delivered, deliveredByPayee, contents: ofKnown, rows } = contents();
      const content = contentOfKnown(known);
      return (
        delivered.has(content) ||
        (known.entry === null && deliveredByPayee.has(content)) ||
        ofKnown.has(contentOfArrival(arrival)) ||
        payeeContentsOf(arrival).some((byPayee) => rows.has(byPayee))
      );
    },
    keepsIds(accountId) {
      movedIds ??= new Set(
        arrivals
          .filter((arrival) => movesId(arrival, index.withIdentity(arrival.identity), contents().contents))
          .map(({ transaction }) => transaction.account.id),
      );
      return !movedIds.has(accountId);
    },
    listsKnown(accountId, { from, to }) {
      return (
        contents()
          .listedAgain()
          .get(accountId)
          ?.some((date) => from <= date && date <= to) === true
      );
    },
  };
}

function readContents(arrivals: readonly Arrival[], { all }: KnownIndex) {
  const contents = new Set(all.map(contentOfKnown));
  // Rows of a lost memory.
  const rows = new Set(all.filter(({ entry }) => entry === null).map(contentOfKnown));
  let listedAgain: ReadonlyMap<string, readonly CalendarDate[]> | null = null;
  return {
    delivered: new Set(arrivals.map(contentOfArrival)),
    // The row of a lost memory may contain only the payee.
    deliveredByPayee: new Set(arrivals.flatMap(payeeContentsOf)),
    contents,
    rows,
    /** Days of known transactions that the batch repeats, by account. */
    listedAgain: () => (listedAgain ??= readListedAgain(arrivals, contents, rows)),
  };
}

/** True if the id belonged to another transaction, or the content to another id. */
function movesId(arrival: Arrival, known: readonly Known[], contents: ReadonlySet<string>): boolean {
  const { date, amount } = arrival.transaction;
  const near = known.filter((one) => one.date !== null && Math.abs(daysBetween(one.date, date)) <= SAME_ID_DAYS);
  if (near.length === 0) return contents.has(contentOfArrival(arrival));
  return near.every((one) => one.amount !== amount);
}

function readListedAgain(
  arrivals: readonly Arrival[],
  known: ReadonlySet<string>,
  rows: ReadonlySet<string>,
): ReadonlyMap<string, readonly CalendarDate[]> {
  const days = new Map<string, Set<CalendarDate>>();
  for (const arrival of arrivals) {
    const { account, date } = arrival.transaction;
    if (!known.has(contentOfArrival(arrival)) && !payeeContentsOf(arrival).some((content) => rows.has(content)))
      continue;
    const ofAccount = days.get(account.id);
    if (ofAccount === undefined) days.set(account.id, new Set([date]));
    else ofAccount.add(date);
  }
  return new Map([...days].map(([accountId, dates]) => [accountId, [...dates]]));
}

function contentOfArrival({ transaction }: Arrival): string {
  return contentIdentity(transaction.account.id, transaction);
}

function payeeContentsOf({ transaction }: Arrival): string[] {
  const { account, parts } = transaction;
  return parts === undefined ? [] : [contentIdentity(account.id, { ...transaction, description: parts.payee })];
}

function contentOfKnown({ accountId, date, amount, currency, description }: Known): string {
  return date === null || amount === null ? '' : contentIdentity(accountId, { date, amount, currency, description });
}
