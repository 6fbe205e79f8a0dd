import type { Row } from '../../../core/row.ts';
import { createError, PennyrowError } from '../../../platform/errors.ts';
import { RowCollector } from '../../row-collector.ts';
import { type SheetCell, cellContext } from '../reading/cell-context.ts';
import type { CellContent } from './cell-writing.ts';
import { cellText } from '../package/xml-edit.ts';
import type { FormulaEdit } from '../formulas/formula-edit.ts';
import type { LocatedSheet, LocatedWorkbook } from '../reading/rows-reader.ts';
import { readMarkers } from '../package/marker.ts';
import { blocksWith } from '../package/sheet-blocks.ts';
import { withoutCells, type SheetEdit } from './sheet-edit.ts';
import { readSheetRows, type XlsxRow } from '../reading/sheet-reader.ts';
import { rewriteSheet } from '../package/sheet-rewriter.ts';
import { scanPart, findParts, readRelationships, type SheetPart } from '../package/workbook-parts.ts';
import { type PartSource, type ZipPackage, openZipPackage } from '../package/zip-package.ts';
import { endsReader } from '../reading/snapshot-reader.ts';
import { readStyles } from '../reading/styles.ts';
import type { XmlVisitor } from '../../../platform/xml/xml-scanner.ts';

export interface WrittenSheet {
  readonly sheet: SheetPart;
  readonly edit: SheetEdit;
  /** Null if the sheet has no rows to read back. */
  readonly rows: LocatedSheet | null;
}

export type ReadBack = ReadonlyMap<string, readonly Row[]>;

