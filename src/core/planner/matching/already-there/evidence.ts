import type { BankAccount } from '../../../bank-transaction.ts';
import { countEach } from '../../../count-each.ts';
import { memoize } from '../../../memoize.ts';
import { compareArrivals, type Arrival } from '../../arrival.ts';
import type { Planning } from '../../planning.ts';
import { OTHER_SOURCE_DAYS } from '../closeness.ts';
import {
  align,
  NO_ACCOUNT,
  labelOf,
  type Candidate,
  compareCandidates,
  daysApart,
  distance,
  COMPANY_DAYS,
} from './candidates.ts';
import { toEpochDay, type CalendarDate } from '../../../calendar-date.ts';
import { normalizeDescription } from '../../identity.ts';

/** The evidence that all rows with one label (account name and id) belong to one bank account. */
export interface Evidence {
  /** The number of equal amounts on nearby days, plus the number of rows that are already matched to the account. */
  readonly pairs: number;
  /** True if the rows are of another account: rows and bank each have at least as many unmatched transactions as matched ones. */
  readonly contradicts: boolean;
  /** True if the rows name this account or no account, or have many more pairs with it than with any other account. */
  readonly isOfAccount: boolean;
  /** The number of pairs with a unique amount, by the words that `ownWords` returns for the pair. */
  readonly wordCounts: ReadonlyMap<string, number>;
  readonly usualDays: ReadonlySet<number>;
}

/** Fewer pairs may be a coincidence. */
export const ENOUGH_PAIRS = 3;

/** The minimum number of pairs for a match whose texts are not similar. */
export const ENOUGH_WITHOUT_TEXT = 6;

const USUAL_SHARE = 0.05;

export function createEvidence(
  arrivals: readonly Arrival[],
  candidates: readonly Candidate[],
  planning: Planning,
  isUniqueAmount: IsUniqueAmount,
): (arrival: Arrival, candidate: Candidate) => Evidence {
  const byAccount = Map.groupBy(arrivals, ({ transaction }) => transaction.account.id);
  const byLabel = Map.groupBy(candidates, ({ label }) => label);
  const claimed = countClaimed(planning);
  const ofLabel = memoize((label: string): ReadonlyMap<string, Evidence> => {
    const rows = byLabel.get(label) ?? [];
    const weighed = Array.from(byAccount, ([id, its]) => {
      const { account } = (its[0] as Arrival).transaction;
      return { account, ...weigh(its, rows, claimed.get(JSON.stringify([id, label])) ?? 0, planning, isUniqueAmount) };
    });
    return new Map(
      weighed.map(({ account, ...each }) => {
        const others = weighed.filter((other) => other.account !== account).map(({ pairs }) => pairs);
        const isOfAccount = isOf(label, account, each.pairs, Math.max(0, ...others));
        return [account.id, { ...each, contradicts: label !== NO_ACCOUNT && each.contradicts, isOfAccount }];
      }),
    );
  });
  return ({ transaction: { account } }, { label }) => ofLabel(label).get(account.id) as Evidence;
}

/** If no account name matches, the account must have this many times the pairs of any other account. */
const MORE = 3;

function isOf(label: string, account: BankAccount, pairs: number, others: number): boolean {
  if (label === NO_ACCOUNT) return true;
  const [name, id] = JSON.parse(label) as [string, string];
  const own = account.name.toLowerCase();
  return (
    id === account.id ||
    (name !== '' && (own.includes(name) || name.includes(own))) ||
    (account.lastDigits !== null && account.lastDigits !== '' && name.includes(account.lastDigits)) ||
    pairs >= Math.max(ENOUGH_PAIRS, MORE * others)
  );
}

function countClaimed({ known }: Planning): ReadonlyMap<string, number> {
  const claimed = known.all.filter(({ entry }) => entry?.claimed === true);
  return countEach(
    claimed.flatMap(({ entry, row }) => (row === null ? [] : JSON.stringify([entry?.bankAccountId, labelOf(row)]))),
  );
}

