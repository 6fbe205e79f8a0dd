import type { Amount } from '../core/amount.ts';
import { fromEpochDay, toEpochDay, type CalendarDate } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import { monthOf } from '../core/mirror-text.ts';
import type { ShownRow } from '../core/planner/lookups.ts';
import { BANK_OWNED_COLUMNS, COLUMNS, rowOf, type Column } from '../core/row.ts';
import type { Layout, Revision } from '../core/snapshot.ts';
import { WIRE_FIELDS, wireValueOf, type WireTransaction } from '../core/wire.ts';
import type { Reader } from '../store/database.ts';
import { findMirrorState } from '../store/mirror.ts';
import { loadMirrorMonths, loadMirrorRepeats } from '../store/mirror-blocks.ts';
import { findSettledSheet } from '../store/settled.ts';
import type { SettledLookup } from './planned-lookups.ts';
import { fieldsOf, rowsOf, type MirrorRow } from './mirror-rows.ts';

/** Looks at the rows of a settled workbook as the mirror shows them; null where it shows another revision. */
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

/** Apart from the date, which tells where the row is, and which the sheet may show otherwise. */
function isAsWritten(fields: WireTransaction, { written, addedAt }: MemoryEntry, lacks: readonly Column[]): boolean {
  const row = { ...rowOf(written, fields.row_index), ...Object.fromEntries(lacks.map((column) => [column, ''])) };
  return BANK_OWNED.every(({ name, valueOf }) => fields[name] === valueOf(row, addedAt));
}
