import { addDays, toInstant, type CalendarDate, type Instant, type LocalDateTime } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import type { Plan, PlannedUpdate } from '../core/plan.ts';
import { splitIntoLots, type Lot } from '../core/planner/lots.ts';
import { planSync } from '../core/planner/plan-sync.ts';
import type { Row, RowValues } from '../core/row.ts';
import { NO_COUNTS, type RunCounts, type RunItem } from '../core/run.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { toLocalDateTime } from '../core/time-zone.ts';
import type { CellChange, CellUpdate } from '../core/workbook-change.ts';
import type { Fetched } from '../sources/source.ts';
import type { Account } from '../store/accounts.ts';
import type { ConnectionProblem } from '../store/connections.ts';
import { listMemory } from '../store/memory.ts';
import type { SyncDependencies } from './dependencies.ts';
import { lostEntries } from './earlier-version.ts';
import type { FetchResult } from './fetch.ts';
import { newAccountMessages } from './new-accounts.ts';
import type { Outcome, Work } from './work.ts';

export interface PlanContext {
  readonly memory: readonly MemoryEntry[];
  /** Entries whose rows are put back: see `lostEntries`. */
  readonly lost: readonly MemoryEntry[];
  readonly now: { readonly instant: Instant; readonly local: LocalDateTime };
  readonly digest: (text: string) => string;
}

/** What planning needs beside the snapshot, as of this moment. */
export function planContext(deps: SyncDependencies, account: Account, snapshot: Snapshot): PlanContext {
  const memory = listMemory(deps.store, account.id);
  return {
    memory,
    lost: lostEntries(deps, account, snapshot, memory),
    now: { instant: toInstant(deps.clock.now()), local: toLocalDateTime(account.timeZone, deps.clock.now()) },
    digest: deps.digest,
  };
}

/** The work of a sync: each connection, and each lot of its files, is planned on what those before it will have written. */
export function planFetched(snapshot: Snapshot, result: FetchResult, context: PlanContext): Work {
  const draft = new Draft(snapshot, context);
  for (const fetch of result.fetches) {
    for (const { transactions, pieces } of lotsOf(fetch.fetched)) {
      const plan = planSync({
        snapshot: { rows: draft.rows, rules: snapshot.rules },
        memory: draft.currentMemory(),
        connectionId: fetch.connection.id,
        transactions,
        pieces,
        completeAccountIds: fetch.fetched.completeAccountIds,
        since: fetch.since,
        now: context.now,
        digest: context.digest,
      });
      draft.add(fetch.connection.id, transactions.length, plan);
    }
  }
  const news = result.fetches.flatMap((fetch) => newAccountMessages(fetch, context.memory));
  return draft.toWork({ ...result, messages: [...result.messages, ...news] });
}

/** A feed is whole; files may tell of the same transactions. */
function lotsOf({ transactions, files = [] }: Fetched): readonly Lot[] {
  const lots = splitIntoLots(transactions, files.flatMap(({ pieces }) => pieces));
  return lots.length > 0 ? lots : [{ transactions, pieces: [] }];
}

type Added = Extract<RunItem, { kind: 'added' }>;

/** Plans gathered into one write. */
class Draft {
  rows: readonly Row[];
  readonly #memory: readonly MemoryEntry[];
  readonly #changed = new Map<string, MemoryEntry>();
  readonly #appends = new Map<string, Added>();
  readonly #updates: CellUpdate[] = [];
  readonly #items: RunItem[] = [];
  readonly #plans: Plan[] = [];
  #counts: RunCounts;

  constructor(snapshot: Snapshot, { memory, lost }: PlanContext) {
    this.rows = [...snapshot.rows, ...asRows(snapshot.rows, lost.map(({ written }) => written))];
    this.#memory = memory;
    for (const { transactionId, connectionId, written } of lost) {
      this.#appends.set(transactionId, { kind: 'added', connectionId, values: written, ruleRow: null, possibleDuplicateOf: [], raw: null });
    }
    this.#counts = { ...NO_COUNTS, added: lost.length };
  }

