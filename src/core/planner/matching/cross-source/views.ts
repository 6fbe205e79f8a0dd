import { toEpochDay, type CalendarDate } from '../../../calendar-date.ts';
import type { MemoryEntry } from '../../../memory.ts';
import type { PlanInput } from '../../../plan.ts';
import { schemeOf } from '../../../provider-scheme.ts';
import type { Arrival } from '../../arrival.ts';
import { daysAround } from '../../lookups.ts';
import { POSTS_LATER_DAYS } from '../closeness.ts';
import type { Known } from '../../known.ts';
import type { Planning } from '../../planning.ts';

/** The transactions of this batch with the same account and the same id scheme, such as "camt". */
export type View = ReturnType<typeof readViews>[number];

/** The memory entries of one account from one source, near the days of the batch. */
export type Ledger = ReturnType<typeof readLedgers>[number];

export interface LedgerEntry extends Known {
  readonly date: CalendarDate;
}

export function digitsKey(lastDigits: string | null, currency: string): string | null {
  return lastDigits === null || lastDigits === '' ? null : `${currency} ${lastDigits}`;
}

export function ledgerKey(scheme: string, connectionId: string, accountId: string): string {
  return `${scheme} ${connectionId} ${accountId}`;
}

export function readViews(rest: readonly Arrival[], all: readonly Arrival[]) {
  const whole = Map.groupBy(all, viewKeyOf);
  return [...Map.groupBy(rest, viewKeyOf)].map(([key, left]) => {
    const { account, providerId } = (left[0] as Arrival).transaction;
    const digits = left.map(({ transaction }) => digitsKey(transaction.account.lastDigits, transaction.currency));
    return {
      accountId: account.id,
      scheme: schemeOf(providerId),
      /** Includes transactions that other rules matched. */
      all: whole.get(key) ?? [],
      rest: left,
      digits: new Set(digits.filter((one) => one !== null)),
    };
  });
}

function viewKeyOf({ transaction: { account, providerId } }: Arrival): string {
  return `${schemeOf(providerId)} ${account.id}`;
}

export function readLedgers(views: readonly View[], { known, input }: Planning) {
  const accountIds = new Set(views.map(({ accountId }) => accountId));
  const digits = new Set(views.flatMap((view) => [...view.digits]));
  const near = daysAround(
    views.flatMap(({ all }) => all.map(({ transaction }) => transaction)),
    DAYS_AROUND,
  );
  if (near === null) return [];
  const found = known.all.filter((candidate): candidate is Remembered => {
    const { entry } = candidate;
    if (entry === null || entry.written.date < near.from || entry.written.date > near.to) return false;
    return accountIds.has(entry.bankAccountId) || digits.has(digitsOf(entry) ?? '');
  });
  const byKey = Map.groupBy(found, ({ entry }) =>
    ledgerKey(ledgerScheme(entry, input), entry.connectionId, entry.bankAccountId),
  );
  return [...byKey].map(([key, its]) => {
    const { entry } = its[0] as Remembered;
    const byRoot = new Map<string, Remembered>();
    for (const candidate of its) {
      const root = candidate.entry.shownBy ?? candidate.transactionId;
      const before = byRoot.get(root);
      if (before === undefined || isPreferred(candidate, before, root)) byRoot.set(root, candidate);
    }
    const entries = [...byRoot].map(([root, candidate]): LedgerEntry => {
      const { date } = candidate.entry.written;
      return { ...candidate, date, transactionId: root, row: known.get(root)?.row ?? null, seen: false };
    });
    const dates = entries.flatMap(({ date, status }) => (status === 'pending' ? [] : [date])).sort();
    return {
      key,
      connectionId: entry.connectionId,
      accountId: entry.bankAccountId,
      scheme: ledgerScheme(entry, input),
      digits: new Set(its.flatMap((candidate) => digitsOf(candidate.entry) ?? [])),
      /** One entry for each real transaction, with the values of this source, but perhaps the id and row of another source. */
      entries,
      days: new Set([...new Set(dates)].map(toEpochDay)),
      first: dates[0] ?? near.to,
      last: dates.at(-1) ?? near.from,
    };
  });
}

interface Remembered extends Known {
  readonly entry: MemoryEntry;
}

function digitsOf({ lastDigits, written }: MemoryEntry): string | null {
  return digitsKey(lastDigits, written.currency);
}

/** Separates ledgers by id scheme only within this connection. */
function ledgerScheme({ connectionId, providerId }: MemoryEntry, input: PlanInput): string {
  return connectionId === input.connectionId ? schemeOf(providerId) : 'any';
}

/** Date ranges are widened by this many days, more than any rule allows between matched dates, to include all entries of a row. */
export const DAYS_AROUND = 3 * POSTS_LATER_DAYS;

/** Of several entries for one row, prefers the entry with the row's id, then the lowest id. */
function isPreferred(candidate: Known, before: Known, root: string): boolean {
  if (before.transactionId === root || candidate.transactionId === root) return candidate.transactionId === root;
  return candidate.transactionId < before.transactionId;
}
