import type { BankTransaction } from '../bank-transaction.ts';
import { daysBetween } from '../calendar-date.ts';
import type { MemoryEntry } from '../memory.ts';
import type { Plan, PlanInput } from '../plan.ts';
import { rowOf, type Column, type Row } from '../row.ts';
import { atOnce } from '../steps.ts';
import type { Pair } from './arrival.ts';
import { createOwnEntryCheck } from './changes/look-alike.ts';
import { PlanBuilder } from './changes/plan-builder.ts';
import { hasProviderId, identityOfEntry, identityOfTransaction } from './identity.ts';
import { daysAround, isInSheet, memoryAround, type MemoryLookup, type SheetLookup } from './lookups.ts';
import { EARLIER_DAYS, LATER_DAYS } from './matching/already-there/candidates.ts';
import { hasSameContent, matchIdentity } from './matching/identity-match.ts';
import { DAYS_AROUND } from './matching/cross-source/views.ts';
import { planSync } from './plan-sync.ts';
import { createPlanning } from './planning.ts';

type SettledBatch = Omit<PlanInput, 'snapshot' | 'memory'>;

/** The plan of `planSync`, from only the rows near the batch; null if it may depend on more rows. Entries must match the sheet. */
export function planSettled(batch: SettledBatch, memory: MemoryLookup, sheet: SheetLookup | null): Plan | null {
  const unchanged = planUnchanged(batch, memory);
  if (unchanged !== null || sheet === null || sheet.needsAllRows || (batch.answers?.size ?? 0) > 0) return unchanged;
  const days = daysAround(batch.transactions, DAYS_AROUND);
  const entries = memoryAround(days, ofIdentities(batch, memory), batch.connectionId, memory);
  if (entries === null) return null;
  const plan = planSync({
    ...batch,
    snapshot: { rows: rowsOf(entries, sheet.lacks), rules: sheet.rules },
    memory: entries,
  });
  if (plan.claims.length > 0 || mayConcernOtherRows(batch, plan, memory, sheet)) return null;
  return withRowNumbers(plan, new Map(entries.map((entry) => [entry.transactionId, entry])), sheet);
}

/** Returns a plan without changes; null if a transaction of the batch may be new or changed. */
function planUnchanged(batch: SettledBatch, lookup: MemoryLookup): Plan | null {
  if (endsUnknown(batch, lookup)) return null;
  const memory = memoryAround(daysAround(batch.transactions, 0), [], batch.connectionId, lookup);
  if (memory === null) return null;
  const planning = atOnce(createPlanning({ ...batch, snapshot: { rows: rowsOf(memory, []), rules: [] }, memory }));
  const { pairs, rest, repeats } = matchIdentity(planning.arrivals, planning);
  if (rest.length > 0 || !pairs.every(isSame)) return null;
  const builder = new PlanBuilder(planning);
  builder.settle(pairs);
  builder.skipRepeats(repeats);
  const plan = builder.finish();
  return plan.memory.length + plan.updates.length + plan.leftFeed.length === 0 ? plan : null;
}

/** True if the first or last transaction is new: this quick check often saves the lookup of all days. */
function endsUnknown({ transactions, digest }: SettledBatch, memory: MemoryLookup): boolean {
  return [...transactions.slice(0, 1), ...transactions.slice(-1)].some((end) => isUnknown(end, digest, memory));
}

/** True if no memory entry has the same bank id or content. */
export function isUnknown(transaction: BankTransaction, digest: PlanInput['digest'], memory: MemoryLookup): boolean {
  return ofIdentities({ transactions: [transaction], digest }, memory).next().done === true;
}

function isSame({ arrival: { transaction, identity }, known }: Pair): boolean {
  return known.entry !== null && identityOfEntry(known.entry) === identity && hasSameContent(transaction, known);
}

function rowsOf(entries: readonly MemoryEntry[], lacks: readonly Column[]): Row[] {
  const lacking = Object.fromEntries(lacks.map((column) => [column, '']));
  return entries.filter(isInSheet).map(({ written }, place) => ({ ...rowOf(written, place + 1), ...lacking }));
}

function* ofIdentities(
  { transactions, digest }: Pick<SettledBatch, 'transactions' | 'digest'>,
  memory: MemoryLookup,
): Generator<MemoryEntry> {
  for (const transaction of transactions) {
    if (hasProviderId(transaction)) yield* memory.withProviderId(transaction.account.id, transaction.providerId);
    yield* memory.withBase(digest(identityOfTransaction(transaction)));
  }
}

/** A rule may match a new transaction with a row that is up to this many days away. */
const NEAR_DAYS = Math.max(EARLIER_DAYS, LATER_DAYS);

/** True if a transaction may match or duplicate a nearby row that has no memory entry or belongs to another source. */
function mayConcernOtherRows(
  batch: SettledBatch,
  { appends }: Plan,
  memory: MemoryLookup,
  sheet: SheetLookup,
): boolean {
  if (appends.some(({ possibleDuplicateOf }) => possibleDuplicateOf.length > 0)) return true;
  const days = daysAround(batch.transactions, NEAR_DAYS);
  if (days === null) return false;
  const arriving = new Set(batch.transactions.map(({ date, amount }) => `${date} ${amount}`));
  const added = Map.groupBy(appends, ({ values }): string => values.amount);
  const isOwn = createOwnEntryCheck(batch);
  return sheet.ofDays(days).some(({ id, date, amount }) => {
    const isNear = (added.get(amount) ?? []).some(
      ({ values }) => Math.abs(daysBetween(date, values.date)) <= NEAR_DAYS,
    );
    if (!isNear && !arriving.has(`${date} ${amount}`)) return false;
    const entry = memory.get(id);
    return entry === null || (isNear && !isOwn(entry));
  });
}

/** Null if the user has edited a row that the plan changes: the plan must then be made from all rows. */
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
  };
}
