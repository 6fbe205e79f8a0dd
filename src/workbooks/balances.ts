import { freeName, type HeaderLine, headerKey, SHEET_NAMES } from './headers.ts';
import { asBalanceRow, BALANCE_COLUMNS, type BalanceRow, BALANCE_TABLE } from '../core/balance-sheet.ts';
import type { Row } from '../core/row.ts';
import type { BalancesLayout, RememberedSheet, SheetProblem, Layout } from '../core/snapshot.ts';
import { problem, problemOf } from '../messages/problem.ts';
import { PennyrowError, reportOf } from '../platform/errors.ts';
import { BALANCES, matchHeaders, type ColumnPositions } from './columns.ts';
import { ProblemList, sheetProblem } from './problem-list.ts';
import { rememberColumns, rememberColumn } from './remembered-columns.ts';
import { headersOf } from './chosen-layout.ts';
import type { HeadLine, SheetHead } from './workbook.ts';

export interface FoundBalances<Located> {
  /** Null if the sheet cannot be written. */
  readonly rows: readonly BalanceRow[] | null;
  /** Null if no sheet of balances is known. */
  readonly layout: BalancesLayout | null;
  readonly located: Located | null;
  readonly problems: readonly SheetProblem[];
}

/** No sheet was chosen or recognized. */
export const NO_BALANCES: FoundBalances<never> = { rows: null, layout: null, located: null, problems: [] };

/** The remembered sheet does not exist. */
export function balancesGone(remembered: BalancesLayout): FoundBalances<never> {
  return { ...NO_BALANCES, layout: { ...remembered, isGone: true } };
}

/** The sheet exists but cannot be written until the user fixes it. The other sheets are still read and written. */
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

/** Other sheets, such as Tiller's Balance History, are never written unless the user asks for it. */
export function isPennyrowSheet(sheet: string, lines: readonly HeaderLine[]): boolean {
  try {
    const { columns } = matchHeaders(sheet, lines, null, undefined, BALANCES);
    return BALANCE_COLUMNS.every((column) => columns[column] !== undefined);
  } catch {
    return false;
  }
}

export type BalancesPlace =
  | { readonly state: 'written' | 'use'; readonly layout: BalancesLayout }
  | { readonly state: 'add'; readonly name: string; readonly headers: readonly string[] };

/** Pennyrow's and Tiller's names. Tiller's sheet "Balances" is a report without these columns. */
const NAMES = [SHEET_NAMES.balances, 'Balance History'];

export function placeForBalances(heads: readonly SheetHead[], { balances }: Pick<Layout, 'balances'>): BalancesPlace {
  if (balances !== undefined && balances.isGone !== true) return { state: 'written', layout: balances };
  for (const name of NAMES) {
    for (const head of heads.filter((each) => headerKey(each.name) === headerKey(name))) {
      const layout = layoutOf(head);
      if (layout !== null) return { state: 'use', layout };
    }
  }
  return {
    state: 'add',
    name: freeName(SHEET_NAMES.balances, new Set(heads.map(({ name }) => headerKey(name)))),
    headers: BALANCE_COLUMNS.map((column) => BALANCE_TABLE[column].header),
  };
}

export function balanceHeaders(place: BalancesPlace): readonly string[] {
  return place.state === 'add'
    ? place.headers
    : Object.values(place.layout.columns)
        .toSorted((a, b) => a.position - b.position)
        .map(({ header }) => header);
}

function layoutOf(head: SheetHead): BalancesLayout | null {
  const found = columnsIn(head);
  if (found === null) return null;
  const { row, columns, texts } = found;
  return {
    sheet: { name: head.name, id: head.id },
    headerRow: row,
    columns: Object.fromEntries(
      Object.entries(columns).map(([column, position]) => [column, rememberColumn(position, texts, [])]),
    ),
  };
}

function columnsIn({ name, lines }: SheetHead): (HeaderLine & { readonly columns: ColumnPositions }) | null {
  try {
    const { line, columns } = matchHeaders(name, lines.map(toHeaderLine), null, undefined, BALANCES);
    return { ...line, columns };
  } catch {
    return null;
  }
}

function toHeaderLine(line: HeadLine): HeaderLine {
  const texts = headersOf(line);
  const positions = new Map<string, number[]>();
  for (const [position, text] of texts)
    positions.set(headerKey(text), [...(positions.get(headerKey(text)) ?? []), position]);
  return { row: line.row, positions, texts };
}
