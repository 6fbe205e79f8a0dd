import { readingsOf } from '../core/column-texts.ts';
import { sheetTypeOf, type SheetColumn } from '../core/sheet-columns.ts';
import type { Layout } from '../core/snapshot.ts';
import { identityText, isFilled, type Cell, type CellSense, type SheetRow } from './cell.ts';
import type { ContentMatches, HeaderMatch } from './columns.ts';

/** Enough to recognize a column after the user deleted or edited some of its rows. */
const SAMPLE_SIZE = 8;

/** Divides the column into eight parts and takes the first new value of each. */
export function sampleOf<Item>(items: readonly Item[], valueOf: (item: Item) => string): string[] {
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
      // Skip repeats quickly: a column with a single value is scanned to its end.
      if (value !== '' && value !== previous) sample.add(value);
      previous = value;
    }
  }
  return [...sample];
}

export function moreSamples(sample: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...sample, ...others])].slice(0, SAMPLE_SIZE);
}

/** Searches unclaimed columns for the remembered values of columns that no header identified. Call `see` for every row, then `matches`. */
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

/** Samples of dates and amounts contain the parsed value, so text cells are compared by their possible readings. */
function textsIn<C extends Cell>(column: SheetColumn, cell: C, sense: CellSense<C>): readonly string[] {
  const type = sheetTypeOf(column);
  const text = identityText(column, cell, sense);
  return cell.kind !== 'text' || (type !== 'date' && type !== 'amount')
    ? [text]
    : [text, ...readingsOf(type, cell.text)];
}
