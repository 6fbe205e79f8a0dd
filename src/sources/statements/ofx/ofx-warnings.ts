import type { BankAccount } from '../../../core/bank-transaction.ts';
import type { SourceMessage } from '../../source.ts';
import { excerpt, type StatementText } from '../statement-error.ts';
import { fileMessage } from '../statement-message.ts';
import type { OfxDocument, OfxFields } from './ofx-statement.ts';

/** What the bank's server said about itself, and what the file holds beside what is imported. */
export function documentWarnings(text: StatementText, document: OfxDocument): SourceMessage[] {
  const warnings: SourceMessage[] = [];
  for (const status of document.statuses) {
    const written = status['SEVERITY']?.toUpperCase();
    if (written !== 'ERROR' && written !== 'WARN') continue;
    const severity = written === 'ERROR' ? 'problem' : 'warning';
    const params = { text: excerpt(statusText(status)), isError: written === 'ERROR' };
    warnings.push(fileMessage(severity, 'statement_bank_status', text.name, params));
  }
  const trades = document.statements.reduce((sum, statement) => sum + statement.securityTrades, 0);
  if (trades > 0) {
    warnings.push(fileMessage('info', 'statement_security_trades', text.name, { format: 'other', count: trades }));
  }
  for (const kind of document.otherStatements) {
    const params = { format: 'other', text: excerpt(kind), line: null, more: null } as const;
    warnings.push(fileMessage('warning', 'statement_other_kind', text.name, params));
  }
  return warnings;
}

export function currencyWarning(text: StatementText, account: BankAccount): SourceMessage {
  return fileMessage('warning', 'statement_no_currency', text.name, { account: account.name, line: null, more: null });
}

export function balanceWarning(text: StatementText, account: BankAccount, balance: string): SourceMessage {
  const params = { account: account.name, text: balance, line: null, more: null };
  return fileMessage('info', 'statement_bad_balance', text.name, params);
}

/** "Account not found (2003)". */
export function statusText(status: OfxFields): string {
  return `${status['MESSAGE'] ?? 'an error'} (${status['CODE'] ?? 'no code'})`;
}
