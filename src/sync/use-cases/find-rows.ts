import { toEpochDay, type CalendarDate, fromEpochDay } from '../../core/calendar-date.ts';
import { memoize } from '../../core/memoize.ts';
import { monthOf, type MirrorRow } from '../../core/mirror-text.ts';
import { isInSheet, type ShownRow, type SheetLookup } from '../../core/planner/lookups.ts';
import { createRowIds } from '../../core/row-id.ts';
import { type Row, BANK_OWNED_COLUMNS, COLUMNS, rowOf, type Column } from '../../core/row.ts';
import type { Snapshot, Layout, Revision } from '../../core/snapshot.ts';
import { type WireTransaction, WIRE_FIELDS, wireValueOf } from '../../core/wire.ts';
import type { Reader } from '../../store/database.ts';
import { findMemory } from '../../store/memory.ts';
import {
  loadMirrorMonths,
  loadMirrorRepeats,
  loadMirrorText,
  loadMirrorTransactions,
  findMirrorState,
  fieldsOf,
  rowsOf,
  unlessDamaged,
} from '../../store/mirror.ts';
import { findSettledSheet, type SettledSheet } from '../../store/settled.ts';
import type { PlannedOn, Workbook } from '../../workbooks/workbook.ts';
import type { Amount } from '../../core/amount.ts';
import type { MemoryEntry } from '../../core/memory.ts';

export interface IdentifiedRow {
  readonly row: Row;
  /** The transaction id; for a row without it, the id from `createRowIds`. */
  readonly id: string;
}

export function rowsWithIds({ rows }: Pick<Snapshot, 'rows'>, digest: (text: string) => string): IdentifiedRow[] {
  const idOf = createRowIds(digest);
  return rows.map((row) => ({ row, id: idOf(row) }));
}

export interface Selection {
  readonly ids: Iterable<string>;
  /** Also selects a row without a category if this function returns true for it. */
  readonly isWanted?: (row: WireTransaction, id: string) => boolean;
  readonly balancesSince?: CalendarDate | undefined;
}

/** Reads only the selected rows, located by the mirror. Null if the mirror has another revision or a row has moved. */
export async function findRows(
  store: Reader,
  accountId: string,
  { on, workbook }: { readonly on: PlannedOn; readonly workbook: Workbook },
  select: (sheet: Pick<Snapshot, 'rules' | 'layout'>) => Selection | null | Promise<Selection | null>,
): Promise<{ readonly rows: readonly IdentifiedRow[]; readonly settled: SettledSheet } | null> {
  const settled = findSettledSheet(store, accountId);
  if (settled === null || settled.needsAllRows || findMirrorState(store, accountId)?.revision !== on.revision)
    return null;
  const selection = await select({ rules: settled.rules, layout: on.layout });
  if (selection === null || workbook.readRows === undefined) return null;
  const { balancesSince, ...filter } = selection;
  if (balancesSince !== undefined && (settled.balances === null || balancesSince < settled.balances.since)) return null;
  const shown = unlessDamaged(() => listShown(store, accountId, filter));
  if (shown === null) return null;
  const read = shown.size === 0 ? [] : await workbook.readRows(new Set(shown.keys()), on);
  const rows = (read ?? []).flatMap((row): IdentifiedRow[] => {
    const there = shown.get(row.index);
    return there !== undefined && isShown(row, there) ? [{ row, id: there.id }] : [];
  });
  return rows.length === shown.size ? { rows, settled } : null;
}

function isShown({ transactionId, date }: Row, { id, day }: MirrorRow): boolean {
  return (transactionId === '' || transactionId === id) && date !== null && toEpochDay(date) === day;
}

