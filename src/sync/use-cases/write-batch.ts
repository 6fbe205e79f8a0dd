import type { MemoryEntry } from '../../core/memory.ts';
import type { Plan, PlannedClaim, PlannedUpdate } from '../../core/plan.ts';
import { rowOf, type Row, type RowValues } from '../../core/row.ts';
import { NO_COUNTS, aboutRow, sumOfCounts, type RunCounts, type RunItem, type RunMessage } from '../../core/run.ts';
import type { CellChange, CellUpdate } from '../../core/workbook-change.ts';
import { cellUpdate } from './categories.ts';
import { addedAgain, runMessage, type Outcome, type Work } from '../runs/work.ts';
import { addDays, toInstant, type CalendarDate } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { reportOf } from '../../platform/errors.ts';
import type { Fetched } from '../../sources/source.ts';
import { statedBalance } from '../../store/balances.ts';
import type { ConnectionProblem } from '../../store/connections.ts';
import type { FetchResult, ConnectionFetch } from './fetch.ts';

type Added = Extract<RunItem, { kind: 'added' }>;

export interface Remembered {
  readonly memory: readonly MemoryEntry[];
  /** Rows to add again: see `lostEntries`. */
  readonly lost: readonly MemoryEntry[];
  /** Ids that are missing in rows that the user typed: see `claimed` of `lostEntries`. */
  readonly unclaimed: readonly string[];
}

export class WriteBatch {
  rows: readonly Row[];
  counts: RunCounts;
  readonly changed = new Map<string, MemoryEntry>();
  readonly appends: Map<string, Added>;
  readonly #remembered: Remembered;
  readonly #updates: CellUpdate[] = [];
  readonly #items: RunItem[] = [];
  readonly #plans: Plan[] = [];

  constructor(rows: readonly Row[], remembered: Remembered) {
    const again = remembered.lost.map(addedAgain);
    this.#remembered = remembered;
    this.rows = withAppends(rows, again);
    this.appends = new Map(again.map((added) => [added.values.transactionId, added]));
    this.counts = { ...NO_COUNTS, added: again.length };
  }

  currentMemory(): readonly MemoryEntry[] {
    const { memory } = this.#remembered;
    if (this.changed.size === 0) return memory;
    const untouched = memory.filter((entry) => !this.changed.has(entry.transactionId));
    return [...untouched, ...this.changed.values()];
  }

  add(connectionId: string, fetched: number, plan: Plan): void {
    this.#plans.push(plan);
    for (const update of plan.updates) {
      const planned = this.appends.get(update.transactionId);
      if (planned !== undefined) {
        this.appends.set(update.transactionId, { ...planned, values: update.cells.reduce(withCell, planned.values) });
        continue;
      }
      const { row, transactionId, reason, cells, kept, transaction } = update;
      for (const cell of cells) this.#updates.push({ row, transactionId, cell });
      this.#items.push({ kind: 'updated', connectionId, transactionId, reason, cells, kept, raw: transaction.raw });
    }
    for (const { values, ruleRow, possibleDuplicateOf, transaction } of plan.appends) {
      const { raw } = transaction;
      const added = { kind: 'added', connectionId, values, ruleRow, possibleDuplicateOf, raw } as const;
      this.appends.set(values.transactionId, added);
    }
    for (const { row, transactionId, transaction } of plan.claims) {
      const wasWritten = row.transactionId === '';
      if (wasWritten) this.#updates.push(cellUpdate(row, { column: 'transactionId', from: '', to: transactionId }));
      const about = aboutRow(row);
      this.#items.push({ kind: 'claimed', connectionId, transactionId, wasWritten, about, raw: transaction.raw });
    }
    for (const entry of plan.memory) this.changed.set(entry.transactionId, entry);
    this.#addNotes(plan);
    this.#count(fetched, plan);
    if (plan.claims.length > 0) this.rows = withClaims(this.rows, plan.claims);
    if (plan.updates.length > 0) this.rows = withUpdates(this.rows, plan.updates);
    if (plan.appends.length > 0) this.rows = withAppends(this.rows, plan.appends);
  }

  toWork(outcome: Outcome): Work {
    const added = [...this.appends.values()];
    return {
      appends: added.map(({ values }) => values),
      updates: this.#updates,
      removals: [],
      memory: [...this.changed.values()],
      forgets: this.#remembered.unclaimed.filter((id) => !this.changed.has(id)),
      items: [...added, ...this.#items],
      outcome,
      plans: this.#plans,
      rows: this.rows,
    };
  }

  #addNotes(plan: Plan): void {
    for (const transactionId of plan.leftFeed) this.#items.push({ kind: 'left-feed', transactionId });
    const elsewhere = plan.skips.filter(({ reason }) => reason === 'elsewhere');
    if (elsewhere.length === 0) return;
    const fresh = new Map(plan.memory.map((entry) => [entry.transactionId, entry]));
    for (const { transactionId, transaction } of elsewhere) {
      const entry = fresh.get(transactionId);
      if (entry !== undefined)
        this.#items.push({ kind: 'elsewhere', transactionId, shownBy: entry.shownBy, raw: transaction.raw });
    }
  }

