import { roleOfTitle, type ColumnRole } from '../core/column-titles.ts';
import { directionOfTitle, isCategoryTitle, isNotesTitle, isPayeeTitle } from '../core/own-titles.ts';
import { REQUIRED_COLUMNS, isChosen, isRequired, type Column } from '../core/row.ts';
import {
  MONEY_COLUMNS,
  SHEET_COLUMNS,
  isMoneyColumn,
  valueShownIn,
  type MoneyColumn,
  type SheetColumn,
} from '../core/sheet-columns.ts';
import type { Layout } from '../core/snapshot.ts';
import { TRANSACTION_TABLE } from '../core/transaction-table.ts';
import type { ColumnPositions } from './columns.ts';
import { headersOf } from './chosen-layout.ts';
import { COLUMN_HEADERS, headerKey, sheetKeys, tillerHeaders } from './headers.ts';
import type { HeadLine, SheetHead } from './workbook.ts';

export type Preset = 'pennyrow' | 'tiller';

export interface SheetGuess {
  /** The row number from 1; null for a sheet without text. */
  readonly headerRow: number | null;
  readonly columns: ColumnPositions;
  readonly preset: Preset | null;
}

/** Suggests columns: remembered names first, then the usual names. The user decides. */
export function guessLayout(head: SheetHead, remembered: Layout | null): SheetGuess {
  let best: SheetGuess = { headerRow: head.lines[0]?.row ?? null, columns: {}, preset: null };
  for (const line of head.lines) {
    const columns = guessColumns(line, remembered);
    if (Object.keys(columns).length > Object.keys(best.columns).length)
      best = { headerRow: line.row, columns, preset: presetOf(line, columns) };
  }
  return best;
}

export function guessSheet(heads: readonly SheetHead[], remembered: Layout | null): string | null {
  const previous = remembered?.sheets.transactions ?? null;
  const byKey = (keys: readonly string[]): SheetHead | undefined =>
    heads.find((head) => keys.includes(headerKey(head.name)));
  const same = previous?.id == null ? undefined : heads.find(({ id }) => id === previous.id);
  const most = heads.toSorted((a, b) => weight(b, remembered) - weight(a, remembered))[0];
  return (
    (byKey(sheetKeys('transactions', previous)) ?? same ?? byKey(sheetKeys('transactions', null)) ?? most)?.name ?? null
  );
}

function weight(head: SheetHead, remembered: Layout | null): number {
  return Object.keys(guessLayout(head, remembered).columns).length;
}

function guessColumns(line: HeadLine, remembered: Layout | null): ColumnPositions {
  const headers = [...headersOf(line)];
  const tiller = remembered === null ? tillerHeaders(new Set(headers.map(([, text]) => headerKey(text)))) : {};
  const usedPositions = new Set<number>();
  const columns: Partial<Record<SheetColumn, number>> = {};
  const isWanted = (column: SheetColumn): boolean => remembered === null || isRequired(valueShownIn(column));
  const ofValue =
    (namesOf: (column: Column) => readonly string[]) =>
    (column: SheetColumn): readonly string[] =>
      isMoneyColumn(column) ? [] : namesOf(column);
  const rounds: readonly ((column: SheetColumn) => readonly string[])[] = [
    (column) => (remembered?.columns[column] === undefined ? [] : [remembered.columns[column].header]),
    ofValue((column) =>
      remembered?.unused?.includes(column) === true || (isChosen(column) && tiller[column] === undefined)
        ? []
        : [COLUMN_HEADERS[column]],
    ),
    // Must come before the other names of amounts: beside income and expense columns, an amount column contains totals.
    (column) => (isMoneyColumn(column) && isWanted(column) ? directionTitles(column, headers, columns) : []),
    ofValue((column) =>
      isWanted(column) && !isChosen(column) ? Object.values(TRANSACTION_TABLE[column].otherNames).flat() : [],
    ),
    ofValue((column) => (isWanted(column) ? titlesOf(column, headers) : [])),
    // The last step, because it depends on the description column that was found.
    ofValue((column) => (column === 'notes' && isWanted(column) ? notesTitles(headers, columns) : [])),
  ];
  for (const namesOf of rounds) {
    for (const column of SHEET_COLUMNS) {
      if (columns[column] !== undefined || isOtherWay(column, columns)) continue;
      const names = new Set(namesOf(column).map(headerKey));
      const found = headers
        .filter(([position, text]) => !usedPositions.has(position) && names.has(headerKey(text)))
        .map(([position]) => position);
      const [position] = found;
      // Uses only the column at the remembered position if several have the same name.
      const place = found.length > 1 ? found.find((each) => each === remembered?.columns[column]?.position) : position;
      if (place === undefined) continue;
      columns[column] = place;
      usedPositions.add(place);
    }
  }
  return columns;
}

/** True for the amount column if an income or expense column was found, and the other way round. */
function isOtherWay(column: SheetColumn, columns: ColumnPositions): boolean {
  if (isMoneyColumn(column)) return columns.amount !== undefined;
  return column === 'amount' && MONEY_COLUMNS.some((each) => columns[each] !== undefined);
}

function directionTitles(
  column: MoneyColumn,
  headers: readonly (readonly [number, string])[],
  columns: ColumnPositions,
): readonly string[] {
  const texts = headers.map(([, text]) => text);
  const titled = (each: MoneyColumn): readonly string[] =>
    texts.filter((text) => directionOfTitle(text) === (each === 'moneyIn' ? 'in' : 'out'));
  const isClear = MONEY_COLUMNS.every((each) => columns[each] !== undefined || titled(each).length === 1);
  return isClear ? titled(column) : [];
}

const ROLES: Readonly<Partial<Record<Column, readonly ColumnRole[]>>> = {
  date: ['booking-date', 'date', 'purchase-date'],
  description: ['payee', 'memo'],
  amount: ['amount', 'net'],
  account: ['own-account', 'any-account'],
  currency: ['currency'],
};

function titlesOf(column: Column, headers: readonly (readonly [number, string])[]): readonly string[] {
  const texts = headers.map(([, text]) => text);
  if (column === 'category') return texts.filter(isCategoryTitle);
  for (const role of ROLES[column] ?? []) {
    const found = texts.filter((text) => roleOfTitle(text) === role);
    if (found.length > 0) return found.slice(0, 1);
  }
  return [];
}

/** Empty if the header of the description column does not mean a payee: the column then contains the notes as well. */
function notesTitles(headers: readonly (readonly [number, string])[], columns: ColumnPositions): readonly string[] {
  const description = headers.find(([position]) => position === columns.description)?.[1];
  if (description === undefined || !isPayeeTitle(description)) return [];
  const usedPositions = new Set(Object.values(columns));
  return headers
    .filter(([position, text]) => !usedPositions.has(position) && isNotesTitle(text))
    .slice(0, 1)
    .map(([, text]) => text);
}

function presetOf(line: HeadLine, columns: ColumnPositions): Preset | null {
  const headers = headersOf(line);
  const keys = new Set([...headers.values()].map(headerKey));
  const isStandard = REQUIRED_COLUMNS.every(
    (column) =>
      columns[column] !== undefined &&
      headerKey(headers.get(columns[column]) ?? '') === headerKey(COLUMN_HEADERS[column]),
  );
  if (!isStandard) return null;
  if (Object.keys(tillerHeaders(keys)).length > 0) return 'tiller';
  return keys.has(headerKey(COLUMN_HEADERS.accountId)) && keys.has(headerKey(COLUMN_HEADERS.dateAdded))
    ? 'pennyrow'
    : null;
}
