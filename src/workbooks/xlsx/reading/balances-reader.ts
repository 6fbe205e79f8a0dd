import type { Layout } from '../../../core/snapshot.ts';
import { createError } from '../../../platform/errors.ts';
import {
  balancesFound,
  balancesGone,
  balancesUnusable,
  isPennyrowSheet,
  NO_BALANCES,
  type FoundBalances,
} from '../../balances.ts';
import { BALANCES, matchHeaders } from '../../columns.ts';
import { ProblemList } from '../../problem-list.ts';
import type { LocatedRows } from './located-workbook.ts';
import type { WorkbookSource } from './cell-context.ts';
import { readRows } from './rows-reader.ts';
import { findRows, readHead, sheetsFor } from './sheet-finder.ts';
import type { SheetPart } from '../package/workbook-parts.ts';

/** Problems with this sheet are notes and do not stop the sync. `read` may be `readLastRows`. */
export async function readBalances(
  source: WorkbookSource,
  remembered: Layout | null,
  read: typeof readRows = readRows,
): Promise<FoundBalances<LocatedRows>> {
  const previous = remembered?.balances ?? null;
  const sheets = await candidates(source, remembered);
  const [first] = sheets;
  if (first === undefined) return previous === null ? NO_BALANCES : balancesGone(previous);
  try {
    const { sheet, match } = await findRows(
      source,
      sheets,
      ({ name }, lines) => matchHeaders(name, lines, previous, undefined, BALANCES),
      previous,
    );
    const { rows, ...located } = await read(source, {
      sheet,
      match,
      remembered: previous,
      problems: new ProblemList('balances'),
    });
    if (located.isProtected)
      throw createError('workbook_protected', { reason: 'other', path: null, sheet: sheet.name });
    return balancesFound({ name: sheet.name, id: sheet.sheetId }, match.line, located.columns, { rows, located });
  } catch (thrown) {
    return balancesUnusable(first.name, previous, thrown);
  }
}

/** If the remembered sheet is gone, another one of its name is used only if Pennyrow created it. */
async function candidates(source: WorkbookSource, remembered: Layout | null): Promise<readonly SheetPart[]> {
  const named = sheetsFor('balances', source.parts, remembered);
  const previous = remembered?.balances;
  if (previous !== undefined && previous.isGone !== true) return named;
  if (remembered !== null && previous === undefined) return [];
  const own: SheetPart[] = [];
  for (const sheet of named) if (isPennyrowSheet(sheet.name, await readHead(source, sheet, null))) own.push(sheet);
  return own;
}
