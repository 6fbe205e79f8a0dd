import type { RememberedSheet } from '../../../core/snapshot.ts';
import { HEAD_ROWS, headerKey, headLine } from '../../headers.ts';
import { sheetMissing } from '../../problem-list.ts';
import type { HeadLine, SheetHead } from '../../workbook.ts';
import { readSheetRows } from './sheet-reader.ts';
import { readSource } from './cell-context.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import { elementsIn, firstElement } from '../../../platform/xml/xml-tag.ts';
import { innerXml, textOf } from '../package/xml-edit.ts';
import { areaOf, columnsIn, type CellArea } from '../formulas/cell-reference.ts';
import { TextParts, tableRange } from '../package/workbook-parts.ts';

export async function readHeads(
  pkg: ZipPackage,
  signal: AbortSignal | undefined,
  whole?: string,
): Promise<SheetHead[]> {
  const { parts, context } = await readSource(pkg, signal);
  const heads: SheetHead[] = [];
  for (const { name, sheetId, part } of parts.sheets) {
    const lines: HeadLine[] = [];
    const last = name === whole ? Infinity : HEAD_ROWS;
    await readSheetRows(
      pkg,
      part,
      context,
      (row) => {
        if (row.index > last) return false;
        lines.push(headLine(row, context));
        return row.index < last;
      },
      { signal },
    );
    heads.push({ name, id: sheetId, lines: lines.filter(({ cells }) => cells.length > 0) });
  }
  return heads;
}

/** See `Workbook.occupiedColumns`. Throws PennyrowError `workbook_sheet_missing`. */
export async function readOccupied(
  pkg: ZipPackage,
  { name }: RememberedSheet,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<number>> {
  const { parts, context } = await readSource(pkg, signal);
  const sheet = parts.sheets.find((each) => headerKey(each.name) === headerKey(name));
  if (sheet === undefined) throw sheetMissing(pkg.path, name);
  const occupied = new Set<number>();
  const { merged } = await readSheetRows(
    pkg,
    sheet.part,
    context,
    ({ cells }) => {
      for (const { column, kind, isFormula } of cells) if (kind !== 'empty' || isFormula) occupied.add(column);
    },
    { signal },
  );
  for (const area of [...merged, ...(await tableAreas(new TextParts(pkg), sheet.part))])
    for (const column of columnsIn(area)) occupied.add(column);
  return occupied;
}

export async function tableAreas(parts: TextParts, part: string): Promise<readonly CellArea[]> {
  return (await parts.related(part, 'table')).flatMap(({ text }) => areaOf(tableRange(text)) ?? []);
}

export async function columnsUnderDrawings(parts: TextParts, part: string): Promise<ReadonlySet<number>> {
  const covered = new Set<number>();
  for (const { text } of await parts.related(part, 'drawing')) {
    for (const anchor of [...elementsIn(text, 'twoCellAnchor'), ...elementsIn(text, 'oneCellAnchor')]) {
      const content = innerXml(anchor);
      const [first, last] = [...elementsIn(content, 'col')].map((tag) => Number(textOf(tag)));
      if (first === undefined) continue;
      const width = firstElement(content, 'ext')?.integer('cx') ?? 0;
      const right = last ?? first + Math.ceil(width / COLUMN_WIDTH);
      for (let column = first; column <= right; column += 1) covered.add(column);
    }
  }
  return covered;
}

/** Default width of a column in English Metric Units. */
const COLUMN_WIDTH = 609_600;
