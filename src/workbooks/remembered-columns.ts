import { COLUMNS, shownKey, type Column, type Row } from '../core/row.ts';
import type { Layout, RememberedColumn } from '../core/snapshot.ts';
import { moreSamples, sampleOf } from './column-content.ts';
import type { ColumnPositions } from './columns.ts';
import { headerKey } from './headers.ts';

/** What to know each column by next time. */
export function rememberColumns(
  columns: ColumnPositions,
  headers: ReadonlyMap<number, string>,
  rows: readonly Row[],
): Partial<Record<Column, RememberedColumn>> {
  const remembered: Partial<Record<Column, RememberedColumn>> = {};
  for (const column of COLUMNS) {
    const position = columns[column];
    if (position === undefined) continue;
    remembered[column] = rememberColumn(
      position,
      headers,
      sampleOf(rows, (row) => valueOf(row, column)),
    );
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
export function rememberAppended<Known extends Pick<Layout, 'columns'>>(layout: Known, rows: readonly Row[]): Known {
  const columns: Partial<Record<Column, RememberedColumn>> = {};
  for (const column of COLUMNS) {
    const known = layout.columns[column];
    if (known !== undefined)
      columns[column] = {
        ...known,
        sample: moreSamples(
          known.sample,
          sampleOf(rows, (row) => valueOf(row, column)),
        ),
      };
  }
  return { ...layout, columns };
}

/** The same text as `identityText` gives for the cell. */
function valueOf(row: Row, column: Column): string {
  const shown = shownKey(column);
  return shown === null ? (row[column] ?? '').trim() : (row[column] ?? row[shown]);
}
