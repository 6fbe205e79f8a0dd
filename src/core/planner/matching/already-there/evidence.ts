import type { BankAccount } from '../../../bank-transaction.ts';
import { compareArrivals, type Arrival } from '../../arrival.ts';
import type { Planning } from '../../planning.ts';
import { OTHER_SOURCE_DAYS } from '../closeness.ts';
import { align } from './align.ts';
import { NO_ACCOUNT, labelOf, type Candidate } from './candidates.ts';
import { ownWords, type IsTelling } from './telling.ts';
import { compareCandidates, daysApart, distance } from './edges.ts';

/** How far the rows of one label are a record of one bank account. */
export interface Evidence {
  /** Amounts that both have at about the same days, and rows that are known to be transactions of this account. */
  readonly pairs: number;
  /**
   * Each has transactions that the other has not, and no fewer than what they have in common: they are two accounts. Rows
   * that name no account may be of any, so that theirs says nothing.
   */
  readonly contradicts: boolean;
  /** The rows name no account, or this one: by its name or number, or by what they have in common with it alone. */
  readonly isOfAccount: boolean;
  /** How often which `ownWords` stand for the bank's, where the amount tells the transaction. */
  readonly wordCounts: ReadonlyMap<string, number>;
  /** Days from row to transaction that are usual here. */
  readonly usualDays: ReadonlySet<number>;
}

/** Fewer in common than this may be chance. */
export const ENOUGH_PAIRS = 3;

/** The same where no text speaks for it. */
export const ENOUGH_WITHOUT_TEXT = 6;

const USUAL_SHARE = 0.05;

/** The evidence for each bank account and label, made once for each. */
export function createEvidence(
  arrivals: readonly Arrival[],
  candidates: readonly Candidate[],
  planning: Planning,
  isTelling: IsTelling,
): (arrival: Arrival, candidate: Candidate) => Evidence {
  const byAccount = Map.groupBy(arrivals, ({ transaction }) => transaction.account.id);
  const byLabel = Map.groupBy(candidates, ({ label }) => label);
  const claimed = countClaimed(planning);
  const found = new Map<string, ReadonlyMap<string, Evidence>>();
  const ofLabel = (label: string): ReadonlyMap<string, Evidence> => {
    const rows = byLabel.get(label) ?? [];
    const weighed = Array.from(byAccount, ([id, its]) => {
      const { account } = (its[0] as Arrival).transaction;
      return { account, ...weigh(its, rows, claimed.get(JSON.stringify([id, label])) ?? 0, planning, isTelling) };
    });
    return new Map(
      weighed.map(({ account, ...each }) => {
        const others = weighed.filter((other) => other.account !== account).map(({ pairs }) => pairs);
        const isOfAccount = isOf(label, account, each.pairs, Math.max(0, ...others));
        return [account.id, { ...each, contradicts: label !== NO_ACCOUNT && each.contradicts, isOfAccount }];
      }),
    );
  };
  return ({ transaction: { account } }, { label }) => {
    let evidence = found.get(label);
    if (evidence === undefined) found.set(label, (evidence = ofLabel(label)));
    return evidence.get(account.id) as Evidence;
  };
}

/** Where a name does not tell, so many times as much must speak for the account as for any other. */
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

/** How many rows of a label the person has of an account, by both. */
function countClaimed({ known }: Planning): ReadonlyMap<string, number> {
  const claimed = known.all.filter(({ entry }) => entry?.claimed === true);
  return countEach(
    claimed.flatMap(({ entry, row }) => (row === null ? [] : JSON.stringify([entry?.bankAccountId, labelOf(row)]))),
  );
}

function countEach<Item>(items: readonly Item[]): ReadonlyMap<Item, number> {
  const groups = Map.groupBy(items, (item) => item);
  return new Map([...groups].map(([item, { length }]) => [item, length]));
}

function weigh(
  arrivals: readonly Arrival[],
  rows: readonly Candidate[],
  claimed: number,
  { coverage }: Planning,
  isTelling: IsTelling,
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
      if (isTelling(arrival, candidate)) words.push(ownWords(arrival, candidate));
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
