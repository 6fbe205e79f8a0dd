import { balanceColumnName, languageOfHeaders, sheetName, sheetNames } from '../core/local-names.ts';
import { freeName, headerKey, toHeaderLine } from './headers.ts';
import { BALANCE_COLUMNS } from '../core/balance-sheet.ts';
import type { BalancesLayout, Layout } from '../core/snapshot.ts';
import { balanceColumns, matchHeaders } from './columns.ts';
import { rememberColumns } from './remembered-columns.ts';
import { headersOf } from './chosen-layout.ts';
import type { SheetHead } from './workbook.ts';

export type BalancesPlace =
  | { readonly state: 'written' | 'use'; readonly layout: BalancesLayout }
  | { readonly state: 'add'; readonly name: string; readonly headers: readonly string[] };

/** Tiller's list of balances is "Balance History". Its sheet "Balances" is a report, which `layoutOf` rejects. */
const NAMES = [...sheetNames('balances'), 'Balance History'];

export function placeForBalances(
  heads: readonly SheetHead[],
  { balances, columns = {} }: Pick<Layout, 'balances'> & Partial<Pick<Layout, 'columns'>>,
): BalancesPlace {
  if (balances !== undefined && balances.isGone !== true) return { state: 'written', layout: balances };
  for (const name of NAMES) {
    for (const head of heads.filter((each) => headerKey(each.name) === headerKey(name))) {
      const layout = layoutOf(head);
      if (layout !== null) return { state: 'use', layout };
    }
  }
  const language = languageOfHeaders(Object.values(columns).map(({ header }) => header));
  return {
    state: 'add',
    name: freeName(sheetName('balances', language), new Set(heads.map(({ name }) => headerKey(name)))),
    headers: BALANCE_COLUMNS.map((column) => balanceColumnName(column, language)),
  };
}

export function balanceHeaders(place: BalancesPlace): readonly string[] {
  return place.state === 'add'
    ? place.headers
    : Object.values(place.layout.columns)
        .toSorted((a, b) => a.position - b.position)
        .map(({ header }) => header);
}

/** Null if the sheet lacks the headers of balances. */
function layoutOf({ name, id, lines }: SheetHead): BalancesLayout | null {
  const headerLines = lines.map((line) => toHeaderLine(line.row, headersOf(line)));
  try {
    const { line, columns } = matchHeaders(name, headerLines, null, undefined, balanceColumns(name));
    return { sheet: { name, id }, headerRow: line.row, columns: rememberColumns({ columns }, line.texts, []) };
  } catch {
    return null;
  }
}
