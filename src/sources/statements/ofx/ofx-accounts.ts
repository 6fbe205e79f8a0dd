import type { Balance, BalanceKind } from '../../../core/balance.ts';
import type { SourceMessage } from '../../source.ts';
import { type DecimalMark, readDecimal } from '../../../core/amount-text.ts';
import { fileMessage, placeError, type StatementText, excerpt } from '../statement-error.ts';
import { combinePeriods, type StatementAccount, type StatementPeriod } from '../statement.ts';
import { currencyCode, NO_CURRENCY } from '../currency.ts';
import { readOfxDate, readOfxMoment } from './ofx-date.ts';
import type { OfxFields, OfxStatement } from './ofx-statement.ts';
import type { StatementSide } from './ofx-transaction.ts';
import type { BankAccount } from '../../../core/bank-transaction.ts';
import { numberedAccount } from '../account-identity.ts';

export interface ReadAccounts {
  readonly accounts: readonly StatementAccount[];
  readonly sides: ReadonlyMap<OfxStatement, StatementSide>;
  readonly balances: readonly Balance[];
  readonly warnings: readonly SourceMessage[];
}

/** The accounts of a file without duplicates. Merges several statements of one account. */
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
    if (currency === NO_CURRENCY) {
      const params = { account: account.name, line: null, more: null };
      warnings.push(fileMessage('warning', 'statement_no_currency', text.name, params));
    }
    accounts.set(found.id, {
      account,
      period: combinePeriods(before?.period ?? null, readPeriod(statement.period)),
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

/** Null without an account number. */
function ofxAccount(kind: OfxStatement['kind'], fields: OfxFields, currency: string): BankAccount | null {
  // Some credit unions give a member's checking and savings account the same number.
  const type = (fields['ACCTTYPE'] ?? '').replace(/\s/g, '').toUpperCase();
  const number = fields['ACCTID'] ?? '';
  return numberedAccount({
    scheme: 'ofx',
    number,
    beside: [kind, fields['BANKID'] ?? fields['BROKERID'], fields['BRANCHID'], type],
    kind: NAMES[kind === 'bank' ? type : kind] ?? null,
    currency,
  });
}

const NAMES: Readonly<Record<string, string>> = {
  CHECKING: 'Checking',
  SAVINGS: 'Savings',
  MONEYMRKT: 'Money market',
  CREDITLINE: 'Credit line',
  CD: 'Certificate of deposit',
  CREDITCARD: 'Card',
  card: 'Card',
  investment: 'Investment',
};

interface ReadBalances {
  readonly balances: readonly Balance[];
  readonly warnings: readonly SourceMessage[];
}

/**
 * The balances of a statement. Skips those without a day. An unreadable balance is a warning, because balances are
 * optional.
 */
function readBalances(
  text: StatementText,
  statement: OfxStatement,
  side: StatementSide,
  mark: DecimalMark,
): ReadBalances {
  const balances: Balance[] = [];
  const warnings: SourceMessage[] = [];
  const stated: readonly (readonly [BalanceKind, OfxFields | null])[] = [
    // Trades are not imported, so the cash balance of an investment account cannot be compared with rows.
    [statement.kind === 'investment' ? 'available' : 'booked', statement.balance],
    ['available', statement.available],
  ];
  for (const [kind, fields] of stated) {
    const written = fields?.['BALAMT'] ?? '';
    if (isNothing(written)) continue;
    // Some banks write balances with another decimal mark than amounts.
    const amount = readDecimal(written, mark) ?? readDecimal(written, mark === '.' ? ',' : '.');
    const date = readOfxDate(fields?.['DTASOF'] ?? '');
    if (amount === null) {
      const params = { account: side.account.name, text: excerpt(written), line: null, more: null };
      warnings.push(fileMessage('info', 'statement_bad_balance', text.name, params));
    } else if (date !== null) {
      const at = readOfxMoment(fields?.['DTASOF'] ?? '');
      balances.push({ account: side.account, kind, amount, currency: side.currency, date, at });
    }
  }
  return { balances, warnings };
}

/** Placeholders of banks that state no balance. */
function isNothing(written: string): boolean {
  return /^[\s.,-]*$/.test(written);
}
