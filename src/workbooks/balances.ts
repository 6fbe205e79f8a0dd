import { asBalanceRow, BALANCE_COLUMNS, type BalanceRow } from '../core/balance-sheet.ts';
import type { Row } from '../core/row.ts';
import type { BalancesLayout, RememberedSheet, SheetProblem } from '../core/snapshot.ts';
import { problem, problemOf } from '../messages/problem.ts';
import { PennyrowError, reportOf } from '../platform/errors.ts';
import { BALANCES, matchHeaders, type ColumnPositions } from './columns.ts';
import type { HeaderLine } from './headers.ts';
import { ProblemList, sheetProblem } from './problem-list.ts';
import { rememberColumns } from './remembered-columns.ts';

/** Result of reading the Balances sheet. */
export interface FoundBalances<Located> {
  /** Null where none can be written. */
  readonly rows: readonly BalanceRow[] | null;
  /** Null where no sheet is known to be for balances. */
  readonly layout: BalancesLayout | null;
  readonly located: Located | null;
  readonly problems: readonly SheetProblem[];
}

/** No sheet was ever said, or seen, to be for balances. */
export const NO_BALANCES: FoundBalances<never> = { rows: null, layout: null, located: null, problems: [] };

/** The one that is remembered is not there. */
export function balancesGone(remembered: BalancesLayout): FoundBalances<never> {
  return { ...NO_BALANCES, layout: { ...remembered, isGone: true } };
}

/** The sheet is there, but nothing can be written to it until a person has put it right: that stops nothing else. */
export function balancesUnusable(
  sheet: string,
  remembered: BalancesLayout | null,
  thrown: unknown,
): FoundBalances<never> {
  if (!(thrown instanceof PennyrowError)) throw thrown;
  const problems = new ProblemList('balances');
  problems.add(sheetProblem(problem('balances_not_written', { sheet, cause: problemOf(reportOf(thrown)) })));
  return { ...NO_BALANCES, layout: remembered, problems: problems.all() };
}

export function balancesFound<Located>(
  sheet: RememberedSheet,
  { row, texts }: HeaderLine,
  columns: ColumnPositions,
  { rows, located }: { readonly rows: readonly Row[]; readonly located: Located },
): FoundBalances<Located> {
  return {
    rows: rows.map(asBalanceRow),
    layout: { sheet, headerRow: row, columns: rememberColumns({ columns }, texts, rows) },
    located,
    problems: [],
  };
}

/**
 * A sheet that nobody has said anything of is for balances only if it is called as Pennyrow calls it and has all of its
 * columns: a person's own, or Tiller's Balance History, is written to on request alone.
 */
export function isOwnMaking(sheet: string, lines: readonly HeaderLine[]): boolean {
  try {
    const { columns } = matchHeaders(sheet, lines, null, undefined, BALANCES);
    return BALANCE_COLUMNS.every((column) => columns[column] !== undefined);
  } catch {
    return false;
  }
}
