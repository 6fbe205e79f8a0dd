import type { Balance } from './balance.ts';
import { firstOfMonth, sundayOfWeek, type CalendarDate } from './calendar-date.ts';
import { COLUMNS, type Row, type RowValues } from './row.ts';

/** Named like the transaction columns with the same values. Always has a currency column, because columns are never added later. */
export const BALANCE_COLUMNS = ['date', 'account', 'accountId', 'amount', 'currency'] as const;

export type BalanceColumn = (typeof BALANCE_COLUMNS)[number];

/** If the sheet lacks one of these, Pennyrow writes no balances. The other columns are optional. */
export const REQUIRED_BALANCE_COLUMNS = ['date', 'account', 'amount'] as const;

/** Further columns that Pennyrow fills in Tiller's Balance History. Time, Balance ID, Type, Class and Account Status stay empty. */
export const TILLER_BALANCE_COLUMNS = ['accountNumber', 'institution', 'month', 'week', 'dateAdded'] as const;

export type BalanceRowValues = Pick<RowValues, BalanceColumn>;

/** Changes to the Balances sheet, written with those to the transactions. If only these fail, the error is `BalancesRefused`. */
export interface BalancesChange {
  /** The name of a sheet to add at the end of the workbook. Omitted to write to the existing sheet. */
  readonly newSheet?: string;
  readonly appends: readonly BalanceRowValues[];
  /** Rows for an undo to remove, each only if its cells still have these values. */
  readonly removals: readonly { readonly row: number; readonly values: BalanceRowValues }[];
  /** Values for further columns of Tiller's Balance History, by the id of the bank account. */
  readonly accounts?: ReadonlyMap<string, Pick<RowValues, 'accountNumber' | 'institution' | 'dateAdded'>>;
}

export interface BalanceRow extends Pick<Row, BalanceColumn | 'index'> {
  /** Exists only in Tiller's Balance History. */
  readonly accountNumber?: string;
}

const BLANK = Object.fromEntries(COLUMNS.map((column) => [column, ''])) as unknown as RowValues;

export function asRowEdits({ appends, removals, accounts }: BalancesChange) {
  const asRowValues = (values: BalanceRowValues): RowValues => {
    const derived = { month: firstOfMonth(values.date), week: sundayOfWeek(values.date) };
    return { ...BLANK, ...derived, ...accounts?.get(values.accountId), ...values };
  };
  return {
    appends: appends.map(asRowValues),
    updates: [],
    removals: removals.map(({ row, values }) => ({ row, values: asRowValues(values) })),
  };
}

export function asBalanceRow({ index, date, account, accountId, amount, currency, accountNumber }: Row): BalanceRow {
  return { index, date, account, accountId, amount, currency, ...(accountNumber !== '' && { accountNumber }) };
}

export interface DayBalance extends Pick<Balance, 'kind' | 'amount' | 'currency' | 'date' | 'at'> {
  readonly bankAccountId: string;
  readonly name: string;
}

/** At most one row per account and past day: prefers closing to booked balances, and the later of two balances of one kind. */
export function missingBalanceRows(
  stated: readonly DayBalance[],
  today: CalendarDate,
  present: readonly BalanceRow[],
  numberOf: (bankAccountId: string) => string = () => '',
): BalanceRowValues[] {
  const days = new Map<string, DayBalance>();
  for (const balance of stated) {
    const { kind, date, bankAccountId, currency } = balance;
    if (date >= today || (kind !== 'closing' && kind !== 'booked')) continue;
    const key = JSON.stringify([bankAccountId, currency, date]);
    const other = days.get(key);
    if (other === undefined || !isBetter(other, balance)) days.set(key, balance);
  }
  const rowsByDay = new Map<CalendarDate, BalanceRow[]>();
  for (const row of present) if (row.date !== null) rowsByDay.set(row.date, [...(rowsByDay.get(row.date) ?? []), row]);
  return [...days.values()]
    .filter((balance) => !(rowsByDay.get(balance.date) ?? []).some((row) => isOf(row, balance, numberOf)))
    .map(({ date, name: account, bankAccountId: accountId, amount, currency }) => {
      return { date, account, accountId, amount, currency };
    })
    .sort((a, b) => compare(a.date, b.date) || compare(a.account, b.account) || compare(a.accountId, b.accountId));
}

function isBetter(a: DayBalance, b: DayBalance): boolean {
  if (a.kind !== b.kind) return a.kind === 'closing';
  return a.at !== null && b.at !== null && a.at > b.at;
}

/** True for the same account and currency. Tiller has its own account ids: there, compares the amount and the account number. */
function isOf(
  row: BalanceRow,
  { bankAccountId, name, amount, currency }: DayBalance,
  numberOf: (bankAccountId: string) => string,
): boolean {
  const isSameAccount =
    row.accountId === ''
      ? row.account.trim() === name.trim()
      : row.accountId === bankAccountId || (row.amount === amount && row.accountNumber === numberOf(bankAccountId));
  return isSameAccount && (row.currency === '' || row.currency === currency);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function findBalanceRow(
  rows: readonly BalanceRow[],
  { date, account, accountId, currency }: BalanceRowValues,
): BalanceRow | null {
  return (
    rows.find(
      (row) =>
        row.date === date &&
        (row.accountId === '' ? row.account === account : row.accountId === accountId) &&
        (row.currency === '' || row.currency === currency),
    ) ?? null
  );
}
