import { daysBetween } from '../calendar-date.ts';
import type { MemoryEntry } from '../memory.ts';
import type { Plan, PlanInput } from '../plan.ts';
import { schemeOf } from '../provider-scheme.ts';
import { rowOf } from '../row.ts';
import { toArrivals, type Arrival } from './arrival.ts';
import { hasProviderId } from './identity.ts';
import { daysAround, isInSheet, memoryAround, type MemoryLookup, type SheetLookup } from './lookups.ts';
import { EARLIER_DAYS, LATER_DAYS } from './matching/already-there/candidates.ts';
import { DAYS_AROUND } from './matching/cross-source/views.ts';
import { planSync } from './plan-sync.ts';
import { planUnchanged } from './plan-unchanged.ts';

/**
 * The plan that `planSync` makes, but for the rows of `leftFeed`, made by look-ups around the batch; null where it takes all
 * of the sheet to be certain of it. Only to be asked while each entry's state is true of the sheet.
 *
 * Every rule pairs within days that it names, or by an identity: so the entries of these days, and of these identities, are
 * all that it can see. Of the rows, the rules look at what memory does not tell only where one of an equal amount is near.
 */
export function planSettled(
  batch: Omit<PlanInput, 'snapshot' | 'memory'>,
  memory: MemoryLookup,
  sheet: SheetLookup | null,
): Plan | null {
  const unchanged = planUnchanged(batch, memory);
  if (unchanged !== null || sheet === null || sheet.hasLostIds || (batch.answers?.size ?? 0) > 0) return unchanged;
  const arrivals = toArrivals(batch.transactions);
  const days = daysAround(arrivals, DAYS_AROUND);
  const entries = memoryAround(days, ofIdentities(arrivals, batch.digest, memory), batch.connectionId, memory);
  if (entries === null) return null;
  const lacking = Object.fromEntries(sheet.lacks.map((column) => [column, '']));
  const rows = entries.filter(isInSheet).map(({ written }, place) => ({ ...rowOf(written, place + 1), ...lacking }));
  const plan = planSync({ ...batch, snapshot: { rows, rules: sheet.rules }, memory: entries });
  if (plan.claims.length > 0 || mayConcernOtherRows(batch, plan, memory, sheet)) return null;
  return withRowNumbers(plan, new Map(entries.map((entry) => [entry.transactionId, entry])), sheet);
}

/** Entries that one of the arrivals may be, whatever their days. */
function* ofIdentities(
  arrivals: readonly Arrival[],
  digest: (text: string) => string,
  memory: MemoryLookup,
): Generator<MemoryEntry> {
  for (const { transaction, identity } of arrivals) {
    const { account, providerId } = transaction;
    if (hasProviderId(transaction)) yield* memory.withProviderId(account.id, providerId as string);
    yield* memory.withBase(digest(identity));
  }
}

/** As many days as any rule pairs a row that memory does not tell, or another source's, with what is new. */
const NEAR_DAYS = Math.max(EARLIER_DAYS, LATER_DAYS);

/**
 * Whether a row may be near that is not what memory says, or is of another source: then it may be claimed or adopted, or look
 * like what is new.
 */
function mayConcernOtherRows(
  batch: Pick<PlanInput, 'transactions' | 'connectionId' | 'completeAccountIds'>,
  { appends }: Plan,
  memory: MemoryLookup,
  sheet: SheetLookup,
): boolean {
  if (appends.some(({ possibleDuplicateOf }) => possibleDuplicateOf.length > 0)) return true;
  const arrivals = toArrivals(batch.transactions);
  const days = daysAround(arrivals, NEAR_DAYS);
  if (days === null) return false;
  const arriving = new Set(arrivals.map(({ transaction: { date, amount } }) => `${date} ${amount}`));
  const added = Map.groupBy(appends, ({ values }): string => values.amount);
  const isOwn = isOwnRow(batch, arrivals);
  return sheet.ofDays(days).some(({ id, date, amount }) => {
    const isNear = (added.get(amount) ?? []).some(
      ({ values }) => Math.abs(daysBetween(date, values.date)) <= NEAR_DAYS,
    );
    if (!isNear && !arriving.has(`${date} ${amount}`)) return false;
    const entry = memory.get(id);
    return entry === null || (isNear && !isOwn(entry));
  });
}

/** Whether the bank itself says that what is new is another transaction than this one: see `createLookAlikeFinder`. */
function isOwnRow(
  { connectionId, completeAccountIds }: Pick<PlanInput, 'connectionId' | 'completeAccountIds'>,
  arrivals: readonly Arrival[],
): (entry: MemoryEntry) => boolean {
  const accounts = new Set([...completeAccountIds, ...arrivals.map(({ transaction }) => transaction.account.id)]);
  const schemes = new Set<string>(arrivals.map(({ transaction }) => schemeOf(transaction.providerId)));
  return (entry) => {
    if (entry.connectionId !== connectionId || !accounts.has(entry.bankAccountId)) return false;
    const scheme = schemeOf(entry.providerId);
    return completeAccountIds.length > 0 || (scheme !== 'none' && schemes.has(scheme));
  };
}

/** Null where a row that is to change is not as it was written. */
function withRowNumbers(plan: Plan, before: ReadonlyMap<string, MemoryEntry>, sheet: SheetLookup): Plan | null {
  const numbers = new Map<string, number>();
  for (const { transactionId, written } of plan.memory) {
    const entry = before.get(transactionId);
    if (entry === undefined || !isInSheet(entry) || entry.written === written) continue;
    const number = sheet.find(entry);
    if (number === null) return null;
    numbers.set(transactionId, number);
  }
  return {
    ...plan,
    updates: plan.updates.map((update) => ({ ...update, row: numbers.get(update.transactionId) as number })),
    leftFeed: plan.leftFeed.map(({ transactionId }) => ({ transactionId, row: null })),
  };
}
