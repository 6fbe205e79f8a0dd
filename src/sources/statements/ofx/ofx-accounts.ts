import type { SourceMessage } from '../../source.ts';
import { readDecimal, type DecimalMark } from '../decimal-mark.ts';
import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import { bothPeriods } from '../statement-period.ts';
import type { LedgerBalance, StatementAccount, StatementPeriod } from '../statement.ts';
import { ofxAccount } from './ofx-account.ts';
import { currencyCode, NO_CURRENCY } from '../currency.ts';
import { readOfxDate } from './ofx-date.ts';
import type { OfxFields, OfxStatement } from './ofx-statement.ts';
import type { StatementSide } from './ofx-transaction.ts';
import { balanceWarning, currencyWarning } from './ofx-warnings.ts';

export interface ReadAccounts {
  readonly accounts: readonly StatementAccount[];
  readonly sides: ReadonlyMap<OfxStatement, StatementSide>;
  readonly warnings: readonly SourceMessage[];
}

/** The accounts of a file, each once; several statements of one account are put together. */
export function readAccounts(
  text: StatementText,
  statements: readonly OfxStatement[],
  mark: DecimalMark,
): ReadAccounts {
  const accounts = new Map<string, StatementAccount>();
  const sides = new Map<OfxStatement, StatementSide>();
  const warnings: SourceMessage[] = [];
  for (const statement of statements) {
    const currency = currencyCode(statement.currency) ?? NO_CURRENCY;
    const found = ofxAccount(statement.kind, statement.account ?? {}, currency);
    if (found === null) throw noAccount(text, statement);
    const before = accounts.get(found.id);
    const account = before?.account ?? found;
    const balance = readBalance(statement.balance, mark);
    if (currency === NO_CURRENCY) warnings.push(currencyWarning(text, account));
    if (balance === 'unreadable')
      warnings.push(balanceWarning(text, account, excerpt(statement.balance?.['BALAMT'] ?? '')));
    accounts.set(found.id, {
      account,
      period: bothPeriods(before?.period ?? null, readPeriod(statement.period)),
      ledgerBalance: balance === 'unreadable' ? null : (balance ?? before?.ledgerBalance ?? null),
    });
    sides.set(statement, { account, currency });
  }
  return { accounts: [...accounts.values()], sides, warnings };
}

function readPeriod(fields: OfxFields | null): StatementPeriod | null {
  const from = readOfxDate(fields?.['DTSTART'] ?? '');
  const to = readOfxDate(fields?.['DTEND'] ?? '');
  return from === null || to === null || from > to ? null : { from, to };
}

/**
 * Null when there is none. A balance is for show: one that cannot be read does not stop the file. Where the bank writes it
 * with another mark than the amounts, only that one can be meant.
 */
function readBalance(fields: OfxFields | null, mark: DecimalMark): LedgerBalance | 'unreadable' | null {
  const written = fields?.['BALAMT'] ?? '';
  if (fields === null || written === '') return null;
  const amount = readDecimal(written, mark) ?? readDecimal(written, mark === '.' ? ',' : '.');
  return amount === null ? 'unreadable' : { amount, date: readOfxDate(fields['DTASOF'] ?? '') };
}

function noAccount(text: StatementText, statement: OfxStatement) {
  return placeError('statement_unreadable', text, statement.offset, { reason: 'noAccount' });
}
