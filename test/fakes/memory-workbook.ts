import {
  BALANCE_COLUMNS,
  type BalanceRow,
  type BalanceRowValues,
  type BalancesChange,
} from '../../src/core/balance-sheet.ts';
import { TILLER_COLUMNS, COLUMNS, USUAL_COLUMNS, rowOf, type Row, type RowValues } from '../../src/core/row.ts';
import type { BalancesLayout, Layout, Revision, Rule, Snapshot } from '../../src/core/snapshot.ts';
import type {
  Applied,
  CellUpdate,
  Refused,
  RowRemoval,
  RuleValues,
  WorkbookChange,
} from '../../src/core/workbook-change.ts';
import { isSameRule } from '../../src/core/rule-edits.ts';
import { problem } from '../../src/messages/problem.ts';
import { errorOf, PennyrowError } from '../../src/platform/errors.ts';
import { isTransaction } from '../../src/workbooks/row-order.ts';
import { BalancesRefused, type Workbook } from '../../src/workbooks/workbook.ts';

/** A workbook in memory, with a user who edits it and a connection that may fail. */
export interface MemoryWorkbook extends Workbook {
  /** The rows below the header, including blank ones. */
  readonly lines: readonly (RowValues | null)[];
  isRemote: boolean;
  /** If true, the workbook keeps reporting an old revision until the test calls `notice`. */
  noticesLate: boolean;
  notice(): void;
  /** How many times the workbook was read completely instead of from the caller's cached snapshot. */
  readonly reads: number;
  rules: readonly Rule[];
  /** The rows of the Balances sheet, including blank ones; null if there is no Balances sheet. */
  balances: readonly (BalanceRowValues | null)[] | null;
  /** True if the layout includes a notes column. */
  hasNotes: boolean;
  /** True if content below the balances prevents appending. */
  balancesAreFull: boolean;
  /** Makes the next write fail: before it takes effect, after it, or because another program saved in between. */
  failNextApply: 'before' | 'after' | 'changed' | null;
  /** If true, reads and writes fail. */
  unreachable: boolean;
  /** Copies the workbook; calling the result restores the copy. */
  backUp(): () => void;
  /** Forgets the ids of all writes, as when a program saves the file without custom properties. */
  dropMarkers(): void;
  /** Edits the rows as a user. */
  edit(change: (lines: (RowValues | null)[]) => void): void;
}

const LAYOUT: Layout = {
  sheets: { transactions: { name: 'Transactions', id: '1' }, categories: null, rules: null },
  headerRow: 1,
  columns: Object.fromEntries(
    USUAL_COLUMNS.map((column, position) => [column, { position, header: column, sample: [] }]),
  ),
};

const NOTES = { position: USUAL_COLUMNS.length, header: 'Notes', sample: [] };

const FIRST_ROW = 2;

const BALANCES_LAYOUT: BalancesLayout = {
  sheet: { name: 'Balances', id: '2' },
  headerRow: 1,
  columns: Object.fromEntries(
    BALANCE_COLUMNS.map((column, position) => [column, { position, header: column, sample: [] }]),
  ),
};

