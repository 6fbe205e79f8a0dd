import { headCell, isFilled } from '../../cell.ts';
import type { RememberedSheet } from '../../../core/snapshot.ts';
import { HEAD_COLUMNS, HEAD_ROWS, headerKey } from '../../headers.ts';
import { sheetMissing } from '../../missing-sheets.ts';
import type { HeadLine, SheetHead } from '../../workbook.ts';
import { readOccupiedColumns } from './occupied-columns.ts';
import { readSheetRows } from './sheet-reader.ts';
import { readFacts } from './cell-context.ts';
import type { ZipPackage } from '../package/zip-package.ts';

/** See `Workbook.heads`. */
export async function readHeads(pkg: ZipPackage, signal: AbortSignal | undefined): Promise<SheetHead[]> {
  const { parts, context } = await readFacts(pkg, signal);
  const heads: SheetHead[] = [];
  for (const { name, sheetId, part } of parts.sheets) {
    const lines: HeadLine[] = [];
    await readSheetRows(
      pkg,
      part,
      context,
      (row) => {
        if (row.index > HEAD_ROWS) return false;
        const cells = row.cells.filter((cell) => cell.column < HEAD_COLUMNS && isFilled(cell));
        if (cells.length > 0)
          lines.push({
            row: row.index,
            cells: cells.map((cell) => headCell(cell, context)),
          });
        return row.index < HEAD_ROWS;
      },
      { signal },
    );
    heads.push({ name, id: sheetId, lines });
  }
  return heads;
}

/** See `Workbook.occupiedColumns`. Throws PennyrowError `workbook_sheet_missing`. */
export async function readOccupied(
  pkg: ZipPackage,
  { name }: RememberedSheet,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<number>> {
  const { parts, context } = await readFacts(pkg, signal);
  const sheet = parts.sheets.find((each) => headerKey(each.name) === headerKey(name));
  if (sheet === undefined) throw sheetMissing(pkg.path, name);
  return readOccupiedColumns(pkg, sheet.part, context, signal);
}
