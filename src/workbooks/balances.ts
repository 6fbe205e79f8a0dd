import { freeName, headerKey, SHEET_NAMES, toHeaderLine } from './headers.ts';
import { BALANCE_COLUMNS, BALANCE_TABLE } from '../core/balance-sheet.ts';
import type { BalancesLayout, Layout } from '../core/snapshot.ts';
import { BALANCES, matchHeaders } from './columns.ts';
import { rememberColumns } from './remembered-columns.ts';
import { headersOf } from './chosen-layout.ts';
import type { SheetHead } from './workbook.ts';

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

/** Null if the columns of balances are not recognized. */
function layoutOf({ name, id, lines }: SheetHead): BalancesLayout | null {
  const headerLines = lines.map((line) => toHeaderLine(line.row, headersOf(line)));
  try {
    const { line, columns } = matchHeaders(name, headerLines, null, undefined, BALANCES);
    return { sheet: { name, id }, headerRow: line.row, columns: rememberColumns({ columns }, line.texts, []) };
  } catch {
    return null;
  }
}