export function createMemoryWorkbook(): MemoryWorkbook {
  let lines: (RowValues | null)[] = [];
  let markers: string[] = [];
  let revision = 1;
  let noticed = 1;
  let reads = 0;
  /** The revision that the last `read` returned. */
  let basis = 1;

  function shownRevision(): Revision {
    if (!workbook.noticesLate) noticed = revision;
    return String(noticed) as Revision;
  }

  function requireReachable(): void {
    if (workbook.unreachable)
      throw errorOf({ code: 'workbook_unreachable', message: 'The workbook cannot be reached.', remedy: 'Try again.' });
  }

  /** Reports the Balances sheet as deleted if only the remembered layout has it. */
  function layoutNow(remembered: Layout | null): Layout {
    const layout = workbook.hasNotes ? { ...LAYOUT, columns: { ...LAYOUT.columns, notes: NOTES } } : LAYOUT;
    if (workbook.balances !== null) return { ...layout, balances: BALANCES_LAYOUT };
    return remembered?.balances === undefined ? layout : { ...layout, balances: { ...BALANCES_LAYOUT, isGone: true } };
  }

  function writeBalances({ newSheet, appends, removals }: BalancesChange): BalanceRowValues[] {
    if (workbook.balances === null && newSheet === undefined) throw new Error('There is no sheet of balances.');
    if (workbook.balancesAreFull && appends.length > 0)
      throw new BalancesRefused(
        errorOf({ code: 'workbook_full', message: 'The sheet of balances is full.', remedy: 'Make room.' }),
      );
    const next = [...(workbook.balances ?? [])];
    const refused: BalanceRowValues[] = [];
    for (const { row, values } of removals) {
      if (JSON.stringify(next[row - FIRST_ROW]) === JSON.stringify(values)) next[row - FIRST_ROW] = null;
      else refused.push(values);
    }
    workbook.balances = [...next, ...appends];
    return refused;
  }

  function write(change: WorkbookChange): Applied {
    const before = workbook.balances?.length ?? 0;
    const refusedBalances = change.balances === undefined ? [] : writeBalances(change.balances);
    for (const { row, from } of change.ruleEdits ?? []) {
      const there = workbook.rules.find(({ index }) => index === row);
      if (from === null ? there !== undefined : there === undefined || !isSameRule(there, from))
        throw new PennyrowError(problem('workbook_rules_changed', { description: from?.description ?? null }));
    }
    for (const { row, to } of change.ruleEdits ?? [])
      workbook.rules = [
        ...workbook.rules.filter(({ index }) => index !== row),
        ...(to === null ? [] : [{ ...to, index: row }]),
      ].sort((a, b) => a.index - b.index);
    const next = [...lines];
    const refused: Refused[] = [];
    for (const update of change.updates) refused.push(...updateCell(next, update));
    for (const removal of change.removals) refused.push(...removeRow(next, removal));
    if (change.rules !== undefined && change.rules.length > 0)
      workbook.rules = [...workbook.rules, ...indexed(change.rules, (workbook.rules.at(-1)?.index ?? 1) + 1)];
    const used = next.findLastIndex((line) => line !== null && isTransaction(toRow(line, 0))) + 1;
    const line = next.findIndex((each, place) => place >= used && each !== null);
    // Inserts rows if no empty row would remain above a total or note.
    const isInserted = line !== -1 && line - used <= change.appends.length;
    const filled = line === -1 ? next.length : isInserted ? 0 : change.appends.length;
    const appends = change.appends.map(withoutOtherColumns);
    next.splice(used, filled, ...appends);
    lines = next;
    markers = [...markers, change.runId];
    // If the last read snapshot was current, it stays valid after the write, because the writer knows the new content.
    if (basis === revision) basis += 1;
    revision += 1;
    const appended = appends.map((values, place) => toRow(values, FIRST_ROW + used + place));
    const isPlain = !isInserted && change.balances?.newSheet === undefined;
    return {
      revision: String(revision) as Revision,
      fingerprint: content(),
      layout: layoutNow(null),
      ...(isPlain &&
        change.balances !== undefined && {
          appendedBalances: change.balances.appends.map((values, place) =>
            toBalance(values, FIRST_ROW + before + place),
          ),
        }),
      ...(isPlain &&
        (change.rules ?? change.ruleEdits) !== undefined && { rulesSheet: { rules: workbook.rules, problems: [] } }),
      refusedBalances,
      appendedRows: appended.map(({ index }) => index),
      appended: isPlain ? appended : null,
      ...(isPlain &&
        change.updates.length > 0 && {
          updated: [...new Set(change.updates.map(({ row }) => row))].flatMap((row) => {
            const line = lines[row - FIRST_ROW];
            return line == null || refused.some((one) => one.row === row) ? [] : [toRow(line, row)];
          }),
        }),
      refused,
    };
  }

  const rowsNow = (): Row[] => lines.flatMap((line, place) => (line === null ? [] : [toRow(line, FIRST_ROW + place)]));

  const content = (): string => JSON.stringify([lines, markers, workbook.rules, workbook.balances]);

  const workbook: MemoryWorkbook = {
    isRemote: false,
    noticesLate: false,
    notice: () => {
      noticed = revision;
    },
    get reads() {
      return reads;
    },
    get lines() {
      return lines;
    },
    rules: [],
    balances: null,
    hasNotes: false,
    balancesAreFull: false,
    failNextApply: null,
    unreachable: false,
    backUp: () => {
      const copy = { lines, markers };
      const { balances } = workbook;
      return () => {
        ({ lines, markers } = copy);
        workbook.balances = balances;
        revision += 1;
      };
    },
    dropMarkers: () => {
      markers = [];
      revision += 1;
    },
    edit: (change) => {
      const copy = [...lines];
      change(copy);
      lines = copy;
      revision += 1;
    },
    revision: async () => {
      requireReachable();
      return shownRevision();
    },
    fingerprint: async () => {
      requireReachable();
      return { revision: shownRevision(), text: content() };
    },
    readRows: async (numbers, on) => {
      requireReachable();
      if (on.revision !== shownRevision()) return null;
      basis = revision;
      return rowsNow().filter(({ index }) => numbers.has(index));
    },
    read: async ({ known = null, remembered, omits }): Promise<Snapshot> => {
      requireReachable();
      if (workbook.isRemote && known?.revision === shownRevision()) {
        basis = noticed;
        return known.load();
      }
      if (omits === undefined) reads += 1;
      basis = revision;
      return {
        revision: shownRevision(),
        fingerprint: content(),
        rows: rowsNow().filter((row) => omits?.(row) !== true),
        categories: [],
        rules: workbook.rules,
        ...(workbook.balances !== null && {
          balances: workbook.balances.flatMap((values, place) =>
            values === null ? [] : [toBalance(values, FIRST_ROW + place)],
          ),
        }),
        layout: layoutNow(remembered),
        problems: [],
        markers,
      };
    },
    apply: async (change, options) => {
      options.signal?.throwIfAborted();
      requireReachable();
      const failure = workbook.failNextApply;
      workbook.failNextApply = null;
      if (failure === 'changed' || change.revision !== shownRevision() || (rewrites(change) && basis !== revision)) {
        throw errorOf({
          code: 'workbook_changed',
          message: 'The workbook was saved in the meantime.',
          remedy: 'It is tried again.',
        });
      }
      if (failure === 'before')
        throw errorOf({ code: 'workbook_broken', message: 'The line broke.', remedy: 'Try again.' });
      options.step?.('writing');
      const applied = write(change);
      if (failure === 'after')
        throw errorOf({ code: 'workbook_broken', message: 'The answer was lost.', remedy: 'Try again.' });
      return applied;
    },
    heads: async () => {
      const columns = Object.values(LAYOUT.columns);
      const cells = columns.map(({ position, header }) => ({ position, text: header, isText: true }));
      return [{ name: 'Transactions', id: '1', lines: [{ row: 1, cells }] }];
    },
    occupiedColumns: async () => new Set(COLUMNS.keys()),
    identify: async () => {},
    close: async () => {},
  };
  return workbook;
}

