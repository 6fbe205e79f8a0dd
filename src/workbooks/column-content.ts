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
export class ContentSearch<C extends Cell> {
  readonly #headerRow: number;
  readonly #sense: CellSense<C>;
  readonly #claimed: ReadonlySet<number>;
  readonly #wanted: ReadonlyMap<SheetColumn, ReadonlySet<string>>;
  readonly #found: ReadonlyMap<SheetColumn, Map<number, Set<string>>>;

  constructor(match: HeaderMatch, remembered: Pick<Layout, 'columns'>, sense: CellSense<C>) {
    this.#headerRow = match.line.row;
    this.#sense = sense;
    this.#claimed = new Set(Object.values(match.columns));
    this.#wanted = new Map(match.unsettled.map((column) => [column, new Set(remembered.columns[column]?.sample)]));
    this.#found = new Map(match.unsettled.map((column) => [column, new Map()]));
  }

  see({ index, cells }: SheetRow<C>): void {
    if (index <= this.#headerRow) return;
    for (const cell of cells) {
      if (this.#claimed.has(cell.column) || !isFilled(cell)) continue;
      for (const [column, sample] of this.#wanted) {
        const text = this.#texts(column, cell).find((each) => sample.has(each));
        const places = this.#found.get(column);
        if (text !== undefined) places?.set(cell.column, (places.get(cell.column) ?? new Set()).add(text));
      }
    }
  }

  /** Samples of dates and amounts contain the parsed value, so text cells are compared by their possible readings. */
  #texts(column: SheetColumn, cell: C): readonly string[] {
    const type = sheetTypeOf(column);
    const text = identityText(column, cell, this.#sense);
    return cell.kind !== 'text' || (type !== 'date' && type !== 'amount')
      ? [text]
      : [text, ...readingsOf(type, cell.text)];
  }

  matches(): ContentMatches {
    return new Map(
      [...this.#found].map(([column, places]) => [
        column,
        new Map([...places].map(([position, texts]) => [position, texts.size])),
      ]),
    );
  }
}
