import type { Row } from '../../../core/row.ts';
import { createError, PennyrowError } from '../../../platform/errors.ts';
import type { ZipBlock } from '../../../platform/zip/zip-blocks.ts';
import { ProblemList } from '../../problem-list.ts';
import { RowCollector } from '../../row-collector.ts';
import type { SheetCell } from '../reading/cell-context.ts';
import type { CellContent } from './cell-writing.ts';
import type { FormulaEdit } from '../formulas/sheet-formulas.ts';
import type { LocatedRows, LocatedWorkbook } from '../reading/located-workbook.ts';
import { readMarkers } from '../package/marker.ts';
import { blocksWith, type BlockRows } from '../package/sheet-blocks.ts';
import { withoutCells, type SheetEdit } from './sheet-edit.ts';
import { readSheetRows, type XlsxRow } from '../reading/sheet-reader.ts';
import { rewriteSheet } from '../package/sheet-rewriter.ts';
import { verifyPart } from '../package/scan-part.ts';
import type { PartSource, ZipPackage } from '../package/zip-package.ts';

export interface WrittenSheet {
  readonly part: string;
  readonly edit: SheetEdit;
  readonly rows: LocatedRows | null;
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
    const source = writtenRows(pkg, before, edit);
    await verifyPart(edit.firstNewLine === null ? source : firstAndLastRows(pkg, source, edit), part);
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
      { signal },
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
    await verifyPart(
      onlyRows(source, (row) => edit.wrote(row)),
      part,
    );
  }
}

function writtenRows(pkg: ZipPackage, before: BlocksBefore, edit: SheetEdit): PartSource {
  const source = newBlocks(pkg, before, (rows) => edit.touches(rows));
  const { firstNewLine } = edit;
  if (firstNewLine === null) return onlyRows(source, (row) => edit.wrote(row));
  return { path: pkg.path, stream: (part) => withoutOldRows(source.stream(part), firstNewLine) };
}

/** New rows share one form and their cells are compared, so a namespace-aware parse of the first and last blocks suffices. */
function firstAndLastRows(pkg: ZipPackage, { path }: PartSource, edit: SheetEdit): PartSource {
  let isFirst = true;
  const wants = blocksWith((rows) => {
    const isWanted = rows.to === Infinity || (isFirst && edit.wrote(rows.from));
    if (isWanted) isFirst = false;
    return isWanted;
  });
  return onlyRows({ path, stream: (part) => pkg.stream(part, wants) }, (row) => edit.wrote(row));
}

/** A view of the package with only these rows. */
function onlyRows({ path, stream }: PartSource, wrote: (row: number) => boolean): PartSource {
  const visitor = { firstRow: 1, wants: (row: number) => !wrote(row), row: withoutCells };
  return { path, stream: (part) => rewriteSheet(stream(part), visitor) };
}

/** Omits unchanged blocks: equal checksums mean equal compressed bytes, which were verified earlier. */
function newBlocks(
  pkg: ZipPackage,
  before: BlocksBefore,
  holdsMore: (rows: BlockRows) => boolean = () => false,
): PartSource {
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

/** Skips everything from the first row to the one that begins with `firstNewLine`, without parsing it. */
async function* withoutOldRows(
  chunks: AsyncIterable<Buffer>,
  firstNewLine: string,
): AsyncGenerator<Buffer, void, void> {
  const targets = [firstNewLine.slice(0, firstNewLine.indexOf(' ') + 1), firstNewLine];
  let isLeftOut = false;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (targets[0] !== undefined) {
      const at = rest.indexOf(targets[0], 0, 'latin1');
      if (at === -1) break;
      if (!isLeftOut) yield rest.subarray(0, at);
      isLeftOut = !isLeftOut;
      rest = rest.subarray(at);
      targets.shift();
    }
    // A chunk may end in the middle of a target.
    const kept = targets[0] === undefined ? 0 : Math.min(rest.length, firstNewLine.length);
    if (!isLeftOut) yield rest.subarray(0, rest.length - kept);
    rest = rest.subarray(rest.length - kept);
  }
  if (!isLeftOut) yield rest;
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
