import { rememberedSheet, type Layout, type SheetRole } from '../../../core/snapshot.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import { matchHeaders, type HeaderMatch } from '../../columns.ts';
import { HEADER_SEARCH_ROWS, SHEET_NAMES, headerKey, headerLine, type HeaderLine } from '../../headers.ts';
import { sheetMissing } from '../../problem-list.ts';
import type { WorkbookSource } from './cell-context.ts';
import { readSheetRows } from './sheet-reader.ts';
import type { SheetPart, WorkbookParts } from '../package/workbook-parts.ts';

export function sheetsFor(role: SheetRole, parts: WorkbookParts, remembered: Layout | null): SheetPart[] {
  const memory = rememberedSheet(remembered, role);
  const name = headerKey(memory?.name ?? SHEET_NAMES[role]);
  const named = parts.sheets.filter((sheet) => headerKey(sheet.name) === name);
  const same = parts.sheets.filter((sheet) => memory !== null && sheet.sheetId === memory.id && !named.includes(sheet));
  return [...named, ...same];
}

/** Throws `workbook_sheet_missing`, `workbook_column_lost` or `workbook_ambiguous_column`. */
export async function findTransactions(
  source: WorkbookSource,
  remembered: Layout | null,
): Promise<{ readonly sheet: SheetPart; readonly match: HeaderMatch }> {
  const sheets = sheetsFor('transactions', source.parts, remembered);
  if (sheets.length === 0)
    throw sheetMissing(source.pkg.path, remembered?.sheets.transactions?.name ?? SHEET_NAMES.transactions);
  return findRows(source, sheets, (sheet, lines) => matchHeaders(sheet.name, lines, remembered), remembered);
}

/** The candidate with the most recognized columns. Throws the error of `matchOf` if there is none. */
export async function findRows(
  source: WorkbookSource,
  sheets: readonly SheetPart[],
  matchOf: (sheet: SheetPart, lines: readonly HeaderLine[]) => HeaderMatch,
  remembered: Pick<Layout, 'headerRow'> | null,
): Promise<{ readonly sheet: SheetPart; readonly match: HeaderMatch }> {
  let best: { sheet: SheetPart; match: HeaderMatch } | null = null;
  let failure: unknown = null;
  for (const sheet of sheets.toReversed()) {
    try {
      const match = matchOf(sheet, await readHead(source, sheet, remembered));
      if (best === null || match.unsettled.length <= best.match.unsettled.length) best = { sheet, match };
    } catch (error) {
      if (!(error instanceof PennyrowError)) throw error;
      failure = error;
    }
  }
  if (best === null) throw failure;
  return best;
}

export async function readHead(
  { pkg, context, signal }: WorkbookSource,
  sheet: SheetPart,
  remembered: Pick<Layout, 'headerRow'> | null,
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
    { signal, rows: ({ from }) => from <= last },
  );
  return lines;
}