/** Lists the selected rows of the mirror by row number; null if the mirror lacks a selected row. */
function listShown(
  store: Reader,
  accountId: string,
  { ids, isWanted }: Selection,
): ReadonlyMap<number, MirrorRow> | null {
  const repeated = new Set(loadMirrorRepeats(store, accountId).map(({ id }) => id));
  const missing = new Set<string>();
  const byMonth = new Map<string, Set<string>>();
  for (const id of ids) {
    const entry = findMemory(store, accountId, id);
    if (entry !== null && !isInSheet(entry)) continue;
    missing.add(id);
    const month = entry === null || repeated.has(id) ? null : entry.written.date.slice(0, 7);
    if (month !== null) byMonth.set(month, (byMonth.get(month) ?? new Set()).add(id));
  }
  const shown = new Map<number, MirrorRow>();
  const searched = new Set(missing);
  const take = (row: MirrorRow): void => {
    shown.set(row.index, row);
    missing.delete(row.id);
  };
  for (const [name, own] of byMonth) {
    const month = monthOf(name);
    for (const row of loadMirrorMonths(store, accountId, month, month).flatMap(rowsOf)) if (own.has(row.id)) take(row);
  }
  if (missing.size > 0 || isWanted !== undefined) {
    for (const block of loadMirrorTransactions(store, accountId).blocks)
      for (const row of rowsOf({ ...block, text: loadMirrorText(store, accountId, block) }))
        if (
          searched.has(row.id) ||
          (isWanted !== undefined && BLANK_CATEGORY.test(row.text) && isWanted(fieldsOf(row), row.id))
        )
          take(row);
  }
  return missing.size > 0 ? null : shown;
}

/** Matches the JSON of rows that may lack a category, so that only these need to be parsed. */
const BLANK_CATEGORY = /"category":"(?:"|\s|\\)/;

/** Looks up rows in the mirror (the cached sheet). Null if the mirror has another revision. */
export function shownSheet(store: Reader, accountId: string, layout: Layout, revision: Revision): SettledLookup | null {
  const settled = findSettledSheet(store, accountId);
  if (settled === null || findMirrorState(store, accountId)?.revision !== revision) return null;
  const lacks = COLUMNS.filter((column) => layout.columns[column] === undefined);
  const ofMonth = memoize((name: string): readonly MirrorRow[] => {
    const month = monthOf(name);
    return loadMirrorMonths(store, accountId, month, month).flatMap(rowsOf);
  });
  const repeated = new Set(loadMirrorRepeats(store, accountId).map(({ id }) => id));
  return {
    ...settled,
    lacks,
    ofDays: (days) => {
      const [first, last] = [toEpochDay(days.from), toEpochDay(days.to)];
      const dates = Array.from({ length: last - first + 1 }, (_, at) => fromEpochDay(first + at));
      const rows = [...new Set(dates.map(toMonth))].flatMap(ofMonth);
      const there = rows.filter(({ day }) => first <= day && day <= last);
      return there.map((row): ShownRow => {
        return { id: row.id, date: fromEpochDay(row.day), amount: fieldsOf(row).amount as Amount | '' };
      });
    },
    find: (entry) => {
      const { transactionId, written } = entry;
      const day = toEpochDay(written.date);
      const row = ofMonth(toMonth(written.date)).find((one) => one.day === day && one.id === transactionId);
      if (row === undefined || repeated.has(transactionId)) return null;
      const fields = fieldsOf(row);
      return isAsWritten(fields, entry, lacks) ? fields.row_index : null;
    },
  };
}

function toMonth(date: CalendarDate): string {
  return date.slice(0, 7);
}

const BANK_OWNED = WIRE_FIELDS.filter(
  ({ column, type }) => type !== 'date' && (BANK_OWNED_COLUMNS as readonly Column[]).includes(column),
).map((field) => ({ name: field.name, valueOf: wireValueOf(field) }));

/** True if the row still has the values that Pennyrow wrote. Ignores the date, which the sheet may display in another format. */
function isAsWritten(fields: WireTransaction, { written, addedAt }: MemoryEntry, lacks: readonly Column[]): boolean {
  const row = { ...rowOf(written, fields.row_index), ...Object.fromEntries(lacks.map((column) => [column, ''])) };
  return BANK_OWNED.every(({ name, valueOf }) => fields[name] === valueOf(row, addedAt));
}

export type SettledLookup = SheetLookup & SettledSheet;
