import type { Row } from '../../../core/row.ts';
import { createError, PennyrowError } from '../../../platform/errors.ts';
import type { ZipBlock } from '../../../platform/zip/zip-blocks.ts';
import { ProblemList } from '../../problem-list.ts';
import { RowCollector } from '../../row-collector.ts';
import type { SheetCell } from '../reading/cell-context.ts';
import type { CellContent } from './cell-writing.ts';
import type { FormulaEdit } from '../formulas/sheet-formulas.ts';
import type { LocatedSheet, LocatedWorkbook } from '../reading/located-workbook.ts';
import { readMarkers } from '../package/marker.ts';
import { blocksWith, type BlockRows } from '../package/sheet-blocks.ts';
import { withoutCells, type SheetEdit } from './sheet-edit.ts';
import { readSheetRows, type XlsxRow } from '../reading/sheet-reader.ts';
import { rewriteSheet } from '../package/sheet-rewriter.ts';
import { scanPart } from '../package/scan-part.ts';
import type { PartSource, ZipPackage } from '../package/zip-package.ts';

export interface WrittenSheet {
  readonly part: string;
  readonly edit: SheetEdit;
  readonly rows: LocatedSheet | null;
}

export type BlocksBefore = Pick<ZipPackage, 'has' | 'blocks'>;

export type ReadBack = ReadonlyMap<string, readonly Row[]>;

/**
 * Verifies a written package: it must open, contain the marker, and contain each written cell with its type; else throws
 * PennyrowError `workbook_not_verified`. Returns the written rows, read with the previous styles.
 */
export async function verifyWrite(
  pkg: ZipPackage,
  before: BlocksBefore,
  located: LocatedWorkbook,
  sheets: readonly WrittenSheet[],
  runId: string,
  signal: AbortSignal | undefined,
): Promise<ReadBack> {
  const readBack = new Map<string, readonly Row[]>();
  for (const { part, edit, rows } of sheets) {
    const blocks = newBlocks(pkg, before, (rows) => edit.touches(rows));
    const source = onlyRows(blocks, (row) => edit.wrote(row));
    const collector = new RowCollector(located.context, rows ?? { columns: {} }, new ProblemList('transactions'));
    let found = 0;
    await readSheetRows(
      source,
      part,
      located.context,
      (row) => {
        const writes = edit.writtenTo(row.index);
        if (writes === null) return;
        if (!writes.every(({ column, content }) => isWritten(cellAt(row, column), content)))
          throw notVerified(row.index);
        found += 1;
        if (rows !== null) collector.add(row);
      },
      { signal, checksPrefixes: true },
    );
    if (found !== edit.rowCount) throw notVerified(null);
    readBack.set(part, collector.rows);
  }
  if (!(await readMarkers(pkg)).includes(runId)) throw notVerified(null);
  return readBack;
}

/** A broken formula would make the workbook unreadable. Throws PennyrowError `workbook_damaged`. */
export async function verifyFormulas(
  pkg: ZipPackage,
  before: BlocksBefore,
  formulas: ReadonlyMap<string, FormulaEdit>,
): Promise<void> {
  for (const [part, edit] of formulas) {
    const source = newBlocks(pkg, before, (rows) => edit.touches(rows));
    const rows = onlyRows(source, (row) => edit.wrote(row));
    await scanPart(rows, part, { wantsText: true }, { checksPrefixes: true });
  }
}

/** A view of the package with only these rows. */
function onlyRows({ path, stream }: PartSource, wrote: (row: number) => boolean): PartSource {
  const visitor = { firstRow: 1, wants: (row: number) => !wrote(row), row: withoutCells };
  return { path, stream: (part) => rewriteSheet(stream(part), visitor) };
}

/** Omits unchanged blocks: equal checksums mean equal compressed bytes, which were verified earlier. */
function newBlocks(pkg: ZipPackage, before: BlocksBefore, holdsMore: (rows: BlockRows) => boolean): PartSource {
  const wants = blocksWith(holdsMore);
  async function* chunks(part: string): AsyncGenerator<Buffer, void, void> {
    const blocksBefore = new Set((before.has(part) ? before.blocks(part) : null)?.map(blockKey));
    for await (const piece of pkg.pieces(
      part,
      (block, next) => !blocksBefore.has(blockKey(block)) || wants(block, next),
    ))
      if (Buffer.isBuffer(piece)) yield piece;
  }
  return { path: pkg.path, stream: chunks };
}

function blockKey({ storedSize, storedChecksum, size, checksum, mark }: ZipBlock): string {
  return [storedSize, storedChecksum, size, checksum, mark].join(' ');
}

export function cellAt({ cells }: XlsxRow, column: number): SheetCell | undefined {
  return cells.find((cell) => cell.column === column);
}

export function isWritten(cell: SheetCell | undefined, content: CellContent): boolean {
  if (content.kind === 'empty') return cell === undefined || (cell.kind === 'empty' && !cell.isFormula);
  if (cell === undefined || cell.isFormula) return content.kind === 'formula' && cell !== undefined;
  if (content.kind === 'number')
    return (cell.kind === 'number' || cell.kind === 'date') && cell.number === content.value;
  return content.kind === 'text' && cell.kind === 'text' && cell.text === content.text;
}

export function notVerified(row: number | null, cause?: unknown): PennyrowError {
  return createError('workbook_not_verified', { row: row === null ? null : String(row) }, { cause });
}

/** Only the new file is faulty; the workbook stays unchanged. */
export async function verifying(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const isOfFile = thrown instanceof PennyrowError && thrown.code.startsWith('workbook_');
    throw isOfFile && thrown.code !== 'workbook_not_verified' ? notVerified(null, thrown) : thrown;
  }
}
