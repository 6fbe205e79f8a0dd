import type { MemoryEntry } from '../../core/memory.ts';
import { COLUMNS, typeOf, type Column } from '../../core/row.ts';
import { reverseRuleEdits, type DoneRuleEdit } from '../../core/rule-edits.ts';
import { aboutRow, type Run, type RunItem, type Trigger } from '../../core/run.ts';
import { shows } from '../../core/sheet-columns.ts';
import type { BalanceRowValues } from '../../core/balance-sheet.ts';
import type { CellChange, CellUpdate, RowRemoval } from '../../core/workbook-change.ts';
import type { ProblemParameters } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { createError } from '../../platform/errors.ts';
import { listBalanceRowsOf } from '../../store/balances.ts';
import { findRun, iterateRunItems } from '../../store/runs.ts';
import { keptItem } from '../runs/confirm.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import { planAndWrite, type Planners } from '../runs/write.ts';
import { withUndoneAdditions } from './additions.ts';
import { withUndoneBalances } from './balances.ts';
import { cellUpdate } from './categories.ts';
import { planOnly, planRows, type Recall, type SheetPart, type UseCaseContext } from './context.ts';
import type { Selection } from './find-rows.ts';
import { createWork, runMessage, type Work } from '../runs/work.ts';

/** Throws `run_not_undoable` with the reason. */
export async function previewUndo({ deps }: UseCaseContext, runId: string): Promise<Work> {
  const run = requireUndoable(deps, runId);
  return planOnly(deps, run.accountId, undoPlanners(deps, run));
}

/** Throws `run_not_undoable` with the reason. */
export function undo({ deps, runner }: UseCaseContext, runId: string, trigger: Trigger = 'person'): string {
  const run = requireUndoable(deps, runId);
  return runner.enqueue(run.accountId, { kind: 'undo', trigger, undoes: runId }, (context) =>
    planAndWrite(deps, context, undoPlanners(deps, requireUndoable(deps, runId))),
  );
}

function undoPlanners(deps: SyncDependencies, run: Run): Planners {
  const items = () => iterateRunItems(deps.store, run.id);
  const balances = listBalanceRowsOf(deps.store, run.id);
  return planRows(deps, run.accountId, {
    select: () => selectForUndo(run, items(), balances),
    plan: (sheet, recall) => {
      const rows = planUndo(sheet, recall, run, items());
      return withUndoneAdditions(withUndoneBalances(rows, sheet, run, balances), sheet, run);
    },
  });
}

