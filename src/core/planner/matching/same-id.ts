import type { BankTransaction } from '../../bank-transaction.ts';
import { daysBetween, toEpochDay, type CalendarDate } from '../../calendar-date.ts';
import { countEach } from '../../count-each.ts';
import { isPlaceholder, withoutScheme } from '../../provider-scheme.ts';
import type { Arrival } from '../arrival.ts';
import type { Coverage, Days } from '../lookups.ts';
import { hasProviderId, occurrenceId, contentIdentity, normalizeDescription } from '../identity.ts';
import type { Known, KnownIndex } from '../known.ts';
import { SAME_ID_DAYS, SHIFTED_DAYS, SIMILAR, similarityToRow, type Similarity } from './closeness.ts';

/** `unclear`: only the user can decide, so Pennyrow adds the transaction and reports it. */
export type SameIdVerdict = 'same' | 'unclear' | 'different';

type View = Pick<BankTransaction, 'date' | 'amount' | 'status'>;

export interface SameIdEvidence {
  readonly earlier: View;
  readonly later: View;
  /** The bank's id without its scheme, such as "camt:". */
  readonly id: string;
  readonly hasSimilarText: boolean;
  readonly wasRenumbered: boolean;
  readonly keepsIds: boolean;
  /** True if the bank listed the day again without the earlier transaction. */
  readonly wasReplaced: boolean;
  readonly namesOthers: boolean;
}

/** Decides if two records with the same bank id are one transaction, because banks also reuse ids for other transactions. */
export function judgeSameId(evidence: SameIdEvidence): SameIdVerdict {
  const { earlier, later, hasSimilarText } = evidence;
  const days = Math.abs(daysBetween(earlier.date, later.date));
  const isNear = days <= SAME_ID_DAYS;
  const hasSameAmount = earlier.amount === later.amount;
  const isAlike = days === 0 || hasSameAmount || hasSimilarText;
  if (earlier.status === 'pending' && later.status === 'posted')
    return confirmsPosting(earlier, later, () => hasSimilarText) ? 'same' : 'different';
  if (!isNear || !isAlike) return 'different';
  if (earlier.status === 'pending') return 'same';
  if (evidence.namesOthers || isPlaceholder(evidence.id)) return 'different';
  const isEqual = hasSameAmount && hasSimilarText;
  const hasLineNumber = LINE_NUMBER.test(evidence.id);
  // If ids are line numbers, an equal purchase a day later may be another daily purchase at the same price.
  const isShifted = isEqual && days <= SHIFTED_DAYS && !hasLineNumber;
  if (evidence.wasRenumbered && !(isShifted && evidence.keepsIds)) return 'different';
  // A later pending record may be an outdated version of the posted transaction.
  if (isShifted || later.status === 'pending') return 'same';
  if (evidence.wasReplaced && (hasSameAmount || hasSimilarText)) return 'same';
  return isEqual || !hasLineNumber ? 'unclear' : 'different';
}

/** A short number proves little as an id, because some files number their lines from 1. */
const LINE_NUMBER = /^\d{1,4}$/;

export function confirmsPosting(pending: View, posted: View, isSimilar: () => boolean): boolean {
  const isNear = Math.abs(daysBetween(pending.date, posted.date)) <= SAME_ID_DAYS;
  return isNear || (pending.amount === posted.amount && isSimilar());
}

export type SameIdJudge = ReturnType<typeof createSameIdJudge>;

interface Tools {
  readonly history: IdHistory;
  readonly coverage: Coverage;
  readonly similarity: Similarity;
  readonly ids: TransactionIds;
}

export function createSameIdJudge(
  arrivals: readonly Arrival[],
  index: KnownIndex,
  { history, coverage, similarity, ids }: Tools,
) {
  const namesOthers = createNeighborCheck(arrivals, index, ids);
  const wasReplaced = (accountId: string, date: CalendarDate): boolean => {
    if (!coverage.covers(accountId, date)) return false;
    const span = coverage.isComplete(accountId) ? undefined : coverage.spanOf(accountId, date);
    // A file without known transactions up to this day proves no replacement: it may begin later on that day.
    return span === undefined || history.listsKnown(accountId, { from: span.from, to: date });
  };
  const judge = (known: Known, arrival: Arrival): SameIdVerdict => {
    const { transaction } = arrival;
    const { date, amount, description, status, accountId } = known;
    if (date === null || amount === null || !hasProviderId(transaction)) return 'different';
    const isPosted = status === 'posted';
    // Needs no further evidence, because banks usually reuse an id after so many days.
    if (isPosted && Math.abs(daysBetween(date, transaction.date)) > SAME_ID_DAYS) return 'different';
    const isShared = isPosted && namesOthers(arrival);
    const wasRenumbered = isPosted && !isShared && history.wasRenumbered(known, arrival);
    return judgeSameId({
      earlier: { date, amount, status },
      later: transaction,
      id: withoutScheme(transaction.providerId),
      hasSimilarText: similarityToRow(transaction, description, similarity) >= SIMILAR,
      wasRenumbered,
      // Renumbering explains the new id only if the text is the same. Another text means another transaction.
      keepsIds:
        wasRenumbered &&
        [transaction.description, transaction.parts?.payee ?? '']
          .map(normalizeDescription)
          .includes(normalizeDescription(description)) &&
        history.keepsIds(accountId),
      wasReplaced: isPosted && !isShared && wasReplaced(accountId, date),
      namesOthers: isShared,
    });
  };
  return {
    judge,
    /** Known transactions with the same id, if only the user can decide that one of them is the arrival. */
    findUnclear(arrival: Arrival): readonly Known[] {
      if (!hasProviderId(arrival.transaction)) return [];
      return knownWithId(arrival, index, ids).filter(
        (known) => !known.seen && !namesOthers(arrival) && judge(known, arrival) === 'unclear',
      );
    },
  };
}

