import {
  rememberedSheet,
  type BalancesLayout,
  type Layout,
  type RememberedSheet,
  type SheetRole,
} from '../../../core/snapshot.ts';
import { headerKey, sheetKeys } from '../../headers.ts';
import { WorkbookReader } from '../../read-workbook.ts';
import type { ReadOptions } from '../../workbook.ts';
import type { SheetPart, WorkbookParts } from '../package/workbook-parts.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import { readSource, type SheetCell, type WorkbookSource } from './cell-context.ts';
import { type LocatedSheet, type LocatedWorkbook, readRows } from './rows-reader.ts';
import { readSheetRows } from './sheet-reader.ts';
import { MONEY_COLUMNS, SHEET_COLUMNS } from '../../../core/sheet-columns.ts';
import { RowCollector } from '../../row-collector.ts';
import { rememberColumns } from '../../remembered-columns.ts';
import { blocksOf, firstRowsOf } from '../package/sheet-blocks.ts';

/** Returns a snapshot without revision and markers. Throws PennyrowError `workbook_damaged`, `workbook_not_xlsx` and others. */
export async function readSnapshot(
  pkg: ZipPackage,
  remembered: Layout | null,
  { signal, ...options }: Pick<ReadOptions, 'signal' | 'progress' | 'omits'> = {},
) {
  const source = await readSource(pkg, signal);
  const reader = readerOf(source, (found) => readRows(source, found, found.role === 'transactions' ? options : {}));
  const { snapshot, located, balances } = await reader.read(remembered, options.omits !== undefined);
  const { parts, context } = source;
  const whole: LocatedWorkbook = { parts, context, ...located, balances, layout: snapshot.layout };
  return { snapshot, located: whole };
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
  const byKey = sheetKeys(role, memory).flatMap((key) => parts.sheets.filter((sheet) => headerKey(sheet.name) === key));
  const same = parts.sheets.filter((sheet) => memory !== null && sheet.sheetId === memory.id && !byKey.includes(sheet));
  return [...byKey, ...same];
}

export async function locateWorkbook(
  pkg: ZipPackage,
  layout: Layout,
  signal: AbortSignal | undefined,
): Promise<LocatedWorkbook> {
  return (await locateByEnds(pkg, layout, signal)) ?? (await readSnapshot(pkg, layout, { signal })).located;
}

/** Reads only the blocks with these rows and with the ends of the sheets. Null if all rows must be read. */
export async function readLocatedRows(
  pkg: ZipPackage,
  layout: Layout,
  numbers: ReadonlySet<number>,
  signal: AbortSignal | undefined,
) {
  const located = await locateByEnds(pkg, layout, signal);
  if (located === null) return null;
  const collector = new RowCollector(located.context, located);
  await readSheetRows(
    pkg,
    located.transactions.part,
    located.context,
    (row) => void (numbers.has(row.index) && collector.add(row)),
    { signal, columns: new Set(Object.values(located.columns)), rows: blocksOf(numbers) },
  );
  return { rows: collector.rows, located };
}

async function locateByEnds(
  pkg: ZipPackage,
  layout: Layout,
  signal: AbortSignal | undefined,
): Promise<LocatedWorkbook | null> {
  const source = await readSource(pkg, signal);
  const reader = endsReader(source);
  const found = await reader.findTransactions(layout);
  const { sheet, match } = found;
  if (pkg.blocks(sheet.part) === null || match.unsettled.length > 0) return null;
  // All rows must be read to find the sign of outgoing amounts, or the top row if the newest rows are on top.
  if (layout.newestFirst === true || MONEY_COLUMNS.some((column) => match.columns[column] !== undefined)) return null;
  const { located } = await reader.readRows('transactions', found, layout);
  const balances = await reader.readBalances(layout);
  const { row: headerRow, texts } = match.line;
  const columns = rememberColumns(located, texts, []);
  const now = [{ sheet: { name: sheet.name, id: sheet.sheetId }, headerRow, columns }, balances.layout ?? []].flat();
  const before = [{ ...layout, sheet: layout.sheets.transactions }, layout.balances ?? []].flat();
  return now.map(placesIn).join() === before.map(placesIn).join()
    ? { parts: source.parts, context: source.context, ...located, balances: balances.located, layout }
    : null;
}

/** Reads only the blocks from the last used row on; without blocks, all rows. */
export function endsReader(source: WorkbookSource): ReturnType<typeof readerOf> {
  return readerOf(source, async (found) => {
    const starts = firstRowsOf(source.pkg.blocks(found.sheet.part) ?? []);
    for (let count = 1; ; count *= 2) {
      const first = starts.at(-count) ?? 0;
      const read = await readRows(source, found, { wants: ({ to }) => to >= first });
      if (read.located.lastUsedRow > found.header.row || count >= starts.length) return read;
    }
  });
}

function placesIn(layout: Omit<BalancesLayout, 'sheet'> & { readonly sheet: RememberedSheet | null }): string {
  const { sheet, headerRow, columns, isGone } = layout;
  const places = SHEET_COLUMNS.map((column) => [columns[column]?.position, columns[column]?.header]);
  return JSON.stringify([sheet?.name, sheet?.id, headerRow, isGone, places]);
}
