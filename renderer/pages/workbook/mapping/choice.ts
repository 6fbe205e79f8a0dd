import { useState } from 'react';
import { isMoneyColumn, isRequired, SHEET_COLUMNS, type SheetColumn } from '../../../../src/contract/columns.ts';
import type {
  AdditionsWanted,
  ColumnMapping,
  HeadersView,
  HeadView,
  MissingView,
} from '../../../../src/contract/control/workbook.ts';
import type { Format } from '../../../../src/messages/format.ts';
import { useAccountAnswer } from '../../../parts/account-context.tsx';

export interface Choice {
  readonly sheet: string;
  readonly headerRow: number | null;
  readonly columns: Readonly<Partial<Record<SheetColumn, number>>>;
  /** True for separate money in and out columns, even if they are not chosen yet. */
  readonly isInTwo: boolean;
}

type Added = AdditionsWanted | null;

export function proposalOf({ name, headerRow, columns }: HeadView): Choice {
  return {
    sheet: name,
    headerRow,
    columns,
    isInTwo: SHEET_COLUMNS.some((column) => isMoneyColumn(column) && columns[column] !== undefined),
  };
}

export function firstProposal({ sheets, transactions }: HeadersView): Choice {
  const head = sheets.find(({ name }) => name === transactions) ?? sheets[0];
  return head === undefined ? { sheet: '', headerRow: null, columns: {}, isInTwo: false } : proposalOf(head);
}

export type Line = HeadView['lines'][number];

export function lineAt(head: HeadView | undefined, row: number | null): Line | null {
  return head?.lines.find((line) => line.row === row) ?? null;
}

export function sampleAt(
  head: HeadView | undefined,
  { headerRow }: Choice,
  position: number | undefined,
  format: Format,
): string | null {
  if (position === undefined || headerRow === null) return null;
  for (const line of head?.lines ?? []) {
    const text = line.row > headerRow ? textAt(line, position, format) : '';
    if (text !== '') return text;
  }
  return null;
}

/** Formats a cell for the user: "1/5/2026" in a file is May in some countries and January in others. */
function textAt({ cells }: Line, position: number | undefined, format: Format): string {
  const cell = cells.find((each) => each.position === position);
  return cell === undefined ? '' : showValue(cell, format);
}

export function showValue({ text, value }: Pick<Line['cells'][number], 'text' | 'value'>, format: Format): string {
  if (value === undefined) return text.trim();
  return 'day' in value ? format.day(value.day) : format.number(value.number);
}

/** Sets the position of a column; null for none, `two` for separate amount columns. */
export function withColumn(choice: Choice, column: SheetColumn, place: number | 'two' | null): Choice {
  const columns = Object.fromEntries(
    Object.entries(choice.columns).filter(
      ([other, at]) =>
        other !== column &&
        !(column === 'amount' && isMoneyColumn(other as SheetColumn)) &&
        // A notes column is only a proposal, so it gives up its position to another column.
        !(other === 'notes' && at === place),
    ),
  );
  const isInTwo = column === 'amount' ? place === 'two' : choice.isInTwo;
  return { ...choice, isInTwo, columns: typeof place === 'number' ? { ...columns, [column]: place } : columns };
}

export function requiredColumns({ isInTwo }: Choice): readonly SheetColumn[] {
  return SHEET_COLUMNS.filter((column) => isInTwo || !isMoneyColumn(column));
}

export function isNeeded(column: SheetColumn, { isInTwo }: Choice): boolean {
  return isMoneyColumn(column) ? isInTwo : isRequired(column);
}

export function choiceProblem(column: SheetColumn, choice: Choice, add: Added = null): 'missing' | 'twice' | null {
  const { columns, isInTwo } = choice;
  const position = columns[column];
  const isThere = (column === 'amount' && isInTwo) || add?.columns.some((added) => added === column) === true;
  if (position === undefined) return isNeeded(column, choice) && !isThere ? 'missing' : null;
  return SHEET_COLUMNS.some((other) => other !== column && columns[other] === position) ? 'twice' : null;
}

export function mappingOf(choice: Choice, add: Added): ColumnMapping | null {
  if (choice.headerRow === null || SHEET_COLUMNS.some((column) => choiceProblem(column, choice, add) !== null))
    return null;
  const { sheet, headerRow, columns } = choice;
  return { sheet, headerRow, columns, ...(add !== null && { add }) };
}

export interface Ticked {
  readonly columns: readonly string[] | null;
  readonly sheets: readonly string[] | null;
  readonly isHidden: boolean;
}

export const DEFAULT_ADDITIONS: Ticked = { columns: null, sheets: null, isHidden: false };

/** By default, adds a missing transaction id column and all missing sheets. Other columns are added if the user ticks them. */
export function selectedAdditions({ columns, sheets }: MissingView, ticked: Ticked): AdditionsWanted {
  return {
    columns: columns
      .filter(
        ({ column, isRequired }) => ticked.columns?.includes(column) ?? (isRequired && column === 'transactionId'),
      )
      .map(({ column }) => column),
    sheets: sheets.filter(({ role }) => ticked.sheets?.includes(role) ?? true).map(({ role }) => role),
    hidden: ticked.isHidden,
  };
}

export function additionsOf(missing: MissingView | undefined, ticked: Ticked): AdditionsWanted | null {
  const additions = missing === undefined ? null : selectedAdditions(missing, ticked);
  return additions === null || additions.columns.length + additions.sheets.length === 0 ? null : additions;
}

export function useMissing(target: object, { sheet, headerRow, columns }: Choice) {
  const [ticked, setTicked] = useState<Ticked>(DEFAULT_ADDITIONS);
  const table = { sheet, headerRow: headerRow ?? 1, columns };
  const { data, isLoading } = useAccountAnswer('workbook.missing', headerRow === null ? null : { ...target, table });
  // Keeps the previous result while a new choice loads.
  const [last, setLast] = useState<MissingView | undefined>();
  if (data !== undefined && data !== last) setLast(data);
  return {
    missing: headerRow === null ? undefined : (data ?? last),
    ticked,
    setTicked,
    // True until the first answer: a form sent earlier would report columns as missing that Pennyrow can add.
    isFirstAsked: isLoading && last === undefined,
  };
}
