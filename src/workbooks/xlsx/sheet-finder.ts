import type { Layout, SheetRole } from '../../core/snapshot.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { matchHeaders, type HeaderMatch } from '../columns.ts';
import { HEADER_SEARCH_ROWS, SHEET_NAMES, headerKey, headerLine, type HeaderLine } from '../headers.ts';
import { sheetMissing } from '../missing-sheets.ts';
import type { CellContext } from './cell-context.ts';
import { readSheetRows } from './sheet-reader.ts';
import type { SheetPart, WorkbookParts } from './workbook-parts.ts';
import type { ZipPackage } from './zip-package.ts';

/**
 * Sheets that may have that role, the likeliest first: the one that has its name, and the one that has its
 * id after a rename. The name goes first because some programs renumber the ids at every save.
 */
export function sheetsFor(role: SheetRole, parts: WorkbookParts, remembered: Layout | null): SheetPart[] {
  const memory = remembered?.sheets[role];
  const name = headerKey(memory?.name ?? SHEET_NAMES[role]);
  const named = parts.sheets.filter((sheet) => headerKey(sheet.name) === name);
  const same = parts.sheets.filter((sheet) => memory != null && sheet.sheetId === memory.id && !named.includes(sheet));
  return [...named, ...same];
}

/**
 * Finds the Transactions sheet and its header. Throws `workbook_sheet_missing`, `workbook_column_lost` or
 * `workbook_ambiguous_column`.
 */
export async function findTransactions(
  pkg: ZipPackage,
  parts: WorkbookParts,
  context: CellContext,
  remembered: Layout | null,
  signal: AbortSignal | undefined,
): Promise<{ readonly sheet: SheetPart; readonly match: HeaderMatch }> {
  let best: { sheet: SheetPart; match: HeaderMatch } | null = null;
  let failure: unknown = sheetMissing(pkg.path, remembered?.sheets.transactions?.name ?? SHEET_NAMES.transactions);
  for (const sheet of sheetsFor('transactions', parts, remembered).toReversed()) {
    try {
      const match = matchHeaders(sheet.name, await readHead(pkg, sheet, context, remembered, signal), remembered);
      if (best === null || match.unsettled.length <= best.match.unsettled.length) best = { sheet, match };
    } catch (error) {
      if (!(error instanceof PennyrowError)) throw error;
      failure = error;
    }
  }
  if (best === null) throw failure;
  return best;
}

async function readHead(
  pkg: ZipPackage,
  sheet: SheetPart,
  context: CellContext,
  remembered: Layout | null,
  signal: AbortSignal | undefined,
): Promise<HeaderLine[]> {
  const last = Math.max(HEADER_SEARCH_ROWS, remembered?.headerRow ?? 0);
  const lines: HeaderLine[] = [];
  await readSheetRows(
    pkg,
    sheet.part,
    context,
    (row) => {
      if (row.index <= last) lines.push(headerLine(row));
      return row.index < last;
    },
    { signal },
  );
  return lines;
}
