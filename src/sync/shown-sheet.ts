import type { Amount } from '../core/amount.ts';
import { addDays, fromEpochDay, toEpochDay, type CalendarDate } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import type { Days, ShownRow } from '../core/planner/lookups.ts';
import { BANK_OWNED_COLUMNS, COLUMNS, rowOf, type Column } from '../core/row.ts';
import type { Layout, Revision } from '../core/snapshot.ts';
import { WIRE_FIELDS, wireValueOf, type WireTransaction } from '../core/wire.ts';
import type { Reader } from '../store/database.ts';
import { findMirrorState } from '../store/mirror.ts';
import { loadMirrorRepeats } from '../store/mirror-blocks.ts';
import { findSettledSheet } from '../store/settled.ts';
import type { SettledLookup } from './planned-lookups.ts';
import { fieldsOf, monthOf, rowsOfMonth, type MirrorRow } from './mirror-months.ts';

/** Looks at the rows of a settled workbook as the mirror shows them; null where it shows another revision. */
export function shownSheet(store: Reader, accountId: string, layout: Layout, revision: Revision): SettledLookup | null {
  const settled = findSettledSheet(store, accountId);
  if (settled === null || findMirrorState(store, accountId)?.revision !== revision) return null;
  const lacks = COLUMNS.filter((column) => layout.columns[column] === undefined);
  const months = new Map<string, readonly MirrorRow[]>();
  const ofMonth = (date: CalendarDate): readonly MirrorRow[] => {
    const known = months.get(date.slice(0, 7));
    if (known !== undefined) return known;
    const rows = rowsOfMonth(store, accountId, monthOf(date));
    months.set(date.slice(0, 7), rows);
    return rows;
  };
  const repeated = new Set(loadMirrorRepeats(store, accountId).map(({ id }) => id));
  return {
    ...settled,
    lacks,
    ofDays: (days) => {
      const [first, last] = [toEpochDay(days.from), toEpochDay(days.to)];
      const rows = monthsOf(days).flatMap(ofMonth);
      return rows.filter(({ day }) => first <= day && day <= last).map(toShownRow);
    },
    find: (entry) => {
      const { transactionId, written } = entry;
      const day = toEpochDay(written.date);
      const row = ofMonth(written.date).find((one) => one.day === day && one.id === transactionId);
      if (row === undefined || repeated.has(transactionId)) return null;
      const fields = fieldsOf(row);
      return isAsWritten(fields, entry, lacks) ? fields.row_index : null;
    },
  };
}

/** A day of each month. */
function monthsOf({ from, to }: Days): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let day = from; day <= to;) {
    days.push(day);
    const next = addDays(day, 32 - Number(day.slice(8)));
    day = addDays(next, 1 - Number(next.slice(8)));
  }
  return days;
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
