import { TRANSACTION_TABLE, type CellType, type CellValues, type NewRow } from './transaction-table.ts';

type Table = typeof TRANSACTION_TABLE;

export type Column = keyof Table;

/** Those of the columns whose line in the table says so. */
export type ColumnsWith<Trait> = { [Key in Column]: Table[Key] extends Trait ? Key : never }[Column];

export const COLUMNS = Object.keys(TRANSACTION_TABLE) as readonly Column[];

/** Those of a new workbook; the others are in a sheet only where a person says so. */
export const USUAL_COLUMNS = COLUMNS.filter((column) => !isChosen(column));

export function isChosen(column: Column): boolean {
  return 'chosen' in TRANSACTION_TABLE[column];
}

export type RequiredColumn = ColumnsWith<{ readonly required: true }>;

/** Without these a sheet cannot be synced; the others are filled where they exist. */
export const REQUIRED_COLUMNS = COLUMNS.filter(
  (column): column is RequiredColumn => 'required' in TRANSACTION_TABLE[column],
);

export type BankOwnedColumn = ColumnsWith<{ readonly owner: 'bank' }>;

/** Cells that belong to the bank and may be written again when a pending row posts. */
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

/** Where a row keeps what the sheet shows in the column, beside its value; null for a column of which only that counts. */
export function shownKey(column: Column): keyof ShownTexts | null {
  return ['date', 'amount'].includes(typeOf(column)) ? (`${column}Text` as keyof ShownTexts) : null;
}

export function isRequired(column: Column): column is RequiredColumn {
  return (REQUIRED_COLUMNS as readonly Column[]).includes(column);
}

/** What Pennyrow puts in a row's cells: typed, so that text stays text and a date stays a date. */
export type RowValues = { readonly [Key in Column]: CellValues[Table[Key]['type']] };

/** What a cell was read as: null where it holds no value of its type. Text is empty when the cell or its column is. */
type ReadCells = {
  readonly [Key in Column]: Table[Key]['type'] extends 'text' | 'code' ? string : RowValues[Key] | null;
};

/** As the sheet shows it, whatever it holds. */
type ShownTexts = {
  readonly [Key in ColumnsWith<{ readonly type: 'date' | 'amount' }> as `${Key}Text`]: string;
};

/** One line of the Transactions sheet as it was read. */
export interface Row extends ReadCells, ShownTexts {
  /** Row number in the sheet, from 1 for the sheet's first line. */
  readonly index: number;
}

const SHOWN = COLUMNS.flatMap((column) => {
  const key = shownKey(column);
  return key === null ? [] : [{ column, key }];
});

/** The row that a read will find once these values are written. */
export function rowOf(values: RowValues, index: number): Row {
  const row: Record<string, unknown> = { ...values, index };
  for (const { column, key } of SHOWN) row[key] = values[column];
  return row as unknown as Row;
}

const fillAll = createFill(COLUMNS);
const fillBankOwned = createFill(BANK_OWNED_COLUMNS);

/** The cells of a row that is about to be appended. */
export function rowValues(row: NewRow): RowValues {
  return fillAll(row);
}

/** What the bank says of its own cells. */
export function bankValues(told: Told): Pick<RowValues, BankOwnedColumn> {
  // They are filled from what was told alone: so says the type of the table.
  return fillBankOwned(told as NewRow);
}

type Told = Pick<NewRow, 'transaction' | 'parts'>;

const BANK_FILLS = BANK_OWNED_COLUMNS.map((column) => ({ column, fill: TRANSACTION_TABLE[column].fill }));

/** Whether the bank still says of its own cells what was written, without a copy: a sync asks that of every row. */
export function holdsBankValues(written: RowValues, told: Told): boolean {
  const row = told as NewRow;
  return BANK_FILLS.every(({ column, fill }) => written[column] === fill(row));
}

function createFill<Key extends Column>(columns: readonly Key[]): (row: NewRow) => Pick<RowValues, Key> {
  const fills = columns.map((column): [Column, (row: NewRow) => string] => [column, TRANSACTION_TABLE[column].fill]);
  // A copy of an object that has all its keys is filled much faster than one that grows.
  const blank: Record<string, string> = Object.fromEntries(columns.map((column) => [column, '']));
  return (row) => {
    const values = { ...blank };
    for (const [column, fill] of fills) values[column] = fill(row);
    return values as unknown as Pick<RowValues, Key>;
  };
}
