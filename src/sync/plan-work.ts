import { setImmediate as turn } from 'node:timers/promises';
import { toInstant, type Instant, type LocalDateTime } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import { splitIntoBatches, type Batch } from '../core/planner/batches.ts';
import { planInSteps } from '../core/planner/plan-sync.ts';
import { planSettled } from '../core/planner/plan-settled.ts';
import { isForeignRow } from '../core/row-id.ts';
import type { Row } from '../core/row.ts';
import { hasSeparateNotes } from '../core/sheet-columns.ts';
import type { Layout, Revision, Snapshot } from '../core/snapshot.ts';
import { toLocalDateTime } from '../core/time-zone.ts';
import type { Fetched } from '../sources/source.ts';
import type { Account } from '../store/accounts.ts';
import { knowsBankAccount, memoryLookup, remembersAsMany, readMemory } from '../store/read-memory.ts';
import { balancesContext, withBalances, type BalancesContext } from './balances/balance-sheet.ts';
import { heldBalances, withNewBalances } from './balances/new-balances.ts';
import type { SyncDependencies } from './dependencies.ts';
import { WriteBatch, type Remembered } from './write-batch.ts';
import { rowsWithIds } from './fill-categories.ts';
import { lostEntries } from './earlier-version.ts';
import type { FetchResult } from './fetch.ts';
import { inTurns } from './in-turns.ts';
import { newAccountMessages } from './new-accounts.ts';
import { reusedIdMessages, toOutcome } from './outcome.ts';
import { plannedMemory, plannedSheet } from './planned-lookups.ts';
import { shownSheet } from './shown-sheet.ts';
import { isUnread, refuseAmbiguousRows } from './unread-rows.ts';
import type { Work } from './work.ts';

export interface PlanContext extends Remembered {
  readonly now: { readonly instant: Instant; readonly local: LocalDateTime };
  readonly digest: (text: string) => string;
  readonly balances: BalancesContext;
}

/** What planning needs beside the snapshot, as of this moment. */
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

/**
 * The work of a sync: each connection, and each batch of its files, is planned on what those before it will have written.
 * Others have their turn in between.
 */
export async function planFetched(
  snapshot: Snapshot,
  result: FetchResult,
  context: PlanContext,
  answers: readonly RowAnswer[] = [],
): Promise<Work> {
  const asked = answersByRow(snapshot, answers, context.digest);
  const declined = new Set(answers.flatMap((answer) => (answer.declined === true ? [answer.transactionId] : [])));
  const batch = new WriteBatch(snapshot.rows, context);
  const news = result.fetches.flatMap((fetch) => newAccountMessages(fetch, context.memory));
  for (const fetch of result.fetches) {
    for (const { transactions, pieces } of lotsOf(fetch.fetched)) {
      await turn();
      const plan = await inTurns(
        planInSteps({
          snapshot: { rows: batch.rows, rules: snapshot.rules },
          memory: batch.currentMemory(),
          ...told(fetch, snapshot.layout),
          transactions,
          pieces,
          now: context.now,
          digest: context.digest,
          answers: asked,
          declined,
        }),
      );
      await turn();
      refuseAmbiguousRows(snapshot, plan);
      batch.add(fetch.connection.id, transactions.length, plan);
      news.push(...reusedIdMessages(fetch.connection.id, plan));
    }
  }
  await turn();
  const work = batch.toWork(toOutcome({ ...result, messages: [...result.messages, ...news] }, batch.counts));
  const settles = {
    rules: snapshot.rules,
    needsAllRows: holdsLostIds(batch.rows, batch.currentMemory()) || batch.rows.some(isUnread),
    balances: heldBalances(snapshot.balances),
  };
  return withBalances({ ...work, settles }, snapshot, context.balances);
}

/**
 * The work of a sync, by a few look-ups; null where it takes the rows to be certain of it. Only to be asked while each entry's
 * state is true of the workbook, at that revision.
 */
export function planSettledFetch(
  deps: SyncDependencies,
  account: Account,
  revision: Revision,
  result: FetchResult,
): Work | null {
  const { store, digest } = deps;
  const now = nowOf(deps, account);
  if (account.layout === null || bringsAccounts(deps, account, result)) return null;
  const settles = bringsMost(deps, account, result) ? null : shownSheet(store, account.id, account.layout, revision);
  const batch = new WriteBatch([], { memory: [], lost: [], unclaimed: [] });
  const memory = plannedMemory(memoryLookup(store, account.id), batch);
  const sheet = settles === null ? null : plannedSheet(settles, batch);
  for (const fetch of result.fetches) {
    for (const { transactions, pieces } of lotsOf(fetch.fetched)) {
      const brought = { ...told(fetch, account.layout), transactions, pieces, now, digest };
      const plan = planSettled(brought, memory, sheet);
      if (plan === null) return null;
      batch.add(fetch.connection.id, transactions.length, plan);
    }
  }
  const work = batch.toWork(toOutcome(result, batch.counts));
  return withNewBalances(deps, account, settles === null ? work : { ...work, settles }, settles);
}

const MANY = 1000;

/** Whether there is less to read than to look up: then look-ups tell only whether all of it is known. */
function bringsMost({ store }: SyncDependencies, { id }: Account, { fetches }: FetchResult): boolean {
  const count = fetches.reduce((sum, { fetched }) => sum + fetched.transactions.length, 0);
  return count > MANY && !remembersAsMany(store, id, count);
}

/** What all that a connection brought has in common. */
function told({ connection, since, fetched }: FetchResult['fetches'][number], { columns }: Pick<Layout, 'columns'>) {
  const { completeAccountIds, skipsNewPending = false } = fetched;
  return {
    connectionId: connection.id,
    since,
    completeAccountIds,
    skipsNewPending,
    hasSeparateNotes: hasSeparateNotes(columns),
  };
}

function holdsLostIds(rows: readonly Row[], memory: readonly MemoryEntry[]): boolean {
  const known = new Set(memory.map(({ transactionId }) => transactionId));
  return rows.some((row) => !known.has(row.transactionId) && !isForeignRow(row));
}

function nowOf({ clock }: SyncDependencies, { timeZone }: Account): PlanContext['now'] {
  return { instant: toInstant(clock.now()), local: toLocalDateTime(timeZone, clock.now()) };
}

/** Whether a feed may show a bank account for the first time: see `newAccountMessages`. */
function bringsAccounts({ store }: SyncDependencies, account: Account, { fetches }: FetchResult): boolean {
  return fetches.some(({ connection, fetched }) =>
    [...new Set(fetched.transactions.map((transaction) => transaction.account.id))].some(
      (id) => !knowsBankAccount(store, account.id, connection.id, id),
    ),
  );
}

/** What a person said of a transaction that would be new, in a preview. */
export interface RowAnswer {
  /** Which a new row for it would have. */
  readonly transactionId: string;
  /** As `createRowIds` names the row that shows it; null for none. */
  readonly rowId: string | null;
  /** It is not wanted in the sheet. */
  readonly declined?: true | undefined;
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
      if (declined === true) return [];
      const row = rowId === null ? null : rows.get(rowId);
      // A row that is not there any more answers nothing.
      return row === undefined ? [] : [[transactionId, row]];
    }),
  );
}

/** A feed is whole; files may tell of the same transactions. */
function lotsOf({ transactions, files = [] }: Fetched): readonly Batch[] {
  const pieces = files.flatMap((file) => file.pieces);
  const batches = splitIntoBatches(transactions, pieces);
  return batches.length > 0 ? batches : [{ transactions, pieces: [] }];
}
