import { setImmediate as turn } from 'node:timers/promises';
import { toInstant, type Instant, type LocalDateTime } from '../../core/calendar-date.ts';
import type { MemoryEntry } from '../../core/memory.ts';
import type { Plan } from '../../core/plan.ts';
import { ambiguousColumn, ambiguousRows } from '../../core/planner/matching/already-there/candidates.ts';
import { splitIntoBatches, type Batch } from '../../core/planner/batches.ts';
import { isHalfRead } from '../../core/planner/changes/look-alike.ts';
import { isInSheet, type MemoryLookup } from '../../core/planner/lookups.ts';
import { isUnknown, planSettled } from '../../core/planner/plan-settled.ts';
import { planInSteps } from '../../core/planner/plan-sync.ts';
import { isForeignRow } from '../../core/row-id.ts';
import type { Row } from '../../core/row.ts';
import { hasSeparateNotes, keepsBankText, columnsShowing } from '../../core/sheet-columns.ts';
import type { Layout, Revision, Snapshot } from '../../core/snapshot.ts';
import { toLocalDateTime } from '../../core/time-zone.ts';
import { createError } from '../../platform/errors.ts';
import type { Fetched } from '../../sources/source.ts';
import type { Account } from '../../store/accounts.ts';
import { latestBalances } from '../../store/settled.ts';
import { knowsBankAccount, memoryLookup, readMemory } from '../../store/memory.ts';
import { balancesContext, withBalances, type BalancesContext, withNewBalances } from './balances.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import { lostEntries } from './earlier-version.ts';
import type { FetchResult } from './fetch.ts';
import { rowsWithIds, shownSheet, type SettledLookup } from './find-rows.ts';
import { inTurns } from '../runs/in-turns.ts';
import { newAccountMessages, reusedIdMessages, toOutcome, WriteBatch, type Remembered } from './write-batch.ts';
import type { Work } from '../runs/work.ts';

interface PlanContext extends Remembered {
  readonly now: { readonly instant: Instant; readonly local: LocalDateTime };
  readonly digest: (text: string) => string;
  readonly balances: BalancesContext;
}

export async function planContext(deps: SyncDependencies, account: Account, snapshot: Snapshot): Promise<PlanContext> {
  const remembered = await readMemory(deps.store, account.id);
  const { written, claimed } = lostEntries(deps, account, snapshot, remembered);
  const unclaimed = new Set(claimed.map(({ transactionId }) => transactionId));
  return {
    memory: remembered.filter(({ transactionId }) => !unclaimed.has(transactionId)),
    lost: written,
    unclaimed: [...unclaimed],
    now: nowOf(deps, account),
    digest: deps.digest,
    balances: balancesContext(deps, account, snapshot),
  };
}

/** Plans the batches in order, each on the rows that the previous batches leave. */
export async function planFetched(
  snapshot: Snapshot,
  result: FetchResult,
  context: PlanContext,
  answers: readonly RowAnswer[] = [],
): Promise<Work> {
  const rowAnswers = answersByRow(snapshot, answers, context.digest);
  const declined = new Set(answers.flatMap((answer) => (answer.declined === true ? [answer.transactionId] : [])));
  const categories = new Map(
    answers.flatMap(({ transactionId, category }) => (category === undefined ? [] : [[transactionId, category]])),
  );
  const batch = new WriteBatch(snapshot.rows, context);
  const messages = result.fetches.flatMap((fetch) => newAccountMessages(fetch, context.memory));
  for (const fetch of result.fetches) {
    for (const { transactions, pieces } of statementBatches(fetch.fetched)) {
      await turn();
      const plan = await inTurns(
        planInSteps({
          snapshot: { rows: batch.rows, rules: snapshot.rules },
          memory: batch.currentMemory(),
          ...feedInput(fetch, snapshot.layout),
          transactions,
          pieces,
          now: context.now,
          digest: context.digest,
          answers: rowAnswers,
          declined,
          categories,
        }),
      );
      await turn();
      refuseAmbiguousRows(snapshot, plan);
      batch.add(fetch.connection.id, transactions.length, plan);
      messages.push(...reusedIdMessages(fetch.connection.id, plan));
    }
  }
  await turn();
  const work = batch.toWork(toOutcome({ ...result, messages: [...result.messages, ...messages] }, batch.counts));
  const settles = {
    rules: snapshot.rules,
    needsAllRows: hasLostIds(batch.rows, batch.currentMemory()) || batch.rows.some(isUnread),
    balances: latestBalances(snapshot.balances),
  };
  return withBalances({ ...work, settles }, snapshot, context.balances);
}

/** Plans without reading the sheet. The memory must match the sheet at `revision`. Null if a read is required or faster. */
export function planSettledFetch(
  deps: SyncDependencies,
  account: Account,
  revision: Revision,
  result: FetchResult,
): Work | null {
  const { store, digest } = deps;
  const now = nowOf(deps, account);
  const stored = memoryLookup(store, account.id);
  if (account.layout === null || hasNewAccounts(deps, account, result) || hasManyNew(result, stored, digest))
    return null;
  const settles = shownSheet(store, account.id, account.layout, revision);
  const batch = new WriteBatch([], { memory: [], lost: [], unclaimed: [] });
  // Looks up entries in the batch first, because changes of this run are not stored yet.
  const memory: MemoryLookup = {
    ...stored,
    get: (id) => batch.changed.get(id) ?? stored.get(id),
    planned: () => batch.changed.values(),
  };
  const sheet = settles === null ? null : plannedSheet(settles, batch);
  for (const fetch of result.fetches) {
    for (const { transactions, pieces } of statementBatches(fetch.fetched)) {
      const input = { ...feedInput(fetch, account.layout), transactions, pieces, now, digest };
      const plan = planSettled(input, memory, sheet);
      if (plan === null) return null;
      batch.add(fetch.connection.id, transactions.length, plan);
    }
  }
  const work = batch.toWork(toOutcome(result, batch.counts));
  return withNewBalances(deps, account, settles === null ? work : { ...work, settles }, settles);
}

