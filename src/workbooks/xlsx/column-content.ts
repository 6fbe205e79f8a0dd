import type { Column } from '../../core/row.ts';
import type { Layout } from '../../core/snapshot.ts';
import { identityText, isFilled } from './cell-meaning.ts';
import type { ContentMatches, HeaderMatch } from './columns.ts';
import type { CellContext } from './cell-context.ts';
import { readSheetRows } from './sheet-reader.ts';
import type { ZipPackage } from './zip-package.ts';

/** Enough to know a column again after some of its rows were deleted or edited. */
const SAMPLE_SIZE = 8;

/** Up to eight different values from all over a column: the first new one of each eighth of it. */
export function sampleOf<Item>(items: readonly Item[], valueOf: (item: Item) => string): string[] {
  const sample = new Set<string>();
  let previous = '';
  for (let part = 1; part <= SAMPLE_SIZE; part += 1) {
    const end = Math.floor((items.length * part) / SAMPLE_SIZE);
    for (let index = Math.floor((items.length * (part - 1)) / SAMPLE_SIZE); index < end && sample.size < part; index += 1) {
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
 * Reads the sheet once to see where the remembered values of the unsettled columns stand now, among the
 * columns that no known header claims.
 */
export async function matchContent(
  pkg: ZipPackage,
  part: string,
  context: CellContext,
  match: HeaderMatch,
  remembered: Layout,
  signal: AbortSignal | undefined,
): Promise<ContentMatches> {
  const claimed = new Set(Object.values(match.columns));
  const wanted = new Map(match.unsettled.map((column) => [column, new Set(remembered.columns[column]?.sample)]));
  const found = new Map<Column, Map<number, Set<string>>>(match.unsettled.map((column) => [column, new Map()]));
  await readSheetRows(pkg, part, context, ({ index, cells }) => {
    if (index <= match.line.row) return;
    for (const cell of cells) {
      if (claimed.has(cell.column) || !isFilled(cell)) continue;
      for (const [column, sample] of wanted) {
        const text = identityText(column, cell, context);
        if (sample.has(text)) addTo(found.get(column), cell.column, text);
      }
    }
  }, { signal });
  return new Map([...found].map(([column, places]) => [column, new Map([...places].map(([position, texts]) => [position, texts.size]))]));
}

function addTo(places: Map<number, Set<string>> | undefined, position: number, text: string): void {
  const texts = places?.get(position);
  if (texts === undefined) places?.set(position, new Set([text]));
  else texts.add(text);
}