function weigh(
  arrivals: readonly Arrival[],
  rows: readonly Candidate[],
  claimed: number,
  { coverage }: Planning,
  isUniqueAmount: IsUniqueAmount,
): Omit<Evidence, 'isOfAccount'> {
  const days: number[] = [];
  const words: string[] = [];
  const paired = new Set<Arrival | Candidate>();
  const rowsOfAmount = Map.groupBy(rows, ({ row }) => row.amount);
  for (const [amount, same] of Map.groupBy(arrivals, ({ transaction }) => transaction.amount)) {
    const left = same.toSorted(compareArrivals);
    const right = (rowsOfAmount.get(amount) ?? []).toSorted(compareCandidates);
    for (const [arrival, candidate] of align(left, right, distance)) {
      days.push(daysApart(arrival, candidate) as number);
      paired.add(arrival).add(candidate);
      if (isUniqueAmount(arrival, candidate)) words.push(ownWords(arrival, candidate));
    }
  }
  const dates = rows.map(({ date }) => date).sort();
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const alone = arrivals.filter(
    (arrival) => !paired.has(arrival) && first <= arrival.transaction.date && arrival.transaction.date <= last,
  ).length;
  const accountId = arrivals[0]?.transaction.account.id ?? '';
  const missed = rows.filter((row) => !paired.has(row) && coverage.covers(accountId, row.date)).length;
  const pairs = days.filter((apart) => Math.abs(apart) <= OTHER_SOURCE_DAYS).length + claimed;
  const against = Math.min(alone, missed);
  const isUsual = (count: number): boolean => count >= Math.max(ENOUGH_PAIRS, USUAL_SHARE * days.length);
  return {
    pairs,
    contradicts: against >= ENOUGH_PAIRS && against >= pairs,
    wordCounts: countEach(words),
    usualDays: new Set([...countEach(days)].flatMap(([apart, count]) => (isUsual(count) ? [apart] : []))),
  };
}

type IsUniqueAmount = (arrival: Arrival, candidate: Candidate) => boolean;

/** Returns a function that is true if the amount occurs once in the sheet and once at the bank near the days of the pair. */
export function createUniqueAmounts(arrivals: readonly Arrival[], candidates: readonly Candidate[]): IsUniqueAmount {
  const arriving = daysByAmount(arrivals.map(({ transaction }) => transaction));
  const typed = daysByAmount(candidates.map(({ row: { amount }, date }) => ({ amount, date })));
  const occursOnce = (days: readonly number[] = [], date: CalendarDate): boolean => {
    const at = toEpochDay(date);
    let near = 0;
    for (const day of days) {
      if (Math.abs(day - at) <= COMPANY_DAYS && (near += 1) > 1) return false;
    }
    return near === 1;
  };
  return ({ transaction: { amount, date } }, candidate) =>
    occursOnce(arriving.get(amount), date) && occursOnce(typed.get(amount), candidate.date);
}

export function isOdd({ transaction }: Arrival): boolean {
  return !/(?:\.0*|\.50*)$|^-?\d+$/.test(transaction.amount);
}

/** The bank's first word and the user's text: "rewe groceries" for "REWE SAGT DANKE 44123" and "Groceries". */
export function ownWords({ transaction }: Arrival, { row }: Candidate): string {
  // Bank texts begin with the name, before places and references.
  const words = normalizeDescription(transaction.description).split(/[^\p{L}]+/u);
  return `${words.find((word) => word.length > 2) ?? ''} ${normalizeDescription(row.description)}`;
}

function daysByAmount(
  items: readonly { readonly amount: string | null; readonly date: CalendarDate }[],
): ReadonlyMap<string | null, readonly number[]> {
  const groups = Map.groupBy(items, ({ amount }) => amount);
  return new Map([...groups].map(([amount, same]) => [amount, same.map(({ date }) => toEpochDay(date))]));
}
