import { columnName, languageOfHeaders, sheetName, type NameLanguage } from '../core/local-names.ts';
import { freeName, headerKey, sheetKeys } from './headers.ts';
import { LIST_ROLES, type AddedColumn, type ListRole } from '../core/workbook-change.ts';
import { USUAL_COLUMNS, isRequired, type Column } from '../core/row.ts';
import { MONEY_COLUMNS, shows } from '../core/sheet-columns.ts';
import type { Layout, RememberedSheet } from '../core/snapshot.ts';
import { headersOf } from './chosen-layout.ts';
import { positionsOf, type ColumnPositions } from './columns.ts';
import type { SheetHead, Workbook } from './workbook.ts';

export interface Missing {
  /** Sorted by importance: the first columns get the free positions. */
  readonly columns: readonly Omit<AddedColumn, 'isHidden'>[];
  readonly sheets: readonly { readonly role: ListRole; readonly name: string }[];
}

export type KnownTable = NonNullable<ReturnType<typeof tableOf>>;

export function tableOf({ sheets, headerRow, columns }: Layout) {
  const { transactions, categories, rules } = sheets;
  if (transactions === null) return null;
  return { sheet: transactions, headerRow, columns: positionsOf(columns), lists: { categories, rules } };
}

/** Places new columns directly beside the table, so that sorting the table includes them. */
export async function findMissing(
  workbook: Pick<Workbook, 'occupiedColumns'>,
  heads: readonly SheetHead[],
  table: KnownTable,
  signal?: AbortSignal,
  requestedColumns: readonly Column[] = USUAL_COLUMNS,
): Promise<Missing> {
  const lacking = USUAL_COLUMNS.filter(
    (column) => !isThere(column, table.columns) && requestedColumns.includes(column),
  ).toSorted((a, b) => Number(isRequired(b)) - Number(isRequired(a)));
  const required = lacking.filter((column) => isRequired(column)).length;
  const occupied = lacking.length === 0 ? new Set<number>() : await workbook.occupiedColumns(table.sheet, signal);
  const from = Math.max(-1, ...Object.values(table.columns)) + 1;
  const positions = freeColumns(occupied, from, required, lacking.length);
  const head = heads.find(({ name }) => headerKey(name) === headerKey(table.sheet.name));
  const line = head?.lines.find(({ row }) => row === table.headerRow);
  const headers = line === undefined ? [] : [...headersOf(line).values()];
  const names = new Set(headers.map(headerKey));
  const language = languageOfHeaders(headers);
  return {
    columns: positions.map((position, index) => {
      const column = lacking[index] as Column;
      return { column, position, header: freeName(columnName(column, language), names) };
    }),
    sheets: missingLists(heads, table.lists, language),
  };
}

function isThere(column: Column, columns: ColumnPositions): boolean {
  return shows(columns, column) || (column === 'amount' && MONEY_COLUMNS.some((each) => columns[each] !== undefined));
}

function missingLists(
  heads: readonly Pick<SheetHead, 'name' | 'id'>[],
  known: Readonly<Record<ListRole, RememberedSheet | null>>,
  language: NameLanguage,
): Missing['sheets'] {
  const names = new Set(heads.map(({ name }) => headerKey(name)));
  return LIST_ROLES.filter((role) => {
    const keys = sheetKeys(role, known[role]);
    return !keys.some((key) => names.has(key)) && !heads.some(({ id }) => id !== null && id === known[role]?.id);
  }).map((role) => ({ role, name: sheetName(role, language) }));
}

/** Leaves a column free before the next occupied one, so that tables do not merge, unless a required column needs it. */
export function freeColumns(
  occupied: ReadonlySet<number>,
  from: number,
  required: number,
  most: number,
): readonly number[] {
  let first = from;
  while (occupied.has(first)) first += 1;
  const positions: number[] = [];
  let at = first;
  for (; positions.length < most && !occupied.has(at); at += 1) positions.push(at);
  if (occupied.has(at) && positions.length > Math.max(1, required)) positions.pop();
  // A required column without room beside the table goes to the right of the cells that block it.
  for (; positions.length < required; at += 1) if (!occupied.has(at)) positions.push(at);
  return positions;
}
