import { rememberedSheet, type Layout, type SheetRole, type Snapshot } from '../../../core/snapshot.ts';
import { headerKey, sheetKeys } from '../../headers.ts';
import { WorkbookReader } from '../../read-workbook.ts';
import type { ReadOptions } from '../../workbook.ts';
import type { SheetPart, WorkbookParts } from '../package/workbook-parts.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import { readSource, type SheetCell, type WorkbookSource } from './cell-context.ts';
import type { LocatedSheet, LocatedWorkbook } from './located-workbook.ts';
import { readRows } from './rows-reader.ts';
import { readSheetRows } from './sheet-reader.ts';

export type ReadSnapshotOptions = Pick<ReadOptions, 'signal' | 'progress' | 'omits'>;

/** The caller adds the revision and the markers. */
export interface ReadSnapshot {
  readonly snapshot: Omit<Snapshot, 'revision' | 'markers'>;
  readonly located: LocatedWorkbook;
}

/** Also throws PennyrowError `workbook_damaged`, `workbook_not_xlsx` or `workbook_too_large`. */
export async function readSnapshot(
  pkg: ZipPackage,
  remembered: Layout | null,
  { signal, ...options }: ReadSnapshotOptions = {},
): Promise<ReadSnapshot> {
  const source = await readSource(pkg, signal);
  const reader = readerOf(source, (found) => readRows(source, found, found.role === 'transactions' ? options : {}));
  const { snapshot, located, balances } = await reader.read(remembered, options.omits !== undefined);
  const { parts, context } = source;
  return { snapshot, located: { parts, context, ...located, balances, layout: snapshot.layout } };
}

export function readerOf(
  source: WorkbookSource,
  readRowsOf: ConstructorParameters<typeof WorkbookReader<SheetPart, SheetCell, LocatedSheet>>[0]['readRows'],
): WorkbookReader<SheetPart, SheetCell, LocatedSheet> {
  const { pkg, parts, context, signal } = source;
  return new WorkbookReader({
    name: pkg.path,
    sense: context,
    notes: [],
    sheetsFor: (role, remembered) => sheetsFor(role, parts, remembered),
    remember: ({ name, sheetId }) => ({ name, id: sheetId }),
    marksOf: () => ({ isBalances: false, columns: new Map() }),
    readLines: (sheet, see, last) =>
      readSheetRows(
        pkg,
        sheet.part,
        context,
        (row) => row.index <= (last ?? Infinity) && see(row) !== false && row.index !== last,
        { signal, rows: last === undefined ? undefined : ({ from }) => from <= last },
      ),
    readRows: readRowsOf,
  });
}

export function sheetsFor(role: SheetRole, parts: WorkbookParts, remembered: Layout | null): SheetPart[] {
  const memory = rememberedSheet(remembered, role);
  const named = sheetKeys(role, memory).flatMap((key) => parts.sheets.filter((sheet) => headerKey(sheet.name) === key));
  const same = parts.sheets.filter((sheet) => memory !== null && sheet.sheetId === memory.id && !named.includes(sheet));
  return [...named, ...same];
}
