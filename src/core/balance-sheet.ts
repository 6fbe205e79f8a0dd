import { COLUMNS, type Row, type RowValues } from './row.ts';

interface BalanceSheetColumn {
  readonly header: string;
  /** Without it no balance is written; the others are filled where they exist. */
  readonly required?: true;
  /** In a new sheet: characters of an .xlsx file's default font, pixels at a service. */
  readonly width: readonly [characters: number, pixels: number];
}

/**
 * The columns of the Balances sheet, in the order of a new one. Each is the column of the Transactions sheet that holds the
 * same kind of value, so that it is read, written and known again as that one is; only its header may be another one.
 * Tiller's Balance History calls them the same.
 */
export const BALANCE_TABLE = {
  date: { header: 'Date', width: [12, 95], required: true },
  account: { header: 'Account', width: [26, 190], required: true },
  accountId: { header: 'Account ID', width: [18, 130] },
  amount: { header: 'Balance', width: [14, 105], required: true },
  // Always there: adding a column later would change a sheet that the user has made their own by then.
  currency: { header: 'Currency', width: [11, 75] },
} as const satisfies { readonly [Key in keyof RowValues]?: BalanceSheetColumn };

export type BalanceColumn = keyof typeof BALANCE_TABLE;

export const BALANCE_COLUMNS = Object.keys(BALANCE_TABLE) as readonly BalanceColumn[];

export const REQUIRED_BALANCE_COLUMNS = BALANCE_COLUMNS.filter((column) => 'required' in BALANCE_TABLE[column]);

/** What Pennyrow puts into a row of the Balances sheet: what an account held when a day was over. */
export type BalanceRowValues = Pick<RowValues, BalanceColumn>;

/** One line of the Balances sheet as it was read. */
export type BalanceRow = Pick<Row, BalanceColumn | 'index'>;

/** No cell of the Balances sheet holds the others. */
const BLANK = Object.fromEntries(COLUMNS.map((column) => [column, ''])) as unknown as RowValues;

/** The same for what handles rows of either sheet, which leaves out columns that the sheet lacks. */
export function asRowValues(values: BalanceRowValues): RowValues {
  return { ...BLANK, ...values };
}

export function asBalanceRow({ index, date, account, accountId, amount, currency }: Row): BalanceRow {
  return { index, date, account, accountId, amount, currency };
}
