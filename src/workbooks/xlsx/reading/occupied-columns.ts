import { columnNumber } from '../../column-letters.ts';
import type { CellFacts } from './cell-facts.ts';
import { readSheetRows } from './sheet-reader.ts';
import { rewriteSheet } from '../package/sheet-rewriter.ts';
import { readTextPart } from '../package/text-part.ts';
import { readRelationships } from '../package/workbook-parts.ts';
import { attributeText, tagsOf } from '../package/xml-tags.ts';
import type { ZipPackage } from '../package/zip-package.ts';

/** See `Workbook.occupiedColumns`; `part` is that of the sheet. */
export async function readOccupiedColumns(
  pkg: ZipPackage,
  part: string,
  context: CellFacts,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<number>> {
  const occupied = new Set<number>();
  await readSheetRows(
    pkg,
    part,
    context,
    ({ cells }) => {
      for (const { column, kind, isFormula } of cells) if (kind !== 'empty' || isFormula) occupied.add(column);
    },
    { signal },
  );
  for (const range of [...(await mergedRanges(pkg, part)), ...(await tableRanges(pkg, part))])
    for (const column of columnsOf(range)) occupied.add(column);
  return occupied;
}

/** Those that a chart or a picture lies over: it would shrink with a column that is hidden. */
export async function columnsUnderDrawings(pkg: ZipPackage, part: string): Promise<ReadonlySet<number>> {
  const covered = new Set<number>();
  for (const { kind, target } of await readRelationships(pkg, part)) {
    if (kind !== 'drawing' || !pkg.has(target)) continue;
    const text = await readTextPart(pkg, target, new Map());
    for (const [anchor] of text.matchAll(ANCHORS)) {
      const [first, last] = [...anchor.matchAll(ANCHOR_COLUMN)].map(([, column]) => Number(column));
      if (first === undefined) continue;
      const width = Number(/\bcx\s*=\s*"(\d+)"/.exec(anchor)?.[1] ?? 0);
      const end = last ?? first + Math.ceil(width / COLUMN_WIDTH);
      for (let column = first; column <= end; column += 1) covered.add(column);
    }
  }
  return covered;
}

const ANCHORS = /<(?:[\w.-]+:)?(twoCellAnchor|oneCellAnchor)\b[\s\S]*?<\/(?:[\w.-]+:)?\1>/g;
const ANCHOR_COLUMN = /<(?:[\w.-]+:)?col>\s*(\d+)\s*</g;
/** Of a column as it is by default, in the units of a drawing (English Metric Units). */
const COLUMN_WIDTH = 609_600;

async function mergedRanges(pkg: ZipPackage, part: string): Promise<string[]> {
  const ranges: string[] = [];
  const merged = {
    firstRow: Infinity,
    wants: () => false,
    row: (text: string) => text,
    tail: (text: string) => {
      for (const tag of tagsOf(text)) if (tag.local === 'mergeCell') ranges.push(attributeText(text, tag, 'ref') ?? '');
      return text;
    },
  };
  // Only the ranges are needed, not the output.
  for await (const _chunk of rewriteSheet(pkg.stream(part), merged)) continue;
  return ranges;
}

async function tableRanges(pkg: ZipPackage, part: string): Promise<string[]> {
  const ranges: string[] = [];
  for (const { kind, target } of await readRelationships(pkg, part)) {
    if (kind !== 'table' || !pkg.has(target)) continue;
    const text = await readTextPart(pkg, target, new Map());
    const table = [...tagsOf(text)].find(({ local }) => local === 'table');
    if (table !== undefined) ranges.push(attributeText(text, table, 'ref') ?? '');
  }
  return ranges;
}

function columnsOf(range: string): number[] {
  const [, left, right = left] = /^([A-Z]+)\d+(?::([A-Z]+)\d+)?$/.exec(range) ?? [];
  if (left === undefined || right === undefined) return [];
  const first = columnNumber(left);
  return Array.from({ length: columnNumber(right) - first + 1 }, (_, index) => first + index);
}
