import { PennyrowError } from '../../platform/errors.ts';
import type { SheetCell } from './cell-value.ts';
import type { CellContent } from './cell-writing.ts';
import type { LocatedWorkbook } from './located-workbook.ts';
import { readMarkers } from './marker.ts';
import { readSheetRows } from './sheet-reader.ts';
import { openZipPackage } from './zip-package.ts';

/**
 * Reads a package back that was just written: it must open, hold the marker, and hold each written cell in
 * its place and with its type. Throws PennyrowError `workbook_not_verified` otherwise.
 */
export async function verifyWrite(
  path: string,
  located: LocatedWorkbook,
  written: ReadonlyMap<number, ReadonlyMap<number, CellContent>>,
  runId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const pkg = await openZipPackage(path);
  try {
    const missing = new Set(written.keys());
    const columns = new Set([...written.values()].flatMap((cells) => [...cells.keys()]));
    await readSheetRows(pkg, located.transactions.part, located.context, ({ index, cells }) => {
      const expected = written.get(index);
      if (expected === undefined) return;
      const found = new Map(cells.map((cell) => [cell.column, cell]));
      for (const [column, content] of expected) if (!isWritten(found.get(column), content)) throw notVerified(index);
      missing.delete(index);
    }, { columns, signal });
    const [row] = missing;
    if (row !== undefined) throw notVerified(row);
    if (!(await readMarkers(pkg)).includes(runId)) throw notVerified(null);
  } finally {
    await pkg.close();
  }
}

function isWritten(cell: SheetCell | undefined, content: CellContent): boolean {
  if (content.kind === 'empty') return cell === undefined || (cell.kind === 'empty' && !cell.isFormula);
  if (cell === undefined || cell.isFormula) return content.kind === 'formula' && cell !== undefined;
  if (content.kind === 'number') return (cell.kind === 'number' || cell.kind === 'date') && cell.number === content.value;
  return content.kind === 'text' && cell.kind === 'text' && cell.text === content.text;
}

function notVerified(row: number | null): PennyrowError {
  return new PennyrowError(
    'workbook_not_verified',
    `A workbook was written, but did not read back as it should${row === null ? '' : ` in row ${row}`}, and was thrown away.`,
    'Your workbook is as it was. Please report this, with the spreadsheet program that last saved it.',
  );
}