function plannedSheet(sheet: SettledLookup, { appends }: WriteBatch): SettledLookup {
  return {
    ...sheet,
    ofDays: (days) => {
      const added = Array.from(appends.values(), ({ values }) => ({ ...values, id: values.transactionId }));
      return [...sheet.ofDays(days), ...added.filter(({ date }) => days.from <= date && date <= days.to)];
    },
    // 0 for a row that this run appends, because it has no number yet. `WriteBatch` updates such a row before it is written.
    find: (entry) => (appends.has(entry.transactionId) && isInSheet(entry) ? 0 : sheet.find(entry)),
  };
}

/** If more transactions than this are new, reading the sheet is faster than looking up each transaction. */
const MANY = 1000;
const SAMPLE = 50;

function hasManyNew({ fetches }: FetchResult, memory: MemoryLookup, digest: SyncDependencies['digest']): boolean {
  const transactions = fetches.flatMap(({ fetched }) => fetched.transactions);
  if (transactions.length <= MANY) return false;
  const step = Math.ceil(transactions.length / SAMPLE);
  const sample = transactions.filter((_, place) => place % step === 0);
  const unknown = sample.filter((transaction) => isUnknown(transaction, digest, memory));
  return unknown.length * step > MANY;
}

function feedInput(
  { connection, since, fetched }: FetchResult['fetches'][number],
  { columns }: Pick<Layout, 'columns'>,
) {
  const { completeAccountIds, skipsNewPending = false } = fetched;
  return {
    connectionId: connection.id,
    since,
    completeAccountIds,
    skipsNewPending,
    hasSeparateNotes: hasSeparateNotes(columns),
    mayRename: keepsBankText(columns),
  };
}

function hasLostIds(rows: readonly Row[], memory: readonly MemoryEntry[]): boolean {
  const ownIds = new Set(memory.map(({ transactionId }) => transactionId));
  return rows.some((row) => !ownIds.has(row.transactionId) && !isForeignRow(row));
}

function nowOf({ clock }: SyncDependencies, { timeZone }: Account): PlanContext['now'] {
  return { instant: toInstant(clock.now()), local: toLocalDateTime(timeZone, clock.now()) };
}

/** True if a bank account may be new: `newAccountMessages` then needs the whole memory. */
function hasNewAccounts({ store }: SyncDependencies, account: Account, { fetches }: FetchResult): boolean {
  return fetches.some(({ connection, fetched }) =>
    [...new Set(fetched.transactions.map((transaction) => transaction.account.id))].some(
      (id) => !knowsBankAccount(store, account.id, connection.id, id),
    ),
  );
}

export interface RowAnswer {
  readonly transactionId: string;
  /** The row that the user matched with the transaction, as an id of `createRowIds`; null if no row matches. */
  readonly rowId?: string | null | undefined;
  readonly declined?: true | undefined;
  readonly category?: string | undefined;
}

function answersByRow(
  snapshot: Snapshot,
  answers: readonly RowAnswer[],
  digest: (text: string) => string,
): ReadonlyMap<string, number | null> {
  if (answers.length === 0) return new Map();
  const rows = new Map(rowsWithIds(snapshot, digest).map(({ row, id }) => [id, row.index]));
  return new Map(
    answers.flatMap(({ transactionId, rowId, declined }): [string, number | null][] => {
      if (declined === true || rowId === undefined) return [];
      const row = rowId === null ? null : rows.get(rowId);
      return row === undefined ? [] : [[transactionId, row]];
    }),
  );
}

/** A bank connection delivers one batch. Files are several batches, because they may contain the same transactions. */
function statementBatches({ transactions, files = [] }: Fetched): readonly Batch[] {
  const pieces = files.flatMap((file) => file.pieces);
  const batches = splitIntoBatches(transactions, pieces);
  return batches.length > 0 ? batches : [{ transactions, pieces: [] }];
}

export function isUnread(row: Row): boolean {
  return isHalfRead(row) || ambiguousColumn(row) !== null;
}

const AMBIGUOUS_ROWS_NAMED = 10;

/** Throws if a new transaction may equal a row with an ambiguous date or amount, because adding it might create a duplicate. */
function refuseAmbiguousRows({ rows, layout }: Pick<Snapshot, 'rows' | 'layout'>, { appends }: Plan): void {
  const found = ambiguousRows(rows, appends);
  const [first] = found;
  if (first === undefined) return;
  const column = ambiguousColumn(first) ?? 'date';
  const unclear = found.filter((row) => ambiguousColumn(row) === column);
  const headers = columnsShowing(column, layout.columns).map((place) => layout.columns[place]?.header ?? '');
  throw createError('workbook_ambiguous_texts', {
    use: column === 'date' ? 'date' : 'other',
    header: headers.join(' / '),
    count: unclear.length,
    rows: unclear.slice(0, AMBIGUOUS_ROWS_NAMED).map(({ index }) => String(index)),
    more: Math.max(0, unclear.length - AMBIGUOUS_ROWS_NAMED),
    text: (column === 'date' ? first.dateText : first.amountText).trim(),
  });
}
