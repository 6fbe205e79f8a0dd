import { readingsOf } from '../core/column-texts.ts';
import { sheetTypeOf, type SheetColumn } from '../core/sheet-columns.ts';
import type { Layout } from '../core/snapshot.ts';
import { identityText, isFilled, type Cell, type CellSense, type SheetRow } from './cell.ts';
import type { ContentMatches, HeaderMatch } from './columns.ts';

/** Enough to know a column again after some of its rows were deleted or edited. */
const SAMPLE_SIZE = 8;

/** Up to eight different values from all over a column: the first new one of each eighth of it. */
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
      // Columns that hold one value all the way down are read to their end.
      if (value !== '' && value !== previous) sample.add(value);
      previous = value;
    }
  }
  return [...sample];
}

/** Fills a sample up with values of another one. */
export function moreSamples(sample: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...sample, ...others])].slice(0, SAMPLE_SIZE);
}

/**
 * Finds out where the remembered values of the unsettled columns stand now, among the columns that no known
 * header claims: it is shown every row of the sheet, and then asked.
 */
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
        if (text !== undefined) addTo(this.#found.get(column), cell.column, text);
      }
    }
  }

  /** A date or an amount that is text is known by what it was read as. */
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

function addTo(places: Map<number, Set<string>> | undefined, position: number, text: string): void {
  const texts = places?.get(position);
  if (texts === undefined) places?.set(position, new Set([text]));
  else texts.add(text);
}