function knownWithId(arrival: Arrival, index: KnownIndex, ids: TransactionIds): readonly Known[] {
  return [...new Set([...index.withIdentity(arrival.identity), ...index.withBase(ids.baseOf(arrival))])];
}

function createNeighborCheck(
  arrivals: readonly Arrival[],
  index: KnownIndex,
  ids: TransactionIds,
): (arrival: Arrival) => boolean {
  let byIdentity: ReadonlyMap<string, readonly Arrival[]> | null = null;
  const days = new Map<string, readonly DayCounts[]>();
  const countDays = (arrival: Arrival): readonly DayCounts[] => {
    byIdentity ??= Map.groupBy(arrivals, ({ identity }) => identity);
    return [
      countEach((byIdentity.get(arrival.identity) ?? []).map(({ transaction }) => toEpochDay(transaction.date))),
      countEach(knownWithId(arrival, index, ids).flatMap(({ date }) => (date === null ? [] : toEpochDay(date)))),
    ];
  };
  return (arrival) => {
    const { identity, transaction } = arrival;
    let counts = days.get(identity);
    if (counts === undefined) days.set(identity, (counts = countDays(arrival)));
    return counts.some((count) => countNear(count, transaction.date) > 1);
  };
}

type DayCounts = ReadonlyMap<number, number>;

function countNear(counts: DayCounts, date: CalendarDate): number {
  const day = toEpochDay(date);
  let near = 0;
  for (let days = -SAME_ID_DAYS; days <= SAME_ID_DAYS; days += 1) near += counts.get(day + days) ?? 0;
  return near;
}

export type TransactionIds = ReturnType<typeof createTransactionIds>;

export function createTransactionIds(known: KnownIndex, digest: (text: string) => string) {
  const nextOccurrence = new Map<string, number>();
  const baseOf = (arrival: Arrival): string => (arrival.base ??= digest(arrival.identity));
  return {
    baseOf,
    issue: (arrival: Arrival): string => {
      const base = baseOf(arrival);
      let occurrence = nextOccurrence.get(base) ?? 1;
      while (known.get(occurrenceId(base, occurrence)) !== undefined) occurrence += 1;
      nextOccurrence.set(base, occurrence + 1);
      return occurrenceId(base, occurrence);
    },
  };
}

export type IdHistory = ReturnType<typeof createIdHistory>;

export function createIdHistory(arrivals: readonly Arrival[], index: KnownIndex) {
  let read: ReturnType<typeof readContents> | null = null;
  let movedIds: ReadonlySet<string> | null = null;
  const contents = () => (read ??= readContents(arrivals, index));
  return {
    /** True if the same date, amount and text also occur under another id, as in files whose ids are line numbers. */
    wasRenumbered(known: Known, arrival: Arrival): boolean {
      const { delivered, deliveredByPayee, contents: ofKnown, rows } = contents();
      const content = contentOfKnown(known);
      return (
        delivered.has(content) ||
        (known.entry === null && deliveredByPayee.has(content)) ||
        ofKnown.has(contentOfArrival(arrival)) ||
        payeeContentsOf(arrival).some((byPayee) => rows.has(byPayee))
      );
    },
    /** True if every bank id of the account still has the same amount, or is new. */
    keepsIds(accountId: string): boolean {
      movedIds ??= new Set(
        arrivals
          .filter((arrival) => movesId(arrival, index.withIdentity(arrival.identity), contents().contents))
          .map(({ transaction }) => transaction.account.id),
      );
      return !movedIds.has(accountId);
    },
    listsKnown(accountId: string, { from, to }: Days): boolean {
      const dates = contents().listedAgain().get(accountId) ?? [];
      return dates.some((date) => from <= date && date <= to);
    },
  };
}

function readContents(arrivals: readonly Arrival[], { all }: KnownIndex) {
  const contents = new Set(all.map(contentOfKnown));
  const rows = new Set(all.filter(({ entry }) => entry === null).map(contentOfKnown));
  let listedAgain: ReadonlyMap<string, readonly CalendarDate[]> | null = null;
  return {
    delivered: new Set(arrivals.map(contentOfArrival)),
    // For rows without a memory entry, whose description may be only the payee.
    deliveredByPayee: new Set(arrivals.flatMap(payeeContentsOf)),
    contents,
    rows,
    listedAgain: () => (listedAgain ??= readListedAgain(arrivals, contents, rows)),
  };
}

/** True if the bank id had another amount before, or the same date, amount and text had another id. */
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
  const listed = arrivals
    .filter(
      (arrival) => known.has(contentOfArrival(arrival)) || payeeContentsOf(arrival).some((text) => rows.has(text)),
    )
    .map(({ transaction }) => transaction);
  const byAccount = Map.groupBy(listed, ({ account }) => account.id);
  return new Map([...byAccount].map(([id, its]) => [id, [...new Set(its.map(({ date }) => date))]]));
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
