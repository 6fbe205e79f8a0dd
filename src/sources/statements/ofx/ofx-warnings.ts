import type { BankAccount } from '../../../core/bank-transaction.ts';
import { oneLine } from '../../../core/one-line.ts';
import type { SourceMessage } from '../../source.ts';
import { quoted, type StatementText } from '../statement-error.ts';
import type { OfxDocument, OfxFields } from './ofx-statement.ts';

/** What the bank's server said about itself, and what the file holds beside what is imported. */
export function documentWarnings(text: StatementText, document: OfxDocument): SourceMessage[] {
  const warnings: SourceMessage[] = [];
  for (const status of document.statuses) {
    const severity = status['SEVERITY']?.toUpperCase();
    if (severity !== 'ERROR' && severity !== 'WARN') continue;
    warnings.push({
      severity: severity === 'ERROR' ? 'problem' : 'warning',
      code: 'statement_bank_status',
      message: `${fileName(text)}: the bank says ${quoted(statusText(status))}.`,
      remedy: severity === 'ERROR' ? 'A part of the statement may be missing: download it again.' : null,
    });
  }
  const trades = document.statements.reduce((sum, statement) => sum + statement.securityTrades, 0);
  if (trades > 0) {
    warnings.push({
      severity: 'info',
      code: 'statement_security_trades',
      message: `${fileName(text)}: purchases and sales of securities are left out (${trades} of them).`,
      remedy: null,
    });
  }
  for (const kind of document.otherStatements) {
    warnings.push({
      severity: 'warning',
      code: 'statement_other_kind',
      message: `${fileName(text)}: a part is left out, ${quoted(kind)}, since Pennyrow does not read this kind of statement.`,
      remedy: null,
    });
  }
  return warnings;
}

export function currencyWarning(text: StatementText, account: BankAccount): SourceMessage {
  return {
    severity: 'warning',
    code: 'statement_no_currency',
    message: `${fileName(text)}: the statement of ${account.name} does not say its currency.`,
    remedy: null,
  };
}

export function balanceWarning(text: StatementText, account: BankAccount, balance: string): SourceMessage {
  return {
    severity: 'info',
    code: 'statement_bad_balance',
    message: `${fileName(text)}: the balance of ${account.name}, ${balance}, cannot be read; the transactions can.`,
    remedy: null,
  };
}

/** "Account not found (2003)". */
export function statusText(status: OfxFields): string {
  return `${status['MESSAGE'] ?? 'an error'} (${status['CODE'] ?? 'no code'})`;
}

function fileName(text: StatementText): string {
  return oneLine(text.name, 200);
}
