import { toEpochDay, type CalendarDate } from '../../../calendar-date.ts';
import type { MemoryEntry } from '../../../memory.ts';
import { schemeOf } from '../../../provider-scheme.ts';
import type { Arrival } from '../../arrival.ts';
import { daysAround } from '../../lookups.ts';
import { POSTS_LATER_DAYS } from '../closeness.ts';
import type { Known } from '../../known.ts';
import type { Planning } from '../../planning.ts';

/** What this batch brings of one account under ids of one scheme: one way of seeing the account. */
export interface View {
  readonly accountId: string;
  readonly scheme: string;
  /** All of it, also what other rules have recognised. */
  readonly all: readonly Arrival[];
  /** What no rule has recognised yet. */
  readonly rest: readonly Arrival[];
  /** See `digitsKey`; usually one. */
  readonly digits: ReadonlySet<string>;
}

/** What the memory holds of one account as one source saw it, near the days of the batch. */
export interface Ledger {
  readonly key: string;
  readonly connectionId: string;
  readonly accountId: string;
  readonly scheme: string;
  readonly digits: ReadonlySet<string>;
  /**
   * One for each real transaction: date, amount and text as this source told them, but id and row of the row
   * that shows it, which may be another source's.
   */
  readonly entries: readonly Known[];
  /** The days that have entries, as days since 1970. */
  readonly days: ReadonlySet<number>;
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/** Two sources name one account differently; the end of its number and the currency are what both know. */
export function digitsKey(lastDigits: string | null, currency: string): string | null {
  return lastDigits === null || lastDigits === '' ? null : `${currency} ${lastDigits}`;
}

/** Whose view of which account, under ids of which scheme. */
export function ledgerKey(scheme: string, connectionId: string, accountId: string): string {
  return `${scheme} ${connectionId} ${accountId}`;
}

export function readViews(rest: readonly Arrival[], all: readonly Arrival[]): readonly View[] {
  const whole = Map.groupBy(all, viewKeyOf);
  return [...Map.groupBy(rest, viewKeyOf)].map(([key, left]) => {
    const { account, providerId } = (left[0] as Arrival).transaction;
    const digits = left.map(({ transaction }) => digitsKey(transaction.account.lastDigits, transaction.currency));
    return {
      accountId: account.id,
      scheme: schemeOf(providerId),
      all: whole.get(key) ?? [],
      rest: left,
      digits: new Set(digits.filter((one) => one !== null)),
    };
  });
}

function viewKeyOf({ transaction: { account, providerId } }: Arrival): string {
  return `${schemeOf(providerId)} ${account.id}`;
}

/** The ledgers of accounts that the views may be views of, by account id or by last digits. */
export function readLedgers(views: readonly View[], { known, input }: Planning): readonly Ledger[] {
  const accountIds = new Set(views.map(({ accountId }) => accountId));
  const digits = new Set(views.flatMap((view) => [...view.digits]));
  const near = daysAround(
    views.flatMap(({ all }) => all),
    DAYS_AROUND,
  );
  if (near === null) return [];
  const { from: earliest, to: latest } = near;
  const found = new Map<string, Found>();
  let latestFound: Found | undefined;
  for (const candidate of known.all) {
    const { entry } = candidate;
    if (entry === null || entry.written.date < earliest || entry.written.date > latest) continue;
    const end = digitsKey(entry.lastDigits, candidate.currency);
    if (!accountIds.has(entry.bankAccountId) && (end === null || !digits.has(end))) continue;
    const scheme = entry.connectionId === input.connectionId ? schemeOf(entry.providerId) : ANY;
    let ledger = isOf(latestFound, entry, scheme) ? latestFound : undefined;
    if (ledger === undefined) {
      const key = ledgerKey(scheme, entry.connectionId, entry.bankAccountId);
      ledger = found.get(key);
      if (ledger === undefined) found.set(key, (ledger = { entry, scheme, byRoot: new Map(), digits: new Set() }));
      latestFound = ledger;
    }
    if (end !== null) ledger.digits.add(end);
    const root = entry.shownBy ?? candidate.transactionId;
    const before = ledger.byRoot.get(root);
    if (before === undefined || goesBefore(candidate, before, root)) ledger.byRoot.set(root, candidate);
  }
  return [...found].map(([key, { entry, scheme, byRoot, digits: ends }]) => {
    const entries = [...byRoot].map(([root, candidate]) => shownAs(candidate, root, known.get(root)));
    const dates = entries.flatMap(({ date, status }) => (date === null || status === 'pending' ? [] : [date])).sort();
    return {
      key,
      connectionId: entry.connectionId,
      accountId: entry.bankAccountId,
      scheme,
      digits: ends,
      entries,
      days: new Set([...new Set(dates)].map(toEpochDay)),
      first: dates[0] ?? latest,
      last: dates.at(-1) ?? earliest,
    };
  });
}

/** The scheme of another connection's ledger, which is one whatever its ids. */
const ANY = 'any';

/** A ledger in the making. */
interface Found {
  /** Its first one. */
  readonly entry: MemoryEntry;
  readonly scheme: string;
  readonly byRoot: Map<string, Known>;
  readonly digits: Set<string>;
}

/** Entries of one ledger mostly come in a row. */
function isOf(found: Found | undefined, { connectionId, bankAccountId }: MemoryEntry, scheme: string): boolean {
  return (
    found !== undefined &&
    found.scheme === scheme &&
    found.entry.connectionId === connectionId &&
    found.entry.bankAccountId === bankAccountId
  );
}

/** Beyond the batch by more than any rule pairs, so that each row is seen with those that stand for it. */
export const DAYS_AROUND = 3 * POSTS_LATER_DAYS;

/** Of a source's several entries for one row, the row's own, else the one with the first id. */
function goesBefore(candidate: Known, before: Known, root: string): boolean {
  if (before.transactionId === root || candidate.transactionId === root) return candidate.transactionId === root;
  return candidate.transactionId < before.transactionId;
}

function shownAs(candidate: Known, root: string, shown: Known | undefined): Known {
  return { ...candidate, transactionId: root, row: shown?.row ?? null, seen: false };
}
