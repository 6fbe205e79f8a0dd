import { negateAmount, type Amount } from './amount.ts';
import { COLUMNS, isRequired, typeOf, type Column, type RowValues } from './row.ts';
import type { CellType } from './transaction-table.ts';

/** Where a sheet keeps amounts in two columns, one of which each row leaves blank. A row has one signed amount all the same. */
export const MONEY_COLUMNS = ['moneyIn', 'moneyOut'] as const;

export type MoneyColumn = (typeof MONEY_COLUMNS)[number];

/** A column as a sheet has it. */
export type SheetColumn = Column | MoneyColumn;

/** In the order in which people are shown them. */
export const SHEET_COLUMNS: readonly SheetColumn[] = COLUMNS.flatMap((column): readonly SheetColumn[] =>
  column === 'amount' ? [column, ...MONEY_COLUMNS] : [column],
);

/** Whatever is known of each of a sheet's columns; missing for one that it does not have. */
type Known = Readonly<Partial<Record<SheetColumn, unknown>>>;

export function isMoneyColumn(column: SheetColumn): column is MoneyColumn {
  return column === 'moneyIn' || column === 'moneyOut';
}

export function sheetTypeOf(column: SheetColumn): CellType {
  return typeOf(valueShownIn(column));
}

/** Of which value the column shows all, or its part. */
export function valueShownIn(column: SheetColumn): Column {
  return isMoneyColumn(column) ? 'amount' : column;
}

/** Whether amounts stand in two columns. */
export function hasTwoForMoney(columns: Known): boolean {
  return columns.amount === undefined && MONEY_COLUMNS.every((column) => columns[column] !== undefined);
}

/** Whether new rows get the payee in one column and the rest of what the bank says in another. */
export function takesApart({ description, notes }: Known): boolean {
  return description !== undefined && notes !== undefined;
}

/** The columns of the sheet that show the value together; none where it has no place. */
export function columnsShowing(column: Column, columns: Known): readonly SheetColumn[] {
  if (columns[column] !== undefined) return [column];
  return column === 'amount' && hasTwoForMoney(columns) ? MONEY_COLUMNS : [];
}

export function shows(columns: Known, column: Column): boolean {
  return columns[column] !== undefined || (column === 'amount' && hasTwoForMoney(columns));
}

/** Whether no row can be written without it: of a sheet with two columns for money, both. */
export function isRequiredIn(columns: Known, column: SheetColumn): boolean {
  return isMoneyColumn(column) ? hasTwoForMoney(columns) : isRequired(column);
}

/** What a row has in the column, as text; empty for the one of two that is left blank. `outIsNegative`: money out has its minus there. */
export function partIn(column: SheetColumn, values: RowValues, outIsNegative: boolean): string {
  return isMoneyColumn(column) ? moneyPart(column, values.amount, outIsNegative) : values[column];
}

/** What of an amount stands in one of two columns: nothing is what came in. */
export function moneyPart(column: MoneyColumn, amount: Amount, outIsNegative: boolean): Amount | '' {
  const isOut = amount.startsWith('-');
  if (isOut !== (column === 'moneyOut')) return '';
  return isOut && !outIsNegative ? negateAmount(amount) : amount;
}