/** True if the change writes to existing cells, so that it can conflict with a user's changes. */
function rewrites({ updates, removals, balances }: WorkbookChange): boolean {
  return updates.length + removals.length + (balances?.removals.length ?? 0) > 0;
}

function toBalance(values: BalanceRowValues, index: number): BalanceRow {
  return { index, ...values };
}

function indexed(rules: readonly RuleValues[], first: number): Rule[] {
  return rules.map((rule, place) => ({ ...rule, index: first + place }));
}

/** Drops the values of Tiller's columns, which this workbook does not have. */
function withoutOtherColumns(values: RowValues): RowValues {
  return { ...values, ...Object.fromEntries(TILLER_COLUMNS.map((column) => [column, ''])) };
}

function toRow(values: RowValues, index: number): Row {
  // Rows that a user typed have no Date Added.
  const dateAdded = (values.dateAdded as string) === '' ? null : values.dateAdded;
  const date = (values.date as string) === '' ? null : values.date;
  return { ...rowOf(values, index), date, dateAdded };
}

function updateCell(lines: (RowValues | null)[], { row, transactionId, typed, cell }: CellUpdate): Refused[] {
  const line = lines[row - FIRST_ROW] ?? null;
  const found = line?.[cell.column] ?? '';
  const isRow = line?.transactionId === transactionId && (typed === undefined || isTyped(toRow(line, row), typed));
  const isWritten = line !== null && isRow && found === cell.from;
  if (!isWritten && cell.column === 'transactionId' && cell.from === '')
    throw errorOf({
      code: 'workbook_changed',
      message: 'The row is another one by now.',
      remedy: 'It is tried again.',
    });
  if (!isWritten) return [{ row, transactionId, column: cell.column, found }];
  lines[row - FIRST_ROW] = { ...line, [cell.column]: cell.to };
  return [];
}

function isTyped(row: Row, typed: Row): boolean {
  return COLUMNS.every((column) => column === 'category' || row[column] === typed[column]);
}

function removeRow(lines: (RowValues | null)[], { row, values }: RowRemoval): Refused[] {
  const line = lines[row - FIRST_ROW] ?? null;
  const own = COLUMNS.filter((column) => !TILLER_COLUMNS.includes(column));
  if (!own.every((column) => line?.[column] === values[column])) {
    return [{ row, transactionId: values.transactionId, column: null, found: line?.description ?? '' }];
  }
  lines[row - FIRST_ROW] = null;
  return [];
}
