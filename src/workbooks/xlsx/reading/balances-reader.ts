import type { Layout } from '../../../core/snapshot.ts';
import { problem } from '../../../messages/problem.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import {
  balancesFound,
  balancesGone,
  balancesUnusable,
  isOwnMaking,
  NO_BALANCES,
  type FoundBalances,
} from '../../balances.ts';
import { BALANCES, matchHeaders } from '../../columns.ts';
import { ProblemList } from '../../problem-list.ts';
import type { LocatedRows } from './located-workbook.ts';
import { readRows, type RowsSource } from './rows-reader.ts';
import { findRows, readHead, sheetsFor } from './sheet-finder.ts';
import type { SheetPart, WorkbookParts } from '../package/workbook-parts.ts';

export interface BalancesSource extends RowsSource {
  readonly parts: WorkbookParts;
  readonly remembered: Layout | null;
}

/**
 * Reads the Balances sheet, where there is one, or with another `read` what that reads of it. What is wrong with it is a note:
 * it stops nothing else.
 */
export async function readBalances(
  source: BalancesSource,
  read: typeof readRows = readRows,
): Promise<FoundBalances<LocatedRows>> {
  const known = source.remembered?.balances ?? null;
  const sheets = await candidates(source);
  const [first] = sheets;
  if (first === undefined) return known === null ? NO_BALANCES : balancesGone(known);
  try {
    const { sheet, match } = await findRows(
      source,
      sheets,
      ({ name }, lines) => matchHeaders(name, lines, known, undefined, BALANCES),
      known,
    );
    const { rows, ...located } = await read(source, {
      sheet,
      match,
      remembered: known,
      problems: new ProblemList('balances'),
    });
    if (located.isProtected)
      throw new PennyrowError(problem('workbook_protected', { reason: 'other', path: null, sheet: sheet.name }));
    return balancesFound({ name: sheet.name, id: sheet.sheetId }, match.line, located.columns, { rows, located });
  } catch (thrown) {
    return balancesUnusable(first.name, known, thrown);
  }
}

/** Once the sheet is gone, another one of its name is a person's, unless it is as Pennyrow makes it. */
async function candidates(source: BalancesSource): Promise<readonly SheetPart[]> {
  const { parts, remembered } = source;
  const named = sheetsFor('balances', parts, remembered);
  const known = remembered?.balances;
  if (known !== undefined && known.isGone !== true) return named;
  if (remembered !== null && known === undefined) return [];
  const own: SheetPart[] = [];
  for (const sheet of named) if (isOwnMaking(sheet.name, await readHead(source, sheet, null))) own.push(sheet);
  return own;
}
