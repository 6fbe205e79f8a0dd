import { readingsOf } from '../core/column-texts.ts';
import { shownKey, type Row } from '../core/row.ts';
import { SHEET_COLUMNS, isMoneyColumn, moneyPart, sheetTypeOf, type SheetColumn } from '../core/sheet-columns.ts';
import type { Layout, RememberedColumn } from '../core/snapshot.ts';
import { identityText, isFilled, type Cell, type CellSense, type SheetRow } from './cell.ts';
import type { ContentMatches, HeaderMatch } from './columns.ts';
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

/** Also stores the positions of other columns with the same header, so that the next read can distinguish them. */
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

/** `columns` with the sample values of `before`. */
export function withSamplesOf(before: Layout['columns'], columns: Layout['columns']): Layout['columns'] {
  return Object.fromEntries(
    SHEET_COLUMNS.flatMap((key) => {
      const column = columns[key];
      return column === undefined ? [] : [[key, { ...column, sample: before[key]?.sample ?? [] }]];
    }),
  );
}

/** Returns a function from a row to the text that `identityText` returns for the cell of this row in the column. */
function valueIn(column: SheetColumn, outIsNegative: boolean): (row: Row) => string {
  if (isMoneyColumn(column)) return ({ amount }) => (amount === null ? '' : moneyPart(column, amount, outIsNegative));
  const shown = shownKey(column);
  return shown === null ? (row) => (row[column] ?? '').trim() : (row) => row[column] ?? row[shown];
}

/** Enough to recognize a column after the user deleted or edited some of its rows. */
const SAMPLE_SIZE = 8;

/** Divides the column into eight parts and takes the first new value of each. */
function sampleOf<Item>(items: readonly Item[], valueOf: (item: Item) => string): string[] {
  const sample = new Set<string>();
  let previous = '';
  for (let part = 1; part <= SAMPLE_SIZE; part += 1) {
    const end = Math.floor((items.length * part) / SAMPLE_SIZE);
    for (
      let index = Math.floor((items.length * (part - 1)) / SAMPLE_SIZE);
      index < end && sample.size < part;
      index += 1
    ) {
      const value = valueOf(items[index] as Item);
      // Skips repeated values, because a column with a single value is read to its end.
      if (value !== '' && value !== previous) sample.add(value);
      previous = value;
    }
  }
  return [...sample];
}

function moreSamples(sample: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...sample, ...others])].slice(0, SAMPLE_SIZE);
}

/** Searches unassigned columns for remembered values of columns without a matching header. Call `see` per row, then `matches`. */
export function searchContent<C extends Cell>(
  match: HeaderMatch,
  remembered: Pick<Layout, 'columns'>,
  sense: CellSense<C>,
) {
  const claimed = new Set(Object.values(match.columns));
  const searches = match.unsettled.map((column) => ({
    column,
    sample: new Set(remembered.columns[column]?.sample),
    found: new Map<number, Set<string>>(),
  }));
  return {
    see: ({ index, cells }: SheetRow<C>): void => {
      if (index <= match.line.row) return;
      for (const cell of cells) {
        if (claimed.has(cell.column) || !isFilled(cell)) continue;
        for (const { column, sample, found } of searches) {
          const text = textsIn(column, cell, sense).find((each) => sample.has(each));
          if (text !== undefined) found.set(cell.column, (found.get(cell.column) ?? new Set()).add(text));
        }
      }
    },
    matches: (): ContentMatches =>
      new Map(
        searches.map(({ column, found }) => [
          column,
          new Map([...found].map(([position, texts]) => [position, texts.size])),
        ]),
      ),
  };
}

/** Sample values are parsed dates and amounts, so a text cell is compared by each date or amount that its text can mean. */
function textsIn<C extends Cell>(column: SheetColumn, cell: C, sense: CellSense<C>): readonly string[] {
  const type = sheetTypeOf(column);
  const text = identityText(column, cell, sense);
  return cell.kind !== 'text' || (type !== 'date' && type !== 'amount')
    ? [text]
    : [text, ...readingsOf(type, cell.text)];
}
