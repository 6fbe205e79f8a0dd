import { shownKey, type Row } from '../core/row.ts';
import { SHEET_COLUMNS, isMoneyColumn, moneyPart, type SheetColumn } from '../core/sheet-columns.ts';
import type { Layout, RememberedColumn } from '../core/snapshot.ts';
import { moreSamples, sampleOf } from './column-content.ts';
import { headerKey } from './headers.ts';
import type { CellPlaces } from './row-cells.ts';

/** The facts that identify each column next time. */
export function rememberColumns(
  { columns, outIsNegative = false }: CellPlaces,
  headers: ReadonlyMap<number, string>,
  rows: readonly Row[],
): Partial<Record<SheetColumn, RememberedColumn>> {
  const remembered: Partial<Record<SheetColumn, RememberedColumn>> = {};
  for (const column of SHEET_COLUMNS) {
    const position = columns[column];
    if (position === undefined) continue;
    remembered[column] = rememberColumn(position, headers, sampleOf(rows, valueIn(column, outIsNegative)));
  }
  return remembered;
}

/** One column; those of the same header beside it are remembered too, so that it can be told from them. */
export function rememberColumn(
  position: number,
  headers: ReadonlyMap<number, string>,
  sample: readonly string[],
): RememberedColumn {
  const header = headers.get(position) ?? '';
  const twins = [...headers]
    .filter(([other, text]) => other !== position && headerKey(text) === headerKey(header))
    .map(([other]) => other);
  return { position, header, sample, ...(twins.length > 0 && { twins }) };
}

/** The layout once these rows were appended: a column that had few values, or none, is known by theirs. */
export function rememberAppended<Known extends Pick<Layout, 'columns' | 'outIsNegative'>>(
  layout: Known,
  rows: readonly Row[],
): Known {
  const columns: Partial<Record<SheetColumn, RememberedColumn>> = {};
  for (const column of SHEET_COLUMNS) {
    const known = layout.columns[column];
    if (known !== undefined)
      columns[column] = {
        ...known,
        sample: moreSamples(known.sample, sampleOf(rows, valueIn(column, layout.outIsNegative === true))),
      };
  }
  return { ...layout, columns };
}

/** The same text as `identityText` gives for the cell. */
function valueIn(column: SheetColumn, outIsNegative: boolean): (row: Row) => string {
  if (isMoneyColumn(column)) return ({ amount }) => (amount === null ? '' : moneyPart(column, amount, outIsNegative));
  const shown = shownKey(column);
  return shown === null ? (row) => (row[column] ?? '').trim() : (row) => row[column] ?? row[shown];
}
