import { shownKey, type Row } from '../core/row.ts';
import { SHEET_COLUMNS, isMoneyColumn, moneyPart, type SheetColumn } from '../core/sheet-columns.ts';
import type { Layout, RememberedColumn } from '../core/snapshot.ts';
import { moreSamples, sampleOf } from './column-content.ts';
import { headerKey } from './headers.ts';
import type { CellPlaces } from './row-cells.ts';

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

/** Also stores other columns with the same header, to distinguish them later. */
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

export function rememberAppended<Known extends Pick<Layout, 'columns' | 'outIsNegative'>>(
  layout: Known,
  rows: readonly Row[],
): Known {
  const columns: Partial<Record<SheetColumn, RememberedColumn>> = {};
  for (const column of SHEET_COLUMNS) {
    const previous = layout.columns[column];
    if (previous !== undefined)
      columns[column] = {
        ...previous,
        sample: moreSamples(previous.sample, sampleOf(rows, valueIn(column, layout.outIsNegative === true))),
      };
  }
  return { ...layout, columns };
}

/** The columns with the samples of an earlier read. */
export function withSamplesOf(before: Layout['columns'], columns: Layout['columns']): Layout['columns'] {
  return Object.fromEntries(
    SHEET_COLUMNS.flatMap((key) => {
      const column = columns[key];
      return column === undefined ? [] : [[key, { ...column, sample: before[key]?.sample ?? [] }]];
    }),
  );
}

/** Returns the same text as `identityText` for the cell. */
function valueIn(column: SheetColumn, outIsNegative: boolean): (row: Row) => string {
  if (isMoneyColumn(column)) return ({ amount }) => (amount === null ? '' : moneyPart(column, amount, outIsNegative));
  const shown = shownKey(column);
  return shown === null ? (row) => (row[column] ?? '').trim() : (row) => row[column] ?? row[shown];
}
