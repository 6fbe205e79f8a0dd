import type { Amount } from '../../core/amount.ts';
import { fromEpochDay, toEpochDay, type CalendarDate } from '../../core/calendar-date.ts';
import type { MemoryEntry } from '../../core/memory.ts';
import { monthOf } from '../../core/mirror-text.ts';
import { type ShownRow, isInSheet, type MemoryLookup, type SheetLookup } from '../../core/planner/lookups.ts';
import { BANK_OWNED_COLUMNS, COLUMNS, rowOf, type Column } from '../../core/row.ts';
import type { Layout, Revision } from '../../core/snapshot.ts';
import { WIRE_FIELDS, wireValueOf, type WireTransaction } from '../../core/wire.ts';
import type { Reader } from '../../store/database.ts';
import { loadMirrorMonths, loadMirrorRepeats } from '../../store/mirror-blocks.ts';
import { findMirrorState } from '../../store/mirror.ts';
import { findSettledSheet, type SettledSheet } from '../../store/settled.ts';
import { fieldsOf, rowsOf, type MirrorRow } from '../mirror/mirror-rows.ts';
import type { WriteBatch } from './write-batch.ts';

/** Lookups in a settled workbook through the mirror; null if the mirror has another revision. */
export function shownSheet(store: Reader, accountId: string, layout: Layout, revision: Revision): SettledLookup | null {
  const settled = findSettledSheet(store, accountId);
  if (settled === null || findMirrorState(store, accountId)?.revision !== revision) return null;
  const lacks = COLUMNS.filter((column) => layout.columns[column] === undefined);
  const months = new Map<string, readonly MirrorRow[]>();
  const ofMonth = (date: string): readonly MirrorRow[] => {
    const month = monthOf(date);
    let rows = months.get(date);
    if (rows === undefined) months.set(date, (rows = loadMirrorMonths(store, accountId, month, month).flatMap(rowsOf)));
    return rows;
  };
  const repeated = new Set(loadMirrorRepeats(store, accountId).map(({ id }) => id));
  return {
    ...settled,
    lacks,
    ofDays: (days) => {
      const [first, last] = [toEpochDay(days.from), toEpochDay(days.to)];
      const dates = Array.from({ length: last - first + 1 }, (_, at) => fromEpochDay(first + at));
      const rows = [...new Set(dates.map(toMonth))].flatMap(ofMonth);
      return rows.filter(({ day }) => first <= day && day <= last).map(toShownRow);
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

function toShownRow(row: MirrorRow): ShownRow {
  return { id: row.id, date: fromEpochDay(row.day), amount: fieldsOf(row).amount as Amount | '' };
}

const BANK_OWNED = WIRE_FIELDS.filter(
  ({ column, type }) => type !== 'date' && (BANK_OWNED_COLUMNS as readonly Column[]).includes(column),
).map((field) => ({ name: field.name, valueOf: wireValueOf(field) }));

/** Compares bank-owned cells except the date, which the sheet may display differently. */
function isAsWritten(fields: WireTransaction, { written, addedAt }: MemoryEntry, lacks: readonly Column[]): boolean {
  const row = { ...rowOf(written, fields.row_index), ...Object.fromEntries(lacks.map((column) => [column, ''])) };
  return BANK_OWNED.every(({ name, valueOf }) => fields[name] === valueOf(row, addedAt));
}

type SettledLookup = SheetLookup & SettledSheet;

/** Includes the entries of earlier plans in the batch. */
export function plannedMemory(memory: MemoryLookup, { changed }: WriteBatch): MemoryLookup {
  return { ...memory, get: (id) => changed.get(id) ?? memory.get(id), planned: () => changed.values() };
}

/** Includes the rows of earlier plans in the batch. */
export function plannedSheet(sheet: SettledLookup, { appends }: WriteBatch): SettledLookup {
  return {
    ...sheet,
    ofDays: (days) => {
      const added = Array.from(appends.values(), ({ values }) => ({ ...values, id: values.transactionId }));
      return [...sheet.ofDays(days), ...added.filter(({ date }) => days.from <= date && date <= days.to)];
    },
    // Rows that the same write appends are changed before they are written, and have no number yet.
    find: (entry) => (appends.has(entry.transactionId) && isInSheet(entry) ? 0 : sheet.find(entry)),
  };
}
