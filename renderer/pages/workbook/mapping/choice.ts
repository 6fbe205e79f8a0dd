import { useState } from 'react';
import { isMoneyColumn, isRequired, SHEET_COLUMNS, type SheetColumn } from '../../../../src/contract/columns.ts';
import type {
  AdditionsWanted,
  ColumnMapping,
  HeadersView,
  HeadView,
  MissingView,
} from '../../../../src/contract/control/workbook.ts';
import type { useFormat } from '../../../base/words.tsx';
import { useAnswer } from '../../../control/use-control.ts';

type Format = Pick<ReturnType<typeof useFormat>, 'day' | 'number'>;

export interface Choice {
  readonly sheet: string;
  /** From 1; null as the sheet is empty. */
  readonly headerRow: number | null;
  readonly columns: Readonly<Partial<Record<SheetColumn, number>>>;
  /** Amounts stand in two columns, whether they are chosen yet or not. */
  readonly isInTwo: boolean;
}

/** What is going to be added, and so need not be chosen. */
type Added = AdditionsWanted | null;

/** What a sheet proposes. */
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

/** The first value below the names; null where there is none. */
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

/** What a cell holds as the reader writes it: a file's "1/5/2026" is May to some and January to others. */
export function textAt({ cells }: Line, position: number | undefined, format: Format): string {
  const cell = cells.find((each) => each.position === position);
  if (cell?.value === undefined) return cell?.text.trim() ?? '';
  return 'day' in cell.value ? format.day(cell.value.day) : format.number(cell.value.number);
}

export function isSame(one: Choice, other: Choice): boolean {
  return (
    one.sheet === other.sheet &&
    one.headerRow === other.headerRow &&
    one.isInTwo === other.isInTwo &&
    SHEET_COLUMNS.every((column) => one.columns[column] === other.columns[column])
  );
}

/** The choice with another place for a column, null for none; `two`: for the amount, that it stands in two. */
export function withColumn(choice: Choice, column: SheetColumn, place: number | 'two' | null): Choice {
  const columns = Object.fromEntries(
    Object.entries(choice.columns).filter(
      ([other, at]) =>
        other !== column &&
        !(column === 'amount' && isMoneyColumn(other as SheetColumn)) &&
        // Notes are proposed where they may be: what a person chooses the column for is what it is.
        !(other === 'notes' && at === place),
    ),
  );
  const isInTwo = column === 'amount' ? place === 'two' : choice.isInTwo;
  return { ...choice, isInTwo, columns: typeof place === 'number' ? { ...columns, [column]: place } : columns };
}

/** The columns that a person is asked for. */
export function askedOf({ isInTwo }: Choice): readonly SheetColumn[] {
  return SHEET_COLUMNS.filter((column) => isInTwo || !isMoneyColumn(column));
}

export function isNeeded(column: SheetColumn, { isInTwo }: Choice): boolean {
  return isMoneyColumn(column) ? isInTwo : isRequired(column);
}

/** What is wrong with a column's choice; null when nothing is. */
export function flawOf(column: SheetColumn, choice: Choice, add: Added = null): 'missing' | 'twice' | null {
  const { columns, isInTwo } = choice;
  const position = columns[column];
  const isThere = (column === 'amount' && isInTwo) || add?.columns.some((added) => added === column) === true;
  if (position === undefined) return isNeeded(column, choice) && !isThere ? 'missing' : null;
  return SHEET_COLUMNS.some((other) => other !== column && columns[other] === position) ? 'twice' : null;
}

/** Null as long as something is wrong. */
export function mappingOf(choice: Choice, add: Added): ColumnMapping | null {
  if (choice.headerRow === null || SHEET_COLUMNS.some((column) => flawOf(column, choice, add) !== null)) return null;
  const { sheet, headerRow, columns } = choice;
  return { sheet, headerRow, columns, ...(add !== null && { add }) };
}

/** What a person has ticked; null for what is ticked unasked. */
export interface Ticked {
  readonly columns: readonly string[] | null;
  readonly sheets: readonly string[] | null;
  readonly isHidden: boolean;
}

export const UNASKED: Ticked = { columns: null, sheets: null, isHidden: false };

/** Unasked, what Pennyrow needs is added, and the lists: columns that are of use alone are a person's choice. */
export function wantedOf({ columns, sheets }: MissingView, ticked: Ticked): AdditionsWanted {
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

/** Null where nothing is to be added. */
export function additionsOf(missing: MissingView | undefined, ticked: Ticked): AdditionsWanted | null {
  const wanted = missing === undefined ? null : wantedOf(missing, ticked);
  return wanted === null || wanted.columns.length + wanted.sheets.length === 0 ? null : wanted;
}

/** What could be added to the sheet as it is chosen so far, and what of it a person has ticked. */
export function useMissing(
  accountId: string,
  target: object,
  { sheet, headerRow, columns }: Choice,
): {
  readonly missing: MissingView | undefined;
  readonly ticked: Ticked;
  readonly setTicked: (ticked: Ticked) => void;
  /** What is added counts as there: until it is known, nobody can say what is missing. */
  readonly isFirstAsked: boolean;
} {
  const [ticked, setTicked] = useState<Ticked>(UNASKED);
  const table = { sheet, headerRow: headerRow ?? 1, columns };
  const { data, isLoading } = useAnswer(
    'workbook.missing',
    headerRow === null ? null : { accountId, ...target, table },
  );
  // What was shown stays while a new choice is asked about.
  const [last, setLast] = useState<MissingView | undefined>();
  if (data !== undefined && data !== last) setLast(data);
  return {
    missing: headerRow === null ? undefined : (data ?? last),
    ticked,
    setTicked,
    isFirstAsked: isLoading && last === undefined,
  };
}