/** Keeps rows that the user has changed since the run. Forgets removed rows, so that the next sync can add them again. */
function planUndo({ layout, rules, rows: found }: SheetPart, recall: Recall, run: Run, done: Iterable<RunItem>): Work {
  const { columns } = layout;
  const rows = new Map(found.map(({ row, id }) => [id, row]));
  const forgets: string[] = [];
  const removals: RowRemoval[] = [];
  const updates: CellUpdate[] = [];
  const memory: MemoryEntry[] = [];
  const items: RunItem[] = [];
  const doneEdits: DoneRuleEdit[] = [];

  function undoAdded(transactionId: string): void {
    const entry = recall(transactionId);
    if (entry === null) return;
    const row = rows.get(transactionId);
    // A changed id or time of adding does not count as a change by the user, since it is not part of the transaction.
    const isCompared = (column: Column): boolean =>
      column !== 'transactionId' &&
      typeOf(column) !== 'added' &&
      shows(columns, column) &&
      columns[column]?.isComputed !== true;
    const changedColumn = COLUMNS.find(
      (column) => row !== undefined && isCompared(column) && row[column] !== entry.written[column],
    );
    if (changedColumn !== undefined) {
      items.push(keptItem(transactionId, { column: changedColumn, found: null }));
      return;
    }
    if (run.kind === 'restore') memory.push({ ...entry, state: 'deleted' });
    else forgets.push(transactionId);
    if (row === undefined) return;
    removals.push({ row: row.index, values: entry.written });
    items.push({ kind: 'removed', values: entry.written });
  }

  function undoUpdated({ transactionId, cells, reason, about }: Extract<RunItem, { kind: 'updated' }>): void {
    const entry = recall(transactionId);
    const row = rows.get(transactionId);
    const ofAnyRow = run.kind === 'rule' || run.kind === 'category';
    if (row === undefined || (entry === null && !ofAnyRow)) return;
    const unchanged = cells.filter((cell) => row[cell.column] === cell.to);
    const back = unchanged.map((cell) => ({ ...cell, from: cell.to, to: cell.from }) as CellChange);
    if (back.length < cells.length) items.push(keptItem(transactionId, { column: 'row', found: null }));
    if (back.length === 0) return;
    for (const cell of back) updates.push(cellUpdate(row, cell));
    // Not for a category that the user chose: the restored one may be the user's own, and memory contains only Pennyrow's values.
    if (entry !== null && reason !== 'chosen') {
      const written = back.reduce((values, { column, to }) => ({ ...values, [column]: to }), entry.written);
      memory.push({ ...entry, written });
    }
    const connectionId = entry?.connectionId ?? '';
    const reported = { connectionId, transactionId, cells: back, ...(about !== undefined && { about }) };
    items.push({ ...REVERTED, ...reported, ...(reason === 'chosen' && { reason }) });
  }

  /** Forgets that a row of the user is this transaction, and removes the transaction id from the row if Pennyrow wrote it. */
  function undoClaimed({ transactionId, wasWritten }: Extract<RunItem, { kind: 'claimed' }>): void {
    const entry = recall(transactionId);
    if (entry?.claimed !== true) return;
    forgets.push(transactionId);
    const row = rows.get(transactionId);
    if (!wasWritten || row === undefined) return;
    const cell: CellChange = { column: 'transactionId', from: transactionId, to: '' };
    updates.push(cellUpdate(row, cell));
    const { connectionId } = entry;
    items.push({ ...REVERTED, connectionId, transactionId, cells: [cell], about: aboutRow(row) });
  }

  for (const item of done) {
    if (item.kind === 'added') undoAdded(item.values.transactionId);
    if (item.kind === 'updated') undoUpdated(item);
    if (item.kind === 'claimed') undoClaimed(item);
    if (item.kind === 'rule') doneEdits.push({ row: item.row, from: item.from, to: item.to });
    if (item.kind === 'elsewhere' && recall(item.transactionId)?.state === 'elsewhere')
      forgets.push(item.transactionId);
  }
  const ruleEdits = reverseRuleEdits(rules, doneEdits);
  const ruleItems = (ruleEdits ?? []).map((edit): RunItem => ({ kind: 'rule', ...edit }));
  return createWork(
    { updates, removals, ruleEdits: ruleEdits ?? [], memory, forgets, items: [...items, ...ruleItems] },
    {
      counts: {
        removed: removals.length,
        updated: new Set(updates.map(({ row }) => row)).size,
        kept: items.filter(({ kind }) => kind === 'kept').length,
        ...(ruleItems.length > 0 && { rules: ruleItems.length }),
      },
      messages: ruleEdits === null ? [runMessage('warning', problem('run_rules_kept', {}))] : [],
      undoes: run.id,
    },
  );
}

/** The rows that the undo needs. Null (all rows) if the run added columns, or wrote ids to rows that the user had entered. */
function selectForUndo(
  { kind, counts: { alreadyThere = 0 } }: Run,
  items: Iterable<RunItem>,
  balances: readonly BalanceRowValues[],
): Selection | null {
  if (kind === 'additions' || alreadyThere > 0) return null;
  const ids: string[] = [];
  for (const item of items) {
    if (item.kind === 'added') ids.push(item.values.transactionId);
    if (item.kind === 'updated') ids.push(item.transactionId);
  }
  return { ids, balancesSince: balances.map(({ date }) => date).sort()[0] };
}

const REVERTED = { kind: 'updated', reason: 'changed', kept: [], raw: null } as const;

/** The run; throws unless it succeeded, wrote something and was not undone before. */
function requireUndoable({ store }: SyncDependencies, runId: string): Run {
  const run = findRun(store, runId);
  const reason = run === null ? 'unknown' : whyNotUndoable(run);
  if (run !== null && reason === null) return run;
  throw createError('run_not_undoable', { reason: reason ?? 'unknown', run: runId });
}

function whyNotUndoable(run: Run): ProblemParameters['run_not_undoable']['reason'] | null {
  if (run.kind === 'undo') return 'undo';
  if (run.undoneBy !== null) return 'undone';
  return run.status === 'succeeded' || run.status === 'partial' ? null : 'other';
}
