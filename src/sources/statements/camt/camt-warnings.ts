import type { BankAccount } from '../../../core/bank-transaction.ts';
import { oneLine } from '../../../core/one-line.ts';
import type { SourceMessage } from '../../source.ts';
import { fileMessage } from '../statement-message.ts';
import type { CamtPage } from './camt-pages.ts';

export function entryCountMismatch(
  file: string,
  { name }: BankAccount,
  announced: number,
  found: number,
): SourceMessage {
  const params = { account: name, announced, found, line: null, more: null };
  return fileMessage('warning', 'statement_entry_count', file, params);
}

export function missingPages(file: string, account: BankAccount, pages: readonly CamtPage[]): SourceMessage {
  const numbers = pages.map(({ number }) => number).join(', ');
  return fileMessage('info', 'statement_pages', file, {
    reason: 'other',
    account: account.name,
    pages: oneLine(numbers, 60),
    line: null,
    more: null,
  });
}

export function leftOut(file: string, { name }: BankAccount, count: number): SourceMessage {
  return fileMessage('warning', 'statement_not_booked', file, { account: name, count });
}

/** A notification may show in parts what the statement shows as one sum, and nothing in either says so. */
export function splitNotification(file: string, { name }: BankAccount, count: number): SourceMessage {
  return fileMessage('warning', 'statement_collective', file, { account: name, count });
}

export function mended(file: string): SourceMessage {
  return fileMessage('info', 'statement_mended', file, {});
}

export function unreadableBalance(file: string, { name }: BankAccount): SourceMessage {
  return fileMessage('info', 'statement_bad_balance', file, { account: name, text: null, line: null, more: null });
}

export function noCurrency(file: string, { name }: BankAccount): SourceMessage {
  return fileMessage('warning', 'statement_no_currency', file, { account: name, line: null, more: null });
}