/** Returns the written rows. Throws `workbook_not_verified` if the package does not open, or lacks the marker or a written cell. */
export async function verifyWrite(
  pkg: ZipPackage,
  located: LocatedWorkbook,
  sheets: readonly WrittenSheet[],
  runId: string,
  signal: AbortSignal | undefined,
): Promise<ReadBack> {
  const readBack = new Map<string, readonly Row[]>();
  for (const { sheet, edit, rows } of sheets) {
    const { part } = sheet;
    const collector = new RowCollector(located.context, rows ?? { columns: {} });
    let found = 0;
    await readSheetRows(
      writtenRows(pkg, edit),
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

/** Verifies the XML of written formulas: invalid XML would make the workbook unreadable. Throws PennyrowError `workbook_damaged`. */
export async function verifyFormulas(pkg: ZipPackage, formulas: ReadonlyMap<string, FormulaEdit>): Promise<void> {
  for (const [part, edit] of formulas)
    await scanPart(writtenRows(pkg, edit), part, { wantsText: true }, { checksPrefixes: true });
}

/** The package with only the rows that were written. In copied blocks, only the checksums are verified. */
function writtenRows(pkg: ZipPackage, edit: Pick<SheetEdit, 'touches' | 'wrote'>): PartSource {
  const wants = blocksWith((rows) => edit.touches(rows));
  const visitor = { firstRow: 1, wants: (row: number) => !edit.wrote(row), row: withoutCells };
  async function* changedBlocks(part: string): AsyncGenerator<Buffer, void, void> {
    for await (const piece of pkg.pieces(part, wants)) if (Buffer.isBuffer(piece)) yield piece;
  }
  return { path: pkg.path, stream: (part) => rewriteSheet(changedBlocks(part), visitor) };
}

export function cellAt({ cells }: XlsxRow, column: number): SheetCell | undefined {
  return cells.find((cell) => cell.column === column);
}

export function isWritten(cell: SheetCell | undefined, content: CellContent): boolean {
  if (content === null) return cell === undefined || (cell.kind === 'empty' && !cell.isFormula);
  if (cell === undefined || cell.isFormula) return typeof content === 'object' && cell !== undefined;
  if (typeof content === 'number') return (cell.kind === 'number' || cell.kind === 'date') && cell.number === content;
  return typeof content === 'string' && cell.kind === 'text' && cell.text === cellText(content);
}

export function notVerified(row: number | null, cause?: unknown): PennyrowError {
  return createError('workbook_not_verified', { row: row === null ? null : String(row) }, { cause });
}

/** Converts errors about the new file to `workbook_not_verified`, because the user's workbook is unchanged and not damaged. */
export async function verifying(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const isOfFile = thrown instanceof PennyrowError && thrown.code.startsWith('workbook_');
    throw isOfFile && thrown.code !== 'workbook_not_verified' ? notVerified(null, thrown) : thrown;
  }
}

interface PackageChange {
  readonly path: string;
  readonly located: LocatedWorkbook;
  /** Small parts that were written as a whole. */
  readonly parts: readonly string[];
  readonly addedSheets: readonly string[];
  /** The expected last row of the transactions; null if it need not be checked. */
  readonly lastRow: number | null;
}

/** Verifies a package's structure: XML, targets, content types, ids. Throws `workbook_not_verified` or `workbook_damaged`. */
export async function verifyPackage(
  pkg: ZipPackage,
  change: PackageChange,
  signal: AbortSignal | undefined,
): Promise<void> {
  const faults = await faultsIn(pkg, change.parts);
  if (faults.length > 0) await refuseNewFaults(faults, change);
  await verifyOpens(pkg, change, signal);
}

async function refuseNewFaults(faults: readonly string[], { path, parts }: PackageChange): Promise<void> {
  const before = await openZipPackage(path);
  try {
    const earlierFaults = new Set(
      await faultsIn(
        before,
        parts.filter((part) => before.has(part)),
      ),
    );
    const fault = faults.find((each) => !earlierFaults.has(each));
    if (fault !== undefined) throw notVerified(null, new Error(fault));
  } finally {
    await before.close();
  }
}

async function verifyOpens(
  pkg: ZipPackage,
  { located, addedSheets, lastRow }: PackageChange,
  signal: AbortSignal | undefined,
): Promise<void> {
  const parts = await findParts(pkg);
  const before = located.parts.sheets.map(({ part }) => part);
  const isSame = before.every((part, index) => parts.sheets[index]?.part === part);
  const added = parts.sheets.slice(before.length).map(({ name }) => name);
  if (!isSame || added.join('\n') !== addedSheets.join('\n')) throw notVerified(null, new Error('sheets'));
  if (lastRow === null) return;
  const context = cellContext({ ...located.context, styles: await readStyles(pkg, parts.styles) });
  const { layout } = located;
  const reader = endsReader({ pkg, parts, context, signal });
  const found = await reader.findTransactions(layout);
  // Skips the check if a column can only be found by its content, because all rows would have to be read.
  if (found.match.unsettled.length > 0) return;
  const read = await reader.readRows('transactions', found, layout);
  const rows = read.located;
  const isInPlace =
    found.sheet.part === located.transactions.part &&
    rows.headerRow === located.headerRow &&
    rows.lastUsedRow === lastRow &&
    Object.entries(located.columns).every(([column, at]) => rows.columns[column as keyof typeof rows.columns] === at);
  if (!isInPlace) throw notVerified(rows.lastUsedRow, new Error('rows'));
}

const CONTENT_TYPES = '[Content_Types].xml';
/** The namespace of attributes with relationship ids, in transitional and in strict files (ECMA-376 parts 4 and 1). */
const REFERS = /\/officeDocument\/(?:2006\/)?relationships$/;

/** Faults in these parts and in their references to other parts, as texts for the log. */
async function faultsIn(pkg: ZipPackage, parts: readonly string[]): Promise<readonly string[]> {
  const faults: string[] = [];
  const hasType = await contentTypes(pkg, faults);
  for (const part of parts) {
    const isRelationships = part.endsWith('.rels');
    const ids: string[] = [];
    const references: string[] = [];
    let isTable = false;
    try {
      const namespaces = new Map<string, string>();
      const open: XmlVisitor['open'] = (name, tag, depth) => {
        if (depth === 0) isTable = name === 'table';
        if (name === 'Relationship') ids.push(`Id ${tag.get('Id')}`);
        if (name === 'sheet' && depth === 2)
          ids.push(`sheetId ${tag.get('sheetId')}`, `name ${tag.get('name')?.toLowerCase()}`);
        if (name === 'tableColumn') ids.push(`id ${tag.get('id')}`);
        const attributes = [...tag.attributes()];
        for (const [each, uri] of attributes)
          if (each.startsWith('xmlns:')) namespaces.set(each.slice('xmlns:'.length), uri);
        for (const [each, value] of attributes) {
          const [prefix = '', local] = each.split(':');
          if (local !== undefined && REFERS.test(namespaces.get(prefix) ?? '')) references.push(value);
        }
      };
      await scanPart(pkg, part, { wantsText: true, open }, { checksPrefixes: true });
    } catch (thrown) {
      faults.push(`${part}: ${String(thrown)}`);
      continue;
    }
    faults.push(...twice(ids).map((id) => `${part}: ${id} twice`));
    if (!isRelationships && !hasType(part)) faults.push(`${part}: no content type`);
    // Finds the part by the name of its relationships part; `_rels/.rels` belongs to the package itself.
    const relationships = await readRelationships(pkg, part.replace(/(?:^|(?<=\/))_rels\/([^/]*)\.rels$/, '$1'));
    if (isRelationships)
      for (const { id, target, isExternal } of relationships)
        if (!isExternal && !(pkg.has(target) && hasType(target))) faults.push(`${part}: nothing at ${id}`);
    for (const id of references)
      if (!relationships.some((each) => each.id === id)) faults.push(`${part}: no relationship ${id}`);
    if (isTable) faults.push(...(await tableFaults(pkg)));
  }
  return faults;
}

async function contentTypes(pkg: ZipPackage, faults: string[]): Promise<(part: string) => boolean> {
  const extensions = new Set<string>();
  const overrides: string[] = [];
  await scanPart(pkg, CONTENT_TYPES, {
    open: (element, tag) => {
      if (element === 'Default') extensions.add(tag.get('Extension')?.toLowerCase() ?? '');
      if (element === 'Override') overrides.push(tag.get('PartName')?.toLowerCase() ?? '');
    },
  });
  faults.push(...twice(overrides).map((name) => `${CONTENT_TYPES}: ${name} twice`));
  faults.push(...twice(pkg.names.map((name) => name.toLowerCase())).map((name) => `${name} twice`));
  const listed = new Set(overrides);
  return (part) => listed.has(`/${part.toLowerCase()}`) || extensions.has(part.toLowerCase().split('.').at(-1) ?? '');
}

/** Table ids and names must be unique in a workbook. */
async function tableFaults(pkg: ZipPackage): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const part of pkg.names.filter((name) => /\/tables\/[^/]+\.xml$/i.test(name)))
    await scanPart(pkg, part, {
      open: (_, tag, depth) => {
        if (depth === 0) ids.push(`id ${tag.get('id')}`, `name ${tag.get('displayName')?.toLowerCase()}`);
      },
    });
  return twice(ids).map((id) => `tables: ${id} twice`);
}

function twice(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
