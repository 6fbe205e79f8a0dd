import type { SourceMessage } from '../../source.ts';
import { excerpt, type StatementText } from '../statement-error.ts';
import { fileMessage } from '../statement-message.ts';
import type { QifMoneyList } from './qif-accounts.ts';
import type { QifDocument, QifList } from './qif-records.ts';

/** What the file does not say, and what is left out of it. */
export function qifWarnings(
  text: StatementText,
  document: QifDocument,
  money: readonly QifMoneyList[],
): SourceMessage[] {
  const { name } = text;
  const warnings = [fileMessage('warning', 'statement_no_currency', name, { account: null, line: null, more: null })];
  const unnamed = [...new Set(money.filter(({ isNamed }) => !isNamed).map(({ account }) => account.name))];
  if (unnamed.length > 0) {
    const accounts = excerpt(unnamed.join(', '));
    warnings.push(fileMessage('warning', 'statement_no_account', name, { accounts }));
  }
  const trades = countOf(document.lists.filter(({ kind }) => kind === 'investment'));
  if (trades > 0)
    warnings.push(fileMessage('warning', 'statement_security_trades', name, { format: 'qif', count: trades }));
  const unknown = new Set(document.lists.filter(({ kind }) => kind === 'unknown').map(({ header }) => header));
  for (const header of [...unknown].slice(0, SHOWN)) {
    const params = { format: 'qif', text: excerpt(header), line: null, more: null } as const;
    warnings.push(fileMessage('warning', 'statement_other_kind', name, params));
  }
  const balances = money.reduce((sum, { openingBalances }) => sum + openingBalances, 0);
  if (balances > 0) warnings.push(fileMessage('info', 'statement_opening_balance', name, { count: balances }));
  if (document.unended !== null) warnings.push(fileMessage('warning', 'statement_no_end', name, {}));
  return warnings;
}

/** A damaged file may have thousands. */
const SHOWN = 5;

function countOf(lists: readonly QifList[]): number {
  return lists.reduce((sum, { records }) => sum + records.length, 0);
}