  #count(fetched: number, plan: Plan): void {
    const skipped = (reason: string): number => plan.skips.filter((skip) => skip.reason === reason).length;
    const alreadyThere = skipped('already-there');
    const idsWritten = plan.claims.filter(({ row }) => row.transactionId === '').length;
    this.counts = sumOfCounts(this.counts, {
      ...NO_COUNTS,
      ...(alreadyThere > 0 && { alreadyThere }),
      ...(idsWritten > 0 && { idsWritten }),
      fetched,
      added: plan.appends.length,
      updated: plan.updates.length,
      known: skipped('known'),
      deleted: skipped('deleted'),
      elsewhere: skipped('elsewhere'),
      possibleDuplicates: plan.appends.filter((append) => append.possibleDuplicateOf.length > 0).length,
      leftFeed: plan.leftFeed.length,
      kept: [...plan.updates, ...plan.skips].filter(({ kept }) => kept.length > 0).length,
    });
  }
}

function withCell(values: RowValues, cell: CellChange): RowValues {
  return { ...values, [cell.column]: cell.to };
}

function withClaims(rows: readonly Row[], claims: readonly PlannedClaim[]): Row[] {
  const ids = new Map(claims.map(({ row, transactionId }) => [row.index, transactionId]));
  return rows.map((row) => ({ ...row, transactionId: ids.get(row.index) ?? row.transactionId }));
}

export function withUpdates(rows: readonly Row[], updates: readonly PlannedUpdate[]): Row[] {
  const cells = new Map(updates.map((update) => [update.transactionId, update.cells]));
  return rows.map((row) =>
    (cells.get(row.transactionId) ?? []).reduce((changed, cell) => ({ ...changed, [cell.column]: cell.to }), row),
  );
}

function withAppends(rows: readonly Row[], appends: readonly Pick<Added, 'values'>[]): Row[] {
  const last = rows.reduce((highest, row) => Math.max(highest, row.index), 0);
  return [...rows, ...appends.map(({ values }, position) => rowOf(values, last + 1 + position))];
}

export function toOutcome(result: FetchResult, counts: RunCounts): Outcome {
  return {
    status:
      result.failed > 0 || result.messages.some(({ severity }) => severity === 'problem') ? 'partial' : 'succeeded',
    counts,
    messages: result.messages,
    fetched: result.fetches.map(({ connection, today, fetched }) => ({
      connectionId: connection.id,
      until: fetched.unfinished === undefined ? today : unfinishedUntil(connection.syncedUntil, today),
      problem: firstProblem(fetched),
    })),
    files: result.fetches
      .flatMap(({ fetched }) => fetched.files ?? [])
      .map(({ path, contentHash }) => ({ name: path, contentHash })),
    balances: result.fetches.flatMap(({ connection, fetched }) =>
      fetched.balances.map((balance) =>
        statedBalance(balance, { connectionId: connection.id, file: balance.file ?? null }),
      ),
    ),
    undoes: null,
  };
}

export function reusedIdMessages(connectionId: string, { appends }: Plan): RunMessage[] {
  const added = appends.filter(({ sameIdAs }) => sameIdAs.length > 0);
  if (added.length === 0) return [];
  const rows = [...new Set(added.flatMap(({ sameIdAs }) => sameIdAs))].sort((a, b) => a - b);
  const message = problem('source_id_reused', {
    count: added.length,
    rowCount: rows.length,
    rows: rows.slice(0, ROWS_NAMED).map(String),
  });
  return [runMessage('warning', message, connectionId)];
}

/** The maximum number of rows that a message names. The report of the run contains all rows. */
const ROWS_NAMED = 20;

/** Sources provide at most this many days, so the fetch after an incomplete one requests no earlier days. */
const UNFINISHED_DAYS = 90;

/** The end of the synced days after an incomplete fetch: usually unchanged, so that the next fetch requests the same days again. */
function unfinishedUntil(syncedUntil: CalendarDate | null, today: CalendarDate): CalendarDate | null {
  const earliest = addDays(today, -UNFINISHED_DAYS);
  return syncedUntil === null || syncedUntil > earliest ? syncedUntil : earliest;
}

function firstProblem({ messages, unfinished }: Fetched): ConnectionProblem | null {
  const problem = messages.find(({ severity }) => severity === 'problem');
  if (problem === undefined) return null;
  const notBeforeMs = unfinished?.notBeforeMs ?? null;
  return { ...reportOf(problem), ...(notBeforeMs === null ? {} : { notBefore: toInstant(notBeforeMs) }) };
}

/** Reports accounts that a connection returns for the first time. They may be known accounts with new ids. */
export function newAccountMessages(
  { connection, since, fetched }: ConnectionFetch,
  memory: readonly MemoryEntry[],
): RunMessage[] {
  // Not for files: the message says from which day transactions are added, but a file adds all of its transactions.
  if (connection.syncedUntil === null || fetched.files !== undefined) return [];
  const bankAccountIds = new Set<string>();
  for (const entry of memory) if (entry.connectionId === connection.id) bankAccountIds.add(entry.bankAccountId);
  if (bankAccountIds.size === 0) return [];
  const fresh = new Map(
    fetched.transactions.flatMap(({ account }) =>
      bankAccountIds.has(account.id) ? [] : [[account.id, account.name] as const],
    ),
  );
  return [...fresh.values()].map((account) =>
    runMessage('info', problem('source_new_account', { account, since }), connection.id),
  );
}
