import { negateAmount, type Amount } from './amount.ts';
import { COLUMNS, isRequired, typeOf, type Column, type RowValues } from './row.ts';
import type { CellType } from './transaction-table.ts';

/**
 * The columns of sheets with separate incoming and outgoing money, one of which is blank in each row. `Row` has a single signed amount.
 */
export const MONEY_COLUMNS = ['moneyIn', 'moneyOut'] as const;

export type MoneyColumn = (typeof MONEY_COLUMNS)[number];

export type SheetColumn = Column | MoneyColumn;

export const SHEET_COLUMNS: readonly SheetColumn[] = COLUMNS.flatMap((column): readonly SheetColumn[] =>
  column === 'amount' ? [column, ...MONEY_COLUMNS] : [column],
);

/** Any information by column; missing for columns that the sheet does not have. */
type Known = Readonly<Partial<Record<SheetColumn, unknown>>>;

export function isMoneyColumn(column: SheetColumn): column is MoneyColumn {
  return column === 'moneyIn' || column === 'moneyOut';
}

export function sheetTypeOf(column: SheetColumn): CellType {
  return typeOf(valueShownIn(column));
}

/** The value that the column shows, completely or in part. */
export function valueShownIn(column: SheetColumn): Column {
  return isMoneyColumn(column) ? 'amount' : column;
}

export function hasTwoForMoney(columns: Known): boolean {
  return columns.amount === undefined && MONEY_COLUMNS.every((column) => columns[column] !== undefined);
}

/** True if the sheet has separate columns for the payee and the rest of the description. */
export function hasSeparateNotes({ description, notes }: Known): boolean {
  return description !== undefined && notes !== undefined;
}

/** The columns that together show the value; empty if there is none. */
export function columnsShowing(column: Column, columns: Known): readonly SheetColumn[] {
  if (columns[column] !== undefined) return [column];
  return column === 'amount' && hasTwoForMoney(columns) ? MONEY_COLUMNS : [];
}

export function shows(columns: Known, column: Column): boolean {
  return columns[column] !== undefined || (column === 'amount' && hasTwoForMoney(columns));
}

/** True if rows cannot be written without the column: with two money columns, both. */
export function isRequiredIn(columns: Known, column: SheetColumn): boolean {
  return isMoneyColumn(column) ? hasTwoForMoney(columns) : isRequired(column);
}

/**
 * The text of a row in the column; empty for the blank one of two money columns. `outIsNegative`: outgoing amounts have a minus.
 */
export function partIn(column: SheetColumn, values: RowValues, outIsNegative: boolean): string {
  return isMoneyColumn(column) ? moneyPart(column, values.amount, outIsNegative) : values[column];
}

/** The part of an amount in one of two columns. Zero counts as incoming. */
export function moneyPart(column: MoneyColumn, amount: Amount, outIsNegative: boolean): Amount | '' {
  const isOut = amount.startsWith('-');
  if (isOut !== (column === 'moneyOut')) return '';
  return isOut && !outIsNegative ? negateAmount(amount) : amount;
}
