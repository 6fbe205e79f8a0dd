import { oneLine } from '../../../core/one-line.ts';
import type { SourceMessage } from '../../source.ts';
import { quoted, type StatementText } from '../statement-error.ts';
import type { QifMoneyList } from './qif-accounts.ts';
import type { QifDocument, QifList } from './qif-records.ts';

/** What the file does not say, and what is left out of it. */
export function qifWarnings(
  text: StatementText,
  document: QifDocument,
  money: readonly QifMoneyList[],
): SourceMessage[] {
  const warnings: SourceMessage[] = [];
  const say = (severity: SourceMessage['severity'], code: string, what: string, remedy: string | null = null): void => {
    warnings.push({ severity, code, message: `${oneLine(text.name, 200)}: ${what}`, remedy });
  };
  say('warning', 'statement_no_currency', 'QIF files do not say their currency.');
  const unnamed = [...new Set(money.filter(({ isNamed }) => !isNamed).map(({ account }) => account.name))];
  if (unnamed.length > 0) {
    say(
      'warning',
      'statement_no_account',
      `the file does not say which account it is of, so its rows are of ${quoted(unnamed.join(', '))}.`,
      'With several accounts of that type, choose OFX at the bank: by QIF they cannot be told apart.',
    );
  }
  const trades = count(document.lists.filter(({ kind }) => kind === 'investment'));
  if (trades > 0)
    say('warning', 'statement_security_trades', `the lists of investments are left out (${trades} entries).`);
  const unknown = new Set(document.lists.filter(({ kind }) => kind === 'unknown').map(({ header }) => header));
  for (const header of [...unknown].slice(0, SHOWN)) {
    say(
      'warning',
      'statement_other_kind',
      `a part is left out, ${quoted(header)}, since Pennyrow does not read this kind of list.`,
    );
  }
  const balances = money.reduce((sum, { openingBalances }) => sum + openingBalances, 0);
  if (balances > 0)
    say(
      'info',
      'statement_opening_balance',
      `the opening balance is left out, since no money moved (${balances} of them).`,
    );
  if (document.unended !== null) {
    say(
      'warning',
      'statement_no_end',
      'the last transaction has no "^" behind it, so more of the file may be missing.',
      'Look whether the last day is whole; if not, download the file again.',
    );
  }
  return warnings;
}

/** A damaged file may have thousands. */
const SHOWN = 5;

function count(lists: readonly QifList[]): number {
  return lists.reduce((sum, { records }) => sum + records.length, 0);
}
