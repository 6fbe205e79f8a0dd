import type { Amount } from '../../../core/amount.ts';
import type { BankAccount } from '../../../core/bank-transaction.ts';
import { oneLine } from '../../../core/one-line.ts';
import type { SourceMessage } from '../../source.ts';
import type { CamtBalance } from './camt-balances.ts';
import type { CamtPage } from './camt-pages.ts';

export interface Mismatch {
  readonly opening: CamtBalance;
  readonly closing: CamtBalance;
  readonly booked: Amount;
  readonly missing: Amount;
}

export function balanceMismatch(
  file: string,
  account: BankAccount,
  { opening, closing, booked, missing }: Mismatch,
): SourceMessage {
  const sums = `opening balance ${opening.amount} and bookings of ${booked} do not give the closing balance ${closing.amount}`;
  return warning(
    'statement_balance_mismatch',
    `${fileName(file)}: ${account.name}: ${sums}; ${missing} ${closing.currency ?? account.currency} are not explained.`,
    'Bookings may be missing in the file: compare it with the statement at your bank.',
  );
}

export function entryCountMismatch(
  file: string,
  account: BankAccount,
  announced: number,
  found: number,
): SourceMessage {
  return warning(
    'statement_entry_count',
    `${fileName(file)}: ${account.name}: the bank announces ${announced} entries, and the file holds ${found}.`,
    'Bookings may be missing in the file: compare it with the statement at your bank.',
  );
}

export function missingPages(file: string, account: BankAccount, pages: readonly CamtPage[]): SourceMessage {
  const numbers = pages.map(({ number }) => number).join(', ');
  return {
    severity: 'info',
    code: 'statement_pages',
    message: `${fileName(file)}: ${account.name}: this is page ${oneLine(numbers, 60)} of a statement that has more pages.`,
    remedy: 'Import the other pages as well.',
  };
}

export function leftOut(file: string, account: BankAccount, count: number): SourceMessage {
  const what = count === 1 ? '1 entry is left out' : `${count} entries are left out`;
  return warning(
    'statement_not_booked',
    `${fileName(file)}: ${account.name}: ${what}, since the bank only announces or mentions it (FUTR, INFO).`,
    null,
  );
}

/** A notification may show in parts what the statement shows as one sum, and nothing in either says so. */
export function splitNotification(file: string, account: BankAccount, count: number): SourceMessage {
  const what = count === 1 ? '1 collective booking is' : `${count} collective bookings are`;
  return warning(
    'statement_collective',
    `${fileName(file)}: ${account.name}: ${what} imported as single payments.`,
    'If the account statements (camt.053) of this bank show such bookings as one sum, import only one of the two kinds.',
  );
}

export function mended(file: string): SourceMessage {
  return {
    severity: 'info',
    code: 'statement_mended',
    message: `${fileName(file)}: the bank wrote "&" where XML wants "&amp;"; it was read as "&".`,
    remedy: null,
  };
}

export function unreadableBalance(file: string, account: BankAccount): SourceMessage {
  return {
    severity: 'info',
    code: 'statement_bad_balance',
    message: `${fileName(file)}: a balance of ${account.name} cannot be read; the transactions can.`,
    remedy: null,
  };
}

export function noCurrency(file: string, account: BankAccount): SourceMessage {
  return warning(
    'statement_no_currency',
    `${fileName(file)}: the statement of ${account.name} does not say its currency.`,
    null,
  );
}

function warning(code: string, message: string, remedy: string | null): SourceMessage {
  return { severity: 'warning', code, message, remedy };
}

function fileName(file: string): string {
  return oneLine(file, 200);
}
