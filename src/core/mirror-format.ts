import type { CalendarDate, Instant } from './calendar-date.ts';
import { listedCategories, listedRules, mirrorText } from './mirror-text.ts';
import { COLUMNS, isTextual, shownKey, typeOf, type Column, type Row } from './row.ts';
import type { Rule, Snapshot } from './snapshot.ts';

/**
 * A sample snapshot and its mirror as text. Its digest identifies the storage format, so any change of columns, field names or block
 * layout invalidates stored mirrors.
 */
export function mirrorSample(): string {
  const rows = [rowOf(2, (column) => column), rowOf(3, () => ''), rowOf(4, (column) => column)];
  const rule: Rule = { index: 2, description: 'tea', category: 'Home', minAmount: null, maxAmount: null };
  const snapshot: Snapshot = {
    revision: '' as Snapshot['revision'],
    rows,
    categories: ['Home'],
    rules: [rule],
    layout: {
      sheets: { transactions: { name: '', id: null }, categories: null, rules: null },
      headerRow: 1,
      columns: { date: { position: 0, header: '', sample: [] } },
    },
    problems: [{ code: '', sheet: 'rules', row: null, message: '' }],
    markers: [''],
  };
  const { blocks, repeats } = mirrorText(rows, {
    digest: (text) => text,
    addedAt: () => null,
    toInstant: (local) => `${local}Z` as Instant,
    firstSeen: new Map(),
    now: '2026-03-10T09:00:00.000Z' as Instant,
  });
  const written = [...blocks].map((block) => ({ ...block, days: [...block.days], offsets: [...block.offsets] }));
  return JSON.stringify([snapshot, written, repeats, listedCategories(snapshot.categories), listedRules([rule])]);
}

/**
 * Fills each cell with a distinct text, or leaves it empty. All rows need a date, because rows without one are in no block.
 */
function rowOf(index: number, textOf: (column: Column) => string): Row {
  const cells = COLUMNS.map((column) => {
    const text = textOf(column);
    return [column, text === '' && !isTextual(typeOf(column)) ? null : text];
  });
  const shown = COLUMNS.flatMap((column) => {
    const key = shownKey(column);
    return key === null ? [] : [[key, textOf(column)]];
  });
  return { ...Object.fromEntries([...cells, ...shown]), index, date: '2026-03-05' as CalendarDate };
}
