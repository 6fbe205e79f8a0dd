import { BALANCE_COLUMNS, BALANCE_TABLE } from '../core/balance-sheet.ts';
import type { BalancesLayout, Layout } from '../core/snapshot.ts';
import { headersOf } from './chosen-layout.ts';
import { BALANCES, matchHeaders, type ColumnPositions } from './columns.ts';
import { headerKey, SHEET_NAMES, type HeaderLine } from './headers.ts';
import { rememberColumn } from './remembered-columns.ts';
import type { HeadLine, SheetHead } from './workbook.ts';

/** Current or suggested place of the balances. */
export type BalancesPlace =
  | { readonly state: 'written' | 'use'; readonly layout: BalancesLayout }
  | { readonly state: 'add'; readonly name: string; readonly headers: readonly string[] };

/** Names of sheets of balances: Pennyrow's, and Tiller's. Tiller's sheet "Balances" is a report without such columns. */
const NAMES = [SHEET_NAMES.balances, 'Balance History'];

/** Of a workbook whose tops of sheets these are: the sheet that is used, one that could be, or the name for a new one. */
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
    name: freeName(heads),
    headers: BALANCE_COLUMNS.map((column) => BALANCE_TABLE[column].header),
  };
}

/** The headers of the columns that are filled, in the order of the sheet. */
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

function freeName(heads: readonly SheetHead[]): string {
  const taken = new Set(heads.map(({ name }) => headerKey(name)));
  let name = SHEET_NAMES.balances;
  for (let number = 2; taken.has(headerKey(name)); number += 1) name = `${SHEET_NAMES.balances} ${number}`;
  return name;
}
