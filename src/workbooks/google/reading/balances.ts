import type { Layout } from '../../../core/snapshot.ts';
import { problemOf } from '../../../messages/problem.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import {
  balancesFound,
  balancesGone,
  balancesUnusable,
  isOwnMaking,
  NO_BALANCES,
  type FoundBalances,
} from '../../balances.ts';
import { BALANCES } from '../../columns.ts';
import { ProblemList } from '../../problem-list.ts';
import type { LocatedRows } from './located-spreadsheet.ts';
import { protectionProblem } from './protections.ts';
import { findColumns, headLines, readRows } from './rows.ts';
import { sheetFor } from './sheet-roles.ts';
import { hasRole, type SheetStructure, type Structure } from './structure.ts';

/** Reads the Balances sheet, where there is one. What is wrong with it is a note: it stops nothing else. */
export function readBalances(structure: Structure, remembered: Layout | null): FoundBalances<LocatedRows> {
  const known = remembered?.balances ?? null;
  const sheet = balancesSheetFor(structure, remembered);
  const isThere = known !== null && known.isGone !== true;
  // Another sheet of its name is a person's, unless Pennyrow made it.
  const isOurs =
    sheet !== null && (isThere || hasRole(sheet, 'balances') || isOwnMaking(sheet.title, headLines(sheet, null)));
  if (sheet === null || !isOurs) return known === null ? NO_BALANCES : balancesGone(known);
  try {
    const { columns, header } = findColumns(sheet, known, BALANCES);
    const isProtected = protectionProblem(sheet, columns);
    if (isProtected !== null) throw new PennyrowError(problemOf({ ...isProtected, remedy: null }));
    const { rows, ...located } = readRows(sheet, { columns }, header, new ProblemList('balances'));
    return balancesFound({ name: sheet.title, id: String(sheet.sheetId) }, header, columns, { rows, located });
  } catch (thrown) {
    return balancesUnusable(sheet.title, known, thrown);
  }
}

/** The sheet that may be the one for balances; null where none is looked for. */
export function balancesSheetFor(structure: Structure, remembered: Layout | null): SheetStructure | null {
  return remembered !== null && remembered.balances === undefined ? null : sheetFor('balances', structure, remembered);
}
