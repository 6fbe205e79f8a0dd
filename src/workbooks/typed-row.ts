import { COLUMNS, type Column, type Row } from '../core/row.ts';
import { shows } from '../core/sheet-columns.ts';
import type { Cell, CellSense, SheetRow } from './cell.ts';
import type { CellPlaces } from './row-cells.ts';
import { ProblemList } from './problem-list.ts';
import { RowCollector } from './row-collector.ts';

/**
 * True if a line is the row, which carries no transaction id, by all that its other columns hold. What is about to be
 * written, the category, is compared apart.
 */
export function isTypedRow<C extends Cell>(
  line: SheetRow<C> | undefined,
  places: CellPlaces,
  row: Row,
  sense: CellSense<C>,
): boolean {
  const collector = new RowCollector(sense, places, new ProblemList('transactions'));
  if (line !== undefined) collector.add(line);
  const [found] = collector.rows;
  const compared = COLUMNS.filter((column) => column !== 'category' && shows(places.columns, column));
  return found !== undefined && compared.every((column) => readsAs(found, row, column));
}

/** True if a line that was read alone says the same as the row; of a date or an amount that is text, the whole column tells more. */
export function readsAs(found: Row, row: Row, column: Column): boolean {
  if (found[column] === row[column]) return true;
  if (column === 'amount') return found.amountText === row.amountText;
  return column === 'date' && found.date === null && found.dateText === row.dateText;
}
