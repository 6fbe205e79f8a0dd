import { toEpochDay } from '../../calendar-date.ts';
import type { MemoryEntry } from '../../memory.ts';
import type { PlanInput } from '../../plan.ts';
import type { Row } from '../../row.ts';
import { schemeOf } from '../../provider-scheme.ts';
import type { Arrival } from '../arrival.ts';
import { OTHER_SOURCE_DAYS, mayBeSameCurrency, nearestFirst, SIMILAR, similarityToRow } from '../matching/closeness.ts';
import type { Planning } from '../planning.ts';

/** Compares at most `COMPARED` rows with a transaction, nearest days first, and reports at most `REPORTED` rows. */
const COMPARED = 40;
const REPORTED = 5;

const DAYS = nearestFirst(OTHER_SOURCE_DAYS, OTHER_SOURCE_DAYS);

/** Returns a function that is true if a new transaction of the batch cannot be this entry, because the batch would show that. */
export function createOwnEntryCheck(
  batch: Pick<PlanInput, 'connectionId' | 'completeAccountIds' | 'transactions'>,
): (entry: MemoryEntry, isMet?: boolean) => boolean {
  const { connectionId, completeAccountIds, transactions } = batch;
  const accounts = new Set([...completeAccountIds, ...transactions.map(({ account }) => account.id)]);
  const schemes = new Set<string>(transactions.map(({ providerId }) => schemeOf(providerId)));
  return (entry, isMet = false) => {
    if (entry.connectionId !== connectionId || !accounts.has(entry.bankAccountId)) return false;
    const scheme = schemeOf(entry.providerId);
    return completeAccountIds.length > 0 || isMet || (scheme !== 'none' && schemes.has(scheme));
  };
}

/** Returns the numbers of rows that may duplicate a transaction. Omits rows that, by the bank's data, are another transaction. */
export function createLookAlikeFinder(
  { known, input, similarity }: Planning,
  claimed: ReadonlySet<number>,
): (arrival: Arrival, mayBe?: readonly number[]) => readonly number[] {
  const isOwn = createOwnEntryCheck(input);
  const isForeign = ({ transactionId, index }: Row): boolean => {
    const found = transactionId === '' ? undefined : known.get(transactionId);
    return !claimed.has(index) && !(found?.entry != null && isOwn(found.entry, found.seen));
  };
  const foreign = input.snapshot.rows.filter(isForeign);
  const halfRead = foreign.filter(isHalfRead);
  const byAmountAndDay = Map.groupBy(foreign, ({ amount, date }) =>
    date === null ? '' : `${amount} ${toEpochDay(date)}`,
  );
  return ({ transaction }, mayBe = []) => {
    if (foreign.length + mayBe.length === 0) return [];
    const day = toEpochDay(transaction.date);
    const near = DAYS.flatMap((days) =>
      (byAmountAndDay.get(`${transaction.amount} ${day + days}`) ?? []).slice(0, COMPARED),
    );
    const unread = halfRead.filter(
      ({ date, amount }) =>
        amount === transaction.amount || (date !== null && Math.abs(toEpochDay(date) - day) <= OTHER_SOURCE_DAYS),
    );
    const alike = [...near.slice(0, COMPARED), ...unread.slice(0, COMPARED)]
      .filter(({ currency }) => mayBeSameCurrency(currency, transaction.currency))
      .filter(({ description }) => similarityToRow(transaction, description, similarity) >= SIMILAR)
      .map(({ index }) => index);
    return [...new Set([...mayBe, ...alike])].slice(0, REPORTED).sort((a, b) => a - b);
  };
}

export function isHalfRead({ date, amount }: Pick<Row, 'date' | 'amount'>): boolean {
  return (date === null) !== (amount === null);
}
