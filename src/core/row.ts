import { TRANSACTION_TABLE, type CellType, type CellValues, type NewRow } from './transaction-table.ts';

type Table = typeof TRANSACTION_TABLE;

export type Column = keyof Table;

export type ColumnsWith<Trait> = { [Key in Column]: Table[Key] extends Trait ? Key : never }[Column];

export const COLUMNS = Object.keys(TRANSACTION_TABLE) as readonly Column[];

/** The columns of every new workbook. The `chosen` columns exist only in a sheet in which the user assigned them. */
export const USUAL_COLUMNS = COLUMNS.filter((column) => !isChosen(column));

export function isChosen(column: Column): boolean {
  return 'chosen' in TRANSACTION_TABLE[column];
}

export const TILLER_COLUMNS = COLUMNS.filter((column) => 'tiller' in TRANSACTION_TABLE[column]);

export function isDerived(column: Column): boolean {
  return 'derived' in TRANSACTION_TABLE[column];
}

export type RequiredColumn = ColumnsWith<{ readonly required: true }>;

export const REQUIRED_COLUMNS = COLUMNS.filter(
  (column): column is RequiredColumn => 'required' in TRANSACTION_TABLE[column],
);

export type BankOwnedColumn = ColumnsWith<{ readonly owner: 'bank' }>;

/** Cells that Pennyrow may rewrite when the bank corrects a transaction. */
export const BANK_OWNED_COLUMNS = COLUMNS.filter(
  (column): column is BankOwnedColumn => TRANSACTION_TABLE[column].owner === 'bank',
);

export type PersonOwnedColumn = ColumnsWith<{ readonly owner: 'person' }>;

export const PERSON_OWNED_COLUMNS = COLUMNS.filter(
  (column): column is PersonOwnedColumn => TRANSACTION_TABLE[column].owner === 'person',
);

export function typeOf(column: Column): CellType {
  return TRANSACTION_TABLE[column].type;
}

export function isTextual(type: CellType): type is 'text' | 'code' {
  return type === 'text' || type === 'code';
}

export function shownKey(column: Column): keyof ShownTexts | null {
  return ['date', 'amount'].includes(typeOf(column)) ? (`${column}Text` as keyof ShownTexts) : null;
}

export function isRequired(column: Column): column is RequiredColumn {
  return (REQUIRED_COLUMNS as readonly Column[]).includes(column);
}

export type RowValues = { readonly [Key in Column]: CellValues[Table[Key]['type']] };

/** Null if the cell holds no value of the type; empty text for an empty cell or missing column. */
type ReadCells = {
  readonly [Key in Column]: Table[Key]['type'] extends 'text' | 'code' ? string : RowValues[Key] | null;
};

type ShownTexts = {
  readonly [Key in ColumnsWith<{ readonly type: 'date' | 'amount' }> as `${Key}Text`]: string;
};

export interface Row extends ReadCells, ShownTexts {
  /** The row number, from 1. */
  readonly index: number;
}

/** The row that a read will return after these values are written. */
export function rowOf(values: RowValues, index: number): Row {
  // Fields added by computed names would turn each row into a hash table, which takes four times the memory.
  const { date: dateText, amount: amountText, month: monthText, week: weekText } = values;
  return { ...values, index, dateText, amountText, monthText, weekText };
}

export const rowValues: (row: NewRow) => RowValues = createFill(COLUMNS);

const fillBankOwned = createFill(BANK_OWNED_COLUMNS);

export function bankValues(source: TransactionParts): Pick<RowValues, BankOwnedColumn> {
  // Safe, because the `fill` functions of bank-owned columns read only these fields.
  return fillBankOwned(source as NewRow);
}

type TransactionParts = Pick<NewRow, 'transaction' | 'parts'>;

const BANK_FILLS = BANK_OWNED_COLUMNS.filter((column) => !isDerived(column)).map((column) => ({
  column,
  fill: TRANSACTION_TABLE[column].fill,
}));

/** Does not allocate, because a sync calls it for every row. */
export function holdsBankValues(written: RowValues, source: TransactionParts): boolean {
  const row = source as NewRow;
  return BANK_FILLS.every(({ column, fill }) => written[column] === fill(row));
}

function createFill<Key extends Column>(columns: readonly Key[]): (row: NewRow) => Pick<RowValues, Key> {
  const fills = columns.map((column): [Column, (row: NewRow) => string] => [column, TRANSACTION_TABLE[column].fill]);
  // Copying an object with all keys is much faster than adding them one by one.
  const blank: Record<string, string> = Object.fromEntries(columns.map((column) => [column, '']));
  return (row) => {
    const values = { ...blank };
    for (const [column, fill] of fills) values[column] = fill(row);
    return values as unknown as Pick<RowValues, Key>;
  };
}
