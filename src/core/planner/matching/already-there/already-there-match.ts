import type { Row } from '../../../row.ts';
import { withoutPaired, type Arrival } from '../../arrival.ts';
import type { Planning } from '../../planning.ts';
import { SIMILAR, similarityToRow } from '../closeness.ts';
import {
  align,
  mayBeClaimed,
  readCandidates,
  type Candidate,
  daysApart,
  distance,
  rowsByDay,
  splitIntoGroups,
  type Group,
} from './candidates.ts';
import { createEvidence, ENOUGH_PAIRS, ENOUGH_WITHOUT_TEXT, createUniqueAmounts, isOdd, ownWords } from './evidence.ts';

export interface Claim {
  readonly arrival: Arrival;
  readonly row: Row;
}

export type AlreadyThere = ReturnType<typeof matchAlreadyThere>;

/** Rule 5: the user typed the row. Requires equal amounts, near days, and similar texts or other strong evidence. */
export function matchAlreadyThere(arrivals: readonly Arrival[], planning: Planning) {
  const answered = answeredClaims(arrivals, planning);
  const open = arrivals.filter(({ transactionId }) => planning.input.answers?.has(transactionId ?? '') !== true);
  const candidates = open.length === 0 ? [] : readCandidates(open, planning);
  const claims: Claim[] = [...answered];
  /** The numbers of rows that may be the arrival, most likely first: the user must decide. */
  const mayBe = new Map<Arrival, readonly number[]>();
  if (candidates.length === 0) return { claims, rest: withoutPaired(arrivals, answered), mayBe };
  const matcher = createMatcher(open, candidates, planning);
  const rowsOfAmount = Map.groupBy(candidates, ({ row }) => row.amount);
  for (const [amount, same] of Map.groupBy(open, ({ transaction }) => transaction.amount)) {
    const found = matcher(same, rowsOfAmount.get(amount) ?? []);
    for (const claim of found.claims) claims.push(claim);
    for (const [arrival, rows] of found.mayBe) mayBe.set(arrival, rows);
  }
  return { claims, rest: withoutPaired(arrivals, claims), mayBe };
}

type Pairs = (arrival: Arrival, candidate: Candidate) => boolean;

/** If the user typed the same text this often for one word of the bank, the text and the word count as equal. */
const OFTEN = 3;

function createMatcher(arrivals: readonly Arrival[], candidates: readonly Candidate[], planning: Planning) {
  const { coverage, similarity } = planning;
  const isUniqueAmount = createUniqueAmounts(arrivals, candidates);
  const evidence = createEvidence(arrivals, candidates, planning, isUniqueAmount);
  const isNear: Pairs = (arrival, candidate) => daysApart(arrival, candidate) !== null;
  const mayPair: Pairs = (arrival, candidate) => {
    if (!isNear(arrival, candidate)) return false;
    const { isOfAccount, contradicts } = evidence(arrival, candidate);
    return isOfAccount && !contradicts;
  };
  const isSimilar: Pairs = (arrival, candidate) =>
    mayPair(arrival, candidate) &&
    similarityToRow(arrival.transaction, candidate.row.description, similarity) >= SIMILAR;
  const isUsualDay: Pairs = (arrival, candidate) =>
    evidence(arrival, candidate).usualDays.has(daysApart(arrival, candidate) ?? NaN);
  const isCovered: Pairs = ({ transaction: { account } }, { date }) => coverage.covers(account.id, date);
  const isKnown: Pairs = (arrival, candidate) => evidence(arrival, candidate).pairs >= ENOUGH_PAIRS;

  const bySimilarText = (group: Group): readonly Claim[] => {
    const pairs = align(group.arrivals, group.candidates, (arrival, candidate) =>
      isSimilar(arrival, candidate) ? distance(arrival, candidate) : null,
    );
    const isWhole = pairs.length === group.arrivals.length && pairs.length === group.candidates.length;
    const accounts = new Set(group.arrivals.map(({ transaction }) => transaction.account.id));
    // If rows and transactions of several accounts do not match one to one, only the user knows the account of a row.
    if (!isWhole && accounts.size > 1) return [];
    return pairs
      .filter(
        ([arrival, candidate]) =>
          daysApart(arrival, candidate) === 0 ||
          (isWhole &&
            isKnown(arrival, candidate) &&
            (isUsualDay(arrival, candidate) || isUniqueAmount(arrival, candidate))),
      )
      .map(([arrival, { row }]) => ({ arrival, row }));
  };
  const byDayAlone = ({ arrivals: [arrival, another], candidates: [candidate, second] }: Group): readonly Claim[] => {
    if (arrival === undefined || candidate === undefined || another !== undefined || second !== undefined) return [];
    const { pairs, wordCounts } = evidence(arrival, candidate);
    const isSure =
      pairs >= ENOUGH_WITHOUT_TEXT &&
      isCovered(arrival, candidate) &&
      isUsualDay(arrival, candidate) &&
      ((wordCounts.get(ownWords(arrival, candidate)) ?? 0) >= OFTEN ||
        (isUniqueAmount(arrival, candidate) && isOdd(arrival)));
    return isSure ? [{ arrival, row: candidate.row }] : [];
  };
  const isWorthAsking: Pairs = (arrival, candidate) =>
    isNear(arrival, candidate) && (!evidence(arrival, candidate).contradicts || isUniqueAmount(arrival, candidate));

  return (same: readonly Arrival[], rows: readonly Candidate[]) => {
    const similar = splitIntoGroups(same, rows, isSimilar).flatMap(bySimilarText);
    const [left, free] = [withoutPaired(same, similar), withoutRows(rows, similar)];
    const others = splitIntoGroups(left, free, mayPair).flatMap(byDayAlone);
    const claims = [...similar, ...others];
    const near = rowsByDay(withoutRows(free, others));
    const mayBe = withoutPaired(left, others).flatMap((arrival): [Arrival, readonly number[]][] => {
      const likely = near(arrival).filter((candidate) => isWorthAsking(arrival, candidate));
      return likely.length === 0 ? [] : [[arrival, nearest(arrival, likely)]];
    });
    return { claims, mayBe: new Map(mayBe) };
  };
}

function nearest(arrival: Arrival, candidates: readonly Candidate[]): readonly number[] {
  const apart = (candidate: Candidate): number => distance(arrival, candidate) ?? 0;
  return candidates.toSorted((a, b) => apart(a) - apart(b) || a.row.index - b.row.index).map(({ row }) => row.index);
}

/** The matches that the user chose, unless the amount of the row has changed since. */
function answeredClaims(arrivals: readonly Arrival[], { input, known }: Planning): readonly Claim[] {
  const { answers } = input;
  if (answers === undefined) return [];
  const rows = new Map(input.snapshot.rows.filter((row) => mayBeClaimed(row, known)).map((row) => [row.index, row]));
  return arrivals.flatMap((arrival) => {
    const row = rows.get(answers.get(arrival.transactionId ?? '') ?? NaN);
    if (row === undefined || row.amount !== arrival.transaction.amount) return [];
    rows.delete(row.index);
    return [{ arrival, row }];
  });
}

function withoutRows(candidates: readonly Candidate[], claims: readonly Claim[]): readonly Candidate[] {
  const claimedRows = new Set(claims.map(({ row }) => row));
  return candidates.filter(({ row }) => !claimedRows.has(row));
}