  currentMemory(): readonly MemoryEntry[] {
    if (this.#changed.size === 0) return this.#memory;
    const untouched = this.#memory.filter((entry) => !this.#changed.has(entry.transactionId));
    return [...untouched, ...this.#changed.values()];
  }

  add(connectionId: string, fetched: number, plan: Plan): void {
    this.#plans.push(plan);
    for (const update of plan.updates) {
      const planned = this.#appends.get(update.transactionId);
      if (planned !== undefined) {
        this.#appends.set(update.transactionId, { ...planned, values: update.cells.reduce(withCell, planned.values) });
        continue;
      }
      const { row, transactionId, reason, cells, kept, transaction } = update;
      for (const cell of cells) this.#updates.push({ row, transactionId, cell });
      this.#items.push({ kind: 'updated', connectionId, transactionId, reason, cells, kept, raw: transaction.raw });
    }
    for (const { values, ruleRow, possibleDuplicateOf, transaction } of plan.appends) {
      this.#appends.set(values.transactionId, { kind: 'added', connectionId, values, ruleRow, possibleDuplicateOf, raw: transaction.raw });
    }
    for (const entry of plan.memory) this.#changed.set(entry.transactionId, entry);
    this.#addNotes(plan);
    this.#count(fetched, plan);
    if (plan.updates.length > 0) this.rows = withUpdates(this.rows, plan.updates);
    if (plan.appends.length > 0) this.rows = [...this.rows, ...asRows(this.rows, plan.appends.map(({ values }) => values))];
  }

  toWork(result: FetchResult): Work {
    const added = [...this.#appends.values()];
    return {
      appends: added.map(({ values }) => values),
      updates: this.#updates,
      removals: [],
      memory: [...this.#changed.values()],
      forgets: [],
      items: [...added, ...this.#items],
      outcome: toOutcome(result, this.#counts),
      plans: this.#plans,
      rows: this.rows,
    };
  }

  #addNotes(plan: Plan): void {
    const fresh = new Map(plan.memory.map((entry) => [entry.transactionId, entry]));
    for (const { transactionId } of plan.leftFeed) this.#items.push({ kind: 'left-feed', transactionId });
    for (const { reason, transactionId, transaction } of plan.skips) {
      const entry = reason === 'elsewhere' ? fresh.get(transactionId) : undefined;
      if (entry !== undefined) {
        this.#items.push({ kind: 'elsewhere', transactionId, shownBy: entry.shownBy, raw: transaction.raw });
      }
    }
  }

  #count(fetched: number, plan: Plan): void {
    const skipped = (reason: string): number => plan.skips.filter((skip) => skip.reason === reason).length;
    this.#counts = addCounts(this.#counts, {
      ...NO_COUNTS,
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

function toOutcome(result: FetchResult, counts: RunCounts): Outcome {
  return {
    status: result.failed > 0 || result.messages.some(({ severity }) => severity === 'problem') ? 'partial' : 'succeeded',
    counts,
    messages: result.messages,
    fetched: result.fetches.map(({ connection, today, fetched }) => ({
      connectionId: connection.id,
      until: fetched.unfinished === undefined ? today : unfinishedUntil(connection.syncedUntil, today),
      problem: firstProblem(fetched),
    })),
    files: result.fetches.flatMap(({ fetched }) => fetched.files ?? []).map(({ path, contentHash }) => ({ name: path, contentHash })),
    undoes: null,
  };
}

/** Sources give about so much of the past; what is still missing then will not come. */
const UNFINISHED_DAYS = 90;

/** The next fetch begins where this one began; a first fetch stays one. */
function unfinishedUntil(syncedUntil: CalendarDate | null, today: CalendarDate): CalendarDate | null {
  const earliest = addDays(today, -UNFINISHED_DAYS);
  return syncedUntil === null || syncedUntil > earliest ? syncedUntil : earliest;
}

function firstProblem({ messages, unfinished }: Fetched): ConnectionProblem | null {
  const problem = messages.find(({ severity }) => severity === 'problem');
  if (problem === undefined) return null;
  const notBeforeMs = unfinished?.notBeforeMs ?? null;
  const { code, message, remedy } = problem;
  return { code, message, remedy, ...(notBeforeMs === null ? {} : { notBefore: toInstant(notBeforeMs) }) };
}

function addCounts(a: RunCounts, b: RunCounts): RunCounts {
  const sum = { ...a };
  for (const key of Object.keys(a) as (keyof RunCounts)[]) sum[key] += b[key];
  return sum;
}

function withCell(values: RowValues, cell: CellChange): RowValues {
  return { ...values, [cell.column]: cell.to };
}

/** Rows as a later read will see them, once the updates are written. */
function withUpdates(rows: readonly Row[], updates: readonly PlannedUpdate[]): Row[] {
  const cells = new Map(updates.map((update) => [update.transactionId, update.cells]));
  return rows.map((row) => (cells.get(row.transactionId) ?? []).reduce((changed, cell) => ({ ...changed, [cell.column]: cell.to }), row));
}

/** Appended rows as a later read will see them, below the last one. */
function asRows(rows: readonly Row[], appends: readonly RowValues[]): Row[] {
  const last = rows.reduce((highest, row) => Math.max(highest, row.index), 0);
  return appends.map((values, position) => ({
    ...values,
    index: last + 1 + position,
    dateText: values.date,
    amountText: values.amount,
  }));
}
