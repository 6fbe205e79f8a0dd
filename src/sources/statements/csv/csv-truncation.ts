import type { CsvMapping } from '../../../core/csv-mapping.ts';
import { isBlank, rowError } from './csv-rows.ts';
import { clean, type CsvTable } from './csv-table.ts';
import { speaksOfTotals } from './csv-words.ts';

/**
 * Refuses a file whose last line was cut off on the way (`statement_truncated`), as far as it shows: it has no
 * line break, and fewer cells than the lines before it, or a shorter number or date at its end. Many whole files
 * lack the last line break. Without a mapping only the cells are counted.
 */
export function refuseCutEnd(table: CsvTable, mapping: CsvMapping | null): void {
  if (table.endsWithLineBreak) return;
  const last = table.rows.length - 1;
  const row = table.rows[last] ?? [];
  const before = table.rows.slice(Math.max(table.first, last - LINES), last).filter((other) => !isBlank(other));
  const usual = before.at(-1)?.length ?? (table.header === null ? 0 : (table.rows[table.header]?.length ?? 0));
  if (last < table.first || isBlank(row) || before.length === 0) return;
  const isShort = row.length < usual && !isFooter(row, before);
  if (!isShort && (mapping === null || !endsShort(mapping, row, before))) return;
  throw rowError(table, last, null, 'statement_truncated', 'the file ends in the midst of a line.', 'Download it again.');
}

const LINES = 200;

/** One text alone that is not the beginning of what stands in the first cell of other lines. */
function isFooter(row: readonly string[], before: readonly (readonly string[])[]): boolean {
  const [first = ''] = row;
  if (speaksOfTotals(row)) return true;
  return row.length === 1 && !/^\d/.test(first) && before.every((other) => !(other[0] ?? '').startsWith(first));
}

/** The cell at the end is a date or a number that all others have longer. */
function endsShort(mapping: CsvMapping, row: readonly string[], before: readonly (readonly string[])[]): boolean {
  const place = row.length - 1;
  const others = before.map((other) => clean(other[place])).filter((cell) => cell !== '');
  const cell = clean(row[place]);
  if (cell === '' || others.length === 0) return false;
  if (place === mapping.date) return others.every((other) => other.length > cell.length);
  const { amount, fee } = mapping;
  const money = amount.kind === 'two' ? [amount.out, amount.in, fee] : [amount.column, fee];
  return money.includes(place) && others.every((other) => decimalsIn(other) > decimalsIn(cell));
}

function decimalsIn(cell: string): number {
  return /[.,](\d*)\D*$/.exec(cell)?.[1]?.length ?? 0;
}
