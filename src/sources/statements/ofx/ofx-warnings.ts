import type { SourceMessage } from '../../source.ts';
import { excerpt, type StatementText, fileMessage } from '../statement-error.ts';
import type { OfxDocument, OfxFields } from './ofx-statement.ts';

/** Warns about server errors and about content that is not imported. */
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

/** "Account not found (2003)". */
export function statusText(status: OfxFields): string {
  return `${status['MESSAGE'] ?? 'an error'} (${status['CODE'] ?? 'no code'})`;
}
