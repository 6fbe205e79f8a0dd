import type { Balance } from './balance.ts';
import type { BalanceRow, BalanceRowValues } from './balance-sheet.ts';
import type { CalendarDate } from './calendar-date.ts';

/** A balance as far as a row of the Balances sheet goes. */
export interface DayBalance extends Pick<Balance, 'kind' | 'amount' | 'currency' | 'date' | 'at'> {
  readonly bankAccountId: string;
  /** What the bank account is called. */
  readonly name: string;
}

/**
 * The rows of balances that a sheet lacks: one for each bank account, currency and day, by day and account. A day gets
 * its row once it is over, so that no row has to be written again: its closing balance, else the latest that was booked on
 * it. Of equal ones the last stated counts. Openings tell of the day before, which may have had none, and what is available is
 * no balance.
 */
export function missingBalanceRows(
  stated: readonly DayBalance[],
  today: CalendarDate,
  present: readonly BalanceRow[],
): BalanceRowValues[] {
  const days = new Map<string, DayBalance>();
  for (const balance of stated) {
    const { kind, date, bankAccountId, currency } = balance;
    if (date >= today || (kind !== 'closing' && kind !== 'booked')) continue;
    const key = JSON.stringify([bankAccountId, currency, date]);
    const other = days.get(key);
    if (other === undefined || !isBetter(other, balance)) days.set(key, balance);
  }
  const held = new Map<CalendarDate, BalanceRow[]>();
  for (const row of present) if (row.date !== null) held.set(row.date, [...(held.get(row.date) ?? []), row]);
  return [...days.values()]
    .filter((balance) => !(held.get(balance.date) ?? []).some((row) => isOf(row, balance)))
    .map(({ date, name, bankAccountId, amount, currency }) => ({
      date,
      account: name,
      accountId: bankAccountId,
      amount,
      currency,
    }))
    .sort((a, b) => compare(a.date, b.date) || compare(a.account, b.account) || compare(a.accountId, b.accountId));
}

function isBetter(a: DayBalance, b: DayBalance): boolean {
  if (a.kind !== b.kind) return a.kind === 'closing';
  return a.at !== null && b.at !== null && a.at > b.at;
}

/** A sheet need not have columns for the id and the currency. */
function isOf(row: BalanceRow, { bankAccountId, name, currency }: DayBalance): boolean {
  const isSameAccount = row.accountId === '' ? row.account.trim() === name.trim() : row.accountId === bankAccountId;
  return isSameAccount && (row.currency === '' || row.currency === currency);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The row of the sheet that was written with these values, as far as its columns tell; null where it is not there. */
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
