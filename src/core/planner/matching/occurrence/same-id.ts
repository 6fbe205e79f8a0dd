import type { BankTransaction } from '../../../bank-transaction.ts';
import { daysBetween, toEpochDay, type CalendarDate } from '../../../calendar-date.ts';
import { isPlaceholder, withoutScheme } from '../../../provider-scheme.ts';
import type { Arrival } from '../../arrival.ts';
import type { Coverage } from '../../coverage.ts';
import { hasProviderId, occurrenceId } from '../../identity.ts';
import type { Known, KnownIndex } from '../../known.ts';
import { SAME_ID_DAYS, SHIFTED_DAYS } from '../closeness.ts';
import { SIMILAR, similarityToRow, type Similarity } from '../description-similarity.ts';
import type { IdHistory } from './id-history.ts';

/** `unclear`: only the user can decide. The transaction is added and reported. */
export type SameIdVerdict = 'same' | 'unclear' | 'different';

type View = Pick<BankTransaction, 'date' | 'amount' | 'status'>;

export interface SameIdEvidence {
  readonly earlier: View;
  readonly later: View;
  /** Without a scheme. */
  readonly id: string;
  readonly hasSimilarText: boolean;
  /** See `IdHistory`. */
  readonly wasRenumbered: boolean;
  readonly keepsIds: boolean;
  /** The bank listed the earlier transaction's day again without it. */
  readonly wasReplaced: boolean;
  /** The id also names other transactions near these days. */
  readonly namesOthers: boolean;
}

/**
 * Decides if two transactions with the same bank id are one. Banks reuse ids, so a posted transaction is only replaced if amount, text
 * and about the day are equal, or if the bank stopped listing it. A pending one may change completely within days.
 */
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
  // Daily purchases of one price look alike when they move by a day.
  const isShifted = isEqual && days <= SHIFTED_DAYS && !hasLineNumber;
  if (evidence.wasRenumbered && !(isShifted && evidence.keepsIds)) return 'different';
  // A pending view never replaces a posted transaction.
  if (isShifted || later.status === 'pending') return 'same';
  if (evidence.wasReplaced && (hasSameAmount || hasSimilarText)) return 'same';
  return isEqual || !hasLineNumber ? 'unclear' : 'different';
}

/** Some files number their lines from 1. */
const LINE_NUMBER = /^\d{1,4}$/;

/** True if a posted transaction completes a pending one with the same bank id. */
export function confirmsPosting(pending: View, posted: View, isSimilar: () => boolean): boolean {
  const isNear = Math.abs(daysBetween(pending.date, posted.date)) <= SAME_ID_DAYS;
  return isNear || (pending.amount === posted.amount && isSimilar());
}

export interface SameIdJudge {
  judge(known: Known, arrival: Arrival): SameIdVerdict;
  /** Unmatched known transactions that only the user can tell from the arrival. */
  findUnclear(arrival: Arrival): readonly Known[];
}

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
): SameIdJudge {
  const namesOthers = createNeighbourCheck(arrivals, index, ids);
  const wasReplaced = (accountId: string, date: CalendarDate): boolean => {
    if (!coverage.covers(accountId, date)) return false;
    const span = coverage.isComplete(accountId) ? undefined : coverage.spanOf(accountId, date);
    // A file without a known transaction up to that day may begin after the earlier file's part of it.
    return span === undefined || history.listsKnown(accountId, { from: span.from, to: date });
  };
  const judge = (known: Known, arrival: Arrival): SameIdVerdict => {
    const { transaction } = arrival;
    const { date, amount, description, status, accountId } = known;
    if (date === null || amount === null || !hasProviderId(transaction)) return 'different';
    const isPosted = status === 'posted';
    // Usually the bank has reused the id, so distant dates need no further evidence.
    if (isPosted && Math.abs(daysBetween(date, transaction.date)) > SAME_ID_DAYS) return 'different';
    const isShared = isPosted && namesOthers(arrival);
    const wasRenumbered = isPosted && !isShared && history.wasRenumbered(known, arrival);
    return judgeSameId({
      earlier: { date, amount, status },
      later: transaction,
      id: withoutScheme(transaction.providerId),
      hasSimilarText: similarityToRow(transaction, description, similarity) >= SIMILAR,
      wasRenumbered,
      keepsIds: wasRenumbered && history.keepsIds(accountId),
      wasReplaced: isPosted && !isShared && wasReplaced(accountId, date),
      namesOthers: isShared,
    });
  };
  return {
    judge,
    findUnclear(arrival) {
      if (!hasProviderId(arrival.transaction) || namesOthers(arrival)) return [];
      return knownWithId(arrival, index, ids).filter((known) => !known.seen && judge(known, arrival) === 'unclear');
    },
  };
}

function knownWithId(arrival: Arrival, index: KnownIndex, ids: TransactionIds): readonly Known[] {
  return [...new Set([...index.withIdentity(arrival.identity), ...index.withBase(ids.baseOf(arrival))])];
}

/** Returns a check for ids that name several transactions near the arrival's day. */
function createNeighbourCheck(
  arrivals: readonly Arrival[],
  index: KnownIndex,
  ids: TransactionIds,
): (arrival: Arrival) => boolean {
  let byIdentity: ReadonlyMap<string, readonly Arrival[]> | null = null;
  const days = new Map<string, readonly DayCounts[]>();
  const countDays = (arrival: Arrival): readonly DayCounts[] => {
    byIdentity ??= Map.groupBy(arrivals, ({ identity }) => identity);
    return [
      countByDay((byIdentity.get(arrival.identity) ?? []).map(({ transaction }) => transaction.date)),
      countByDay(knownWithId(arrival, index, ids).map(({ date }) => date)),
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

function countByDay(dates: readonly (CalendarDate | null)[]): DayCounts {
  const counts = new Map<number, number>();
  for (const date of dates) {
    if (date === null) continue;
    const day = toEpochDay(date);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

function countNear(counts: DayCounts, date: CalendarDate): number {
  const day = toEpochDay(date);
  let near = 0;
  for (let days = -SAME_ID_DAYS; days <= SAME_ID_DAYS; days += 1) near += counts.get(day + days) ?? 0;
  return near;
}

export type TransactionIds = ReturnType<typeof createTransactionIds>;

/** Converts identities to unique Transaction IDs. */
export function createTransactionIds(known: KnownIndex, digest: (text: string) => string) {
  const nextOccurrence = new Map<string, number>();
  const baseOf = (arrival: Arrival): string => (arrival.base ??= digest(arrival.identity));
  return {
    baseOf,
    /** The first free occurrence of the identity. */
    issue: (arrival: Arrival): string => {
      const base = baseOf(arrival);
      let occurrence = nextOccurrence.get(base) ?? 1;
      while (known.get(occurrenceId(base, occurrence)) !== undefined) occurrence += 1;
      nextOccurrence.set(base, occurrence + 1);
      return occurrenceId(base, occurrence);
    },
  };
}
