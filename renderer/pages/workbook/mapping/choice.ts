import { COLUMNS, isRequired, type Column } from '../../../../src/contract/columns.ts';
import type {
  AdditionsWanted,
  ColumnMapping,
  HeadersView,
  HeadView,
} from '../../../../src/contract/control/workbook.ts';

export interface Choice {
  readonly sheet: string;
  /** From 1; null as the sheet is empty. */
  readonly headerRow: number | null;
  readonly columns: Readonly<Partial<Record<Column, number>>>;
}

/** What is going to be added, and so need not be chosen. */
type Added = AdditionsWanted | null;

/** What a sheet proposes. */
export function proposalOf({ name, headerRow, columns }: HeadView): Choice {
  return { sheet: name, headerRow, columns };
}

export function firstProposal({ sheets, transactions }: HeadersView): Choice {
  const head = sheets.find(({ name }) => name === transactions) ?? sheets[0];
  return head === undefined ? { sheet: '', headerRow: null, columns: {} } : proposalOf(head);
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
): string | null {
  if (position === undefined || headerRow === null) return null;
  for (const { row, cells } of head?.lines ?? []) {
    const value = row > headerRow ? (cells.find((cell) => cell.position === position)?.text.trim() ?? '') : '';
    if (value !== '') return value;
  }
  return null;
}

export function isSame(one: Choice, other: Choice): boolean {
  return (
    one.sheet === other.sheet &&
    one.headerRow === other.headerRow &&
    COLUMNS.every((column) => one.columns[column] === other.columns[column])
  );
}

/** What is wrong with a column's choice; null when nothing is. */
export function flawOf(column: Column, { columns }: Choice, add: Added = null): 'missing' | 'twice' | null {
  const position = columns[column];
  if (position === undefined) return isRequired(column) && add?.columns.includes(column) !== true ? 'missing' : null;
  return COLUMNS.some((other) => other !== column && columns[other] === position) ? 'twice' : null;
}

/** Null as long as something is wrong. */
export function mappingOf(choice: Choice, add: Added): ColumnMapping | null {
  if (choice.headerRow === null || COLUMNS.some((column) => flawOf(column, choice, add) !== null)) return null;
  const { sheet, headerRow, columns } = choice;
  return { sheet, headerRow, columns, ...(add !== null && { add }) };
}
