import { isFilled, textOf } from '../cell.ts';
import { HEAD_COLUMNS, HEAD_ROWS } from '../headers.ts';
import type { HeadLine, SheetHead } from '../workbook.ts';
import { cellContext } from './cell-context.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readSheetRows } from './sheet-reader.ts';
import { readStyles } from './styles.ts';
import { findParts } from './workbook-parts.ts';
import type { ZipPackage } from './zip-package.ts';

/** See `Workbook.heads`. */
export async function readHeads(pkg: ZipPackage, signal: AbortSignal | undefined): Promise<SheetHead[]> {
  const parts = await findParts(pkg);
  const context = cellContext({
    styles: await readStyles(pkg, parts.styles),
    sharedStrings: await readSharedStrings(pkg, parts.sharedStrings, signal),
    date1904: parts.date1904,
  });
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
            cells: cells.map((cell) => ({
              position: cell.column,
              text: textOf(cell, context),
              isText: cell.kind === 'text',
            })),
          });
        return row.index < HEAD_ROWS;
      },
      { signal },
    );
    heads.push({ name, id: sheetId, lines });
  }
  return heads;
}
