import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { isBlank, rowError } from './csv-rows.ts';
import { clean, usedLength, type CsvTable } from './csv-table.ts';
import { mentionsTotals } from '../../../../core/column-titles.ts';
import { moneyPlaces } from '../arithmetic/amounts.ts';

/**
 * Throws `statement_truncated` if the last line was cut off: it has no line break, and fewer cells than the lines
 * before it, or a shorter number or date at its end. Many complete files lack the last line break. Without a mapping,
 * only cells are counted.
 */
export function refuseCutEnd(table: CsvTable, mapping: CsvMapping | null): void {
  if (table.endsWithLineBreak) return;
  const last = table.rows.length - 1;
  const row = table.rows[last] ?? [];
  const before = table.rows.slice(Math.max(table.first, last - LINES), last).filter((other) => !isBlank(other));
  const usual = before.at(-1)?.length ?? (table.header === null ? 0 : usedLength(table.rows[table.header] ?? []));
  if (last < table.first || isBlank(row)) return;
  const isShort = row.length < usual && !isFooter(row, before);
  if (!isShort && (mapping === null || !endsShort(mapping, row, before))) return;
  throw rowError(table, last, null, 'statement_truncated', { reason: 'row' });
}

const LINES = 200;

/** A single text that does not resemble the first cell of other lines. */
function isFooter(row: readonly string[], before: readonly (readonly string[])[]): boolean {
  const [first = ''] = row;
  if (mentionsTotals(row)) return true;
  return row.length === 1 && !/^\d/.test(first) && before.every((other) => !(other[0] ?? '').startsWith(first));
}

/** The last cell is a date or an amount with fewer digits than all others. */
function endsShort(mapping: CsvMapping, row: readonly string[], before: readonly (readonly string[])[]): boolean {
  const place = row.length - 1;
  const cell = clean(row[place]);
  if (cell === '') return false;
  if (place === mapping.date) return before.every((other) => clean(other[place]).length > cell.length);
  const { amount, fee } = mapping;
  const money = [...moneyPlaces(amount), ...(fee === null ? [] : [fee])];
  if (!money.includes(place)) return false;
  const others = before.flatMap((other) => money.map((place) => clean(other[place])).filter((text) => /\d/.test(text)));
  return others.length === 0 ? decimalsIn(cell) < 2 : others.every((other) => decimalsIn(other) > decimalsIn(cell));
}

function decimalsIn(cell: string): number {
  return /[.,](\d*)\D*$/.exec(cell)?.[1]?.length ?? 0;
}
