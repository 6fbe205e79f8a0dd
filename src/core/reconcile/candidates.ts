import { fromEpochDay } from '../calendar-date.ts';
import { between, STRADDLE } from './points.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { Candidate } from './reconciliation.ts';

export interface Change {
  readonly by: bigint;
  readonly after: number;
  readonly until: number;
}

const MOST_OF_A_KIND = 8;
const LIKELIEST = 3;
/** The sheet may date a row up to this many days too early or too late, and so on the wrong side of a balance. */
const MISDATED_DAYS = 31;

interface Suspect {
  readonly entry: Entry;
  readonly effect: bigint;
}

/** True if one deleted or edited row explains the whole change, so that other causes are unlikely. */
export function isExplainedByEdit(change: Change, ledger: Ledger): boolean {
  if (ledger.deleted.length === 0 && ledger.edited.length === 0) return false;
  return [deletedNear(change, ledger), editedNear(change, ledger)].some((suspects) =>
    suspects.some(({ effect }) => effect === change.by),
  );
}

export function findCandidates(change: Change, ledger: Ledger): readonly Candidate[] {
  const near = nearOf(change, ledger.counted);
  const typed = near.filter(({ sent }) => sent === null).map((entry) => ({ entry, effect: -entry.amount }));
  return [
    ...combinedRows('deleted', deletedNear(change, ledger), change),
    ...combinedRows('edited', editedNear(change, ledger), change),
    ...combinedRows('typed', typed, change),
    ...duplicates(change, near),
    ...singleRows('pending', between(ledger.pending, change.after - MISDATED_DAYS, change.until + STRADDLE), change),
    ...singleRows('dated', between(ledger.counted, change.until + 1, change.until + MISDATED_DAYS), change),
    ...singleRows('dated', between(ledger.counted, change.after - MISDATED_DAYS, change.after), change),
    missingRows(change, ledger),
  ];
}

function nearOf({ after, until }: Change, entries: readonly Entry[]): readonly Entry[] {
  return between(entries, after - STRADDLE, until + STRADDLE);
}

function deletedNear(change: Change, { deleted }: Ledger): readonly Suspect[] {
  return nearOf(change, deleted).map((entry) => ({ entry, effect: entry.sent ?? entry.amount }));
}

function editedNear(change: Change, { edited }: Ledger): readonly Suspect[] {
  return nearOf(change, edited).map((entry) => ({ entry, effect: (entry.sent ?? 0n) - entry.amount }));
}

type RowKind = Extract<Candidate, { transactionIds: unknown }>['kind'];

function toCandidate(kind: RowKind, entries: readonly Entry[]): Candidate {
  return { kind, transactionIds: entries.map(({ row }) => row.transactionId) };
}

function singleRows(kind: RowKind, entries: readonly Entry[], change: Change): readonly Candidate[] {
  const fitting = entries.filter(({ amount }) => amount === change.by);
  return nearestFirst(fitting, change).map((entry) => toCandidate(kind, [entry]));
}

function combinedRows(kind: RowKind, suspects: readonly Suspect[], change: Change): readonly Candidate[] {
  const effective = suspects.filter(({ effect }) => effect !== 0n);
  const single = effective.filter(({ effect }) => effect === change.by).map(({ entry }) => entry);
  if (single.length > 0) return nearestFirst(single, change).map((entry) => toCandidate(kind, [entry]));
  const some = (size: number) => choose(effective.slice(0, 32), size).find((chosen) => sumsTo(chosen, change.by));
  const several = sumsTo(effective, change.by) ? effective : (some(2) ?? some(3) ?? []);
  const entries = several.map(({ entry }) => entry);
  return entries.length === 0 ? [] : [toCandidate(kind, entries)];
}

function sumsTo(suspects: readonly Suspect[], by: bigint): boolean {
  return suspects.length > 1 && suspects.reduce((sum, { effect }) => sum + effect, 0n) === by;
}

function choose<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  if (size === 0) return [[]];
  return items.flatMap((item, place) => choose(items.slice(place + 1), size - 1).map((rest) => [item, ...rest]));
}

function duplicates({ by, after, until }: Change, near: readonly Entry[]): readonly Candidate[] {
  const same = near.filter(({ amount }) => amount === -by);
  const isInside = ({ day }: Entry) => day > after && day <= until;
  const pairs = choose(same, 2)
    .map((pair) => pair as readonly [Entry, Entry])
    .filter(([one, other]) => other.day - one.day <= STRADDLE)
    .map((pair) => {
      const [one, other] = pair;
      const outside = pair.filter((entry) => !isInside(entry)).length;
      const isAlike = one.row.description !== undefined && one.row.description === other.row.description;
      return { pair, rank: other.day - one.day + outside * STRADDLE - (isAlike ? STRADDLE : 0) };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ pair }) => pair);
  if (pairs.length <= MOST_OF_A_KIND) return pairs.map((pair) => toCandidate('doubled', pair));
  const paired = new Set(pairs.flat());
  const all = same.filter((entry) => paired.has(entry));
  return [...pairs.slice(0, LIKELIEST), all].map((entries) => toCandidate('doubled', entries));
}

function missingRows({ after, until }: Change, { counted }: Ledger): Candidate {
  const from = Math.min(after + 1, until);
  const isEmpty = until - from > 0 && between(counted, from, until).length === 0;
  return {
    kind: isEmpty ? 'missing-statement' : 'missing',
    from: fromEpochDay(from),
    until: fromEpochDay(until),
  };
}

function nearestFirst(entries: readonly Entry[], { after, until }: Change): readonly Entry[] {
  const distance = ({ day }: Entry) => Math.max(0, after + 1 - day, day - until);
  return entries.toSorted((a, b) => distance(a) - distance(b)).slice(0, MOST_OF_A_KIND);
}
