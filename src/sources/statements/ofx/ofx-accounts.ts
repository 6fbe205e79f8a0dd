import type { Balance } from '../../../core/balance.ts';
import type { SourceMessage } from '../../source.ts';
import type { DecimalMark } from '../../../core/amount-text.ts';
import { placeError, type StatementText } from '../statement-error.ts';
import { bothPeriods } from '../statement-period.ts';
import type { StatementAccount, StatementPeriod } from '../statement.ts';
import { ofxAccount } from './ofx-account.ts';
import { currencyCode, NO_CURRENCY } from '../currency.ts';
import { readBalances } from './ofx-balances.ts';
import { readOfxDate } from './ofx-date.ts';
import type { OfxFields, OfxStatement } from './ofx-statement.ts';
import type { StatementSide } from './ofx-transaction.ts';
import { currencyWarning } from './ofx-warnings.ts';

export interface ReadAccounts {
  readonly accounts: readonly StatementAccount[];
  readonly sides: ReadonlyMap<OfxStatement, StatementSide>;
  readonly balances: readonly Balance[];
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
  const balances: Balance[] = [];
  const warnings: SourceMessage[] = [];
  for (const statement of statements) {
    const currency = currencyCode(statement.currency) ?? NO_CURRENCY;
    const found = ofxAccount(statement.kind, statement.account ?? {}, currency);
    if (found === null) throw noAccount(text, statement);
    const before = accounts.get(found.id);
    const account = before?.account ?? found;
    if (currency === NO_CURRENCY) warnings.push(currencyWarning(text, account));
    accounts.set(found.id, {
      account,
      period: bothPeriods(before?.period ?? null, readPeriod(statement.period)),
    });
    const side = { account, currency };
    sides.set(statement, side);
    const read = readBalances(text, statement, side, mark);
    balances.push(...read.balances);
    warnings.push(...read.warnings);
  }
  return { accounts: [...accounts.values()], sides, balances, warnings };
}

function readPeriod(fields: OfxFields | null): StatementPeriod | null {
  const from = readOfxDate(fields?.['DTSTART'] ?? '');
  const to = readOfxDate(fields?.['DTEND'] ?? '');
  return from === null || to === null || from > to ? null : { from, to };
}

function noAccount(text: StatementText, statement: OfxStatement) {
  return placeError('statement_unreadable', text, statement.offset, { reason: 'noAccount' });
}
