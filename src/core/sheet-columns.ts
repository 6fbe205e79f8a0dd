import { negateAmount, type Amount } from './amount.ts';
import { COLUMNS, isRequired, typeOf, type Column, type RowValues } from './row.ts';
import type { CellType } from './transaction-table.ts';

/** Two columns instead of Amount: in each row of the sheet, one of the two is blank. `Row` has a single signed amount. */
export const MONEY_COLUMNS = ['moneyIn', 'moneyOut'] as const;

export type MoneyColumn = (typeof MONEY_COLUMNS)[number];

export type SheetColumn = Column | MoneyColumn;

export const SHEET_COLUMNS: readonly SheetColumn[] = COLUMNS.flatMap((column): readonly SheetColumn[] =>
  column === 'amount' ? [column, ...MONEY_COLUMNS] : [column],
);

type Known = Readonly<Partial<Record<SheetColumn, unknown>>>;

export function isMoneyColumn(column: SheetColumn): column is MoneyColumn {
  return column === 'moneyIn' || column === 'moneyOut';
}

export function sheetTypeOf(column: SheetColumn): CellType {
  return typeOf(valueShownIn(column));
}

export function valueShownIn(column: SheetColumn): Column {
  return isMoneyColumn(column) ? 'amount' : column;
}

export function hasTwoForMoney(columns: Known): boolean {
  return columns.amount === undefined && MONEY_COLUMNS.every((column) => columns[column] !== undefined);
}

export function hasSeparateNotes({ description, notes }: Known): boolean {
  return description !== undefined && notes !== undefined;
}

export function keepsBankText(columns: Known): boolean {
  return hasSeparateNotes(columns) || columns.fullDescription !== undefined;
}

export function columnsShowing(column: Column, columns: Known): readonly SheetColumn[] {
  if (columns[column] !== undefined) return [column];
  return column === 'amount' && hasTwoForMoney(columns) ? MONEY_COLUMNS : [];
}

export function shows(columns: Known, column: Column): boolean {
  return columns[column] !== undefined || (column === 'amount' && hasTwoForMoney(columns));
}

export function isRequiredIn(columns: Known, column: SheetColumn): boolean {
  return isMoneyColumn(column) ? hasTwoForMoney(columns) : isRequired(column);
}

/** The amount in one of two money columns; empty for the blank one. `outIsNegative`: outgoing amounts have a minus. */
export function partIn(column: SheetColumn, values: RowValues, outIsNegative: boolean): string {
  return isMoneyColumn(column) ? moneyPart(column, values.amount, outIsNegative) : values[column];
}

export function moneyPart(column: MoneyColumn, amount: Amount, outIsNegative: boolean): Amount | '' {
  const isOut = amount.startsWith('-');
  if (isOut !== (column === 'moneyOut')) return '';
  return isOut && !outIsNegative ? negateAmount(amount) : amount;
}
