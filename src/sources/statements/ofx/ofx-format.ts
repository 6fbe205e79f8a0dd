import type { BankTransaction, BankAccount } from '../../../core/bank-transaction.ts';
import { decodeText, peekText } from '../decode-text.ts';
import { excerpt, fileError, type StatementText, fileMessage, placeError } from '../statement-error.ts';
import {
  type Statement,
  type StatementFile,
  type StatementFormat,
  combinePeriods,
  type StatementAccount,
  type StatementPeriod,
} from '../statement.ts';
import { memoize } from '../../../core/memoize.ts';
import { settledBalances } from '../stated-balances.ts';
import { agreedDecimalMark, readOfxDate, readOfxMoment } from './ofx-values.ts';
import { readOfxDocument } from './ofx-document.ts';
import type { OfxDocument, OfxStatement, OfxFields } from './ofx-statement.ts';
import { readTransaction, type StatementSide } from './ofx-transaction.ts';
import type { SourceMessage } from '../../source.ts';
import type { Balance, BalanceKind } from '../../../core/balance.ts';
import { type DecimalMark, readDecimal } from '../../../core/amount-text.ts';
import { currencyCode, NO_CURRENCY } from '../currency.ts';
import { numberedAccount } from '../account-identity.ts';

export const ofxFormat: StatementFormat = {
  name: 'OFX/QFX',
  extensions: ['.ofx', '.qfx'],
  scheme: null,
  recognises: beginsLikeOfx,
  read: readOfx,
};

function readOfx(file: StatementFile): Statement {
  const header = readOfxHeader(peekText(file.bytes));
  const text: StatementText = { name: file.name, text: decodeText(file, header.encoding) };
  const document = readOfxDocument(text);
  if (document.statements.length === 0) throw noStatement(text, document);
  const mark = agreedDecimalMark(text, document.statements);
  const { accounts, sides, balances, warnings } = readAccounts(text, document.statements, mark);
  const context = { text, mark, readDate: memoize(readOfxDate), securities: document.securities };
  const transactions: BankTransaction[] = [];
  for (const [statement, side] of sides) {
    for (const transaction of statement.transactions) transactions.push(readTransaction(context, transaction, side));
  }
  return {
    format: header.format,
    accounts,
    transactions,
    balances: settledBalances(balances),
    warnings: [
      ...documentWarnings(text, document),
      ...warnings,
      ...signWarnings(text, document.statements, transactions),
    ],
  };
}

function noStatement(text: StatementText, document: OfxDocument) {
  if (!/<OFX[\s>]/i.test(text.text)) {
    return fileError('statement_truncated', text.name, { reason: 'start' });
  }
  const refusal = document.statuses.findLast((status) => status['SEVERITY']?.toUpperCase() === 'ERROR');
  const other = document.otherStatements[0];
  return fileError(
    'statement_empty',
    text.name,
    refusal !== undefined
      ? { reason: 'answer', text: excerpt(statusText(refusal)) }
      : other !== undefined
        ? { reason: 'ofxKind', text: excerpt(other) }
        : { reason: 'ofx' },
  );
}

interface OfxHeader {
  readonly format: string;
  readonly encoding: string | null;
}

/** Accepts all versions, with or without a header. */
export function beginsLikeOfx(beginning: string): boolean {
  return /^[^<]*OFXHEADER\s*:|<\?OFX\s|<OFX[\s>]/i.test(beginning);
}

export function readOfxHeader(beginning: string): OfxHeader {
  const end = beginning.search(/<OFX[\s>]/i);
  const header = end === -1 ? beginning : beginning.slice(0, end);
  const version = /\bVERSION\s*[:=]\s*["']?(\d)(\d\d)\b/i.exec(header);
  return {
    format: version === null ? 'OFX' : `OFX ${version[1]}.${version[2]}`,
    encoding: /<\?(?:xml|OFX)\s/i.test(header) ? xmlEncoding(header) : sgmlEncoding(header),
  };
}

function xmlEncoding(header: string): string | null {
  return /<\?xml\s[^>]*\bencoding\s*=\s*["']([^"']+)["']/i.exec(header)?.[1] ?? null;
}

/** CHARSET is "1252", "ISO-8859-1", "ISO8859_1", "8859-1" or "NONE"; the specification's default is Windows-1252. */
function sgmlEncoding(header: string): string {
  if (/\bENCODING\s*:\s*(?:UTF-?8|UNICODE)\b/i.test(header)) return 'utf-8';
  const charset = /\bCHARSET\s*:\s*([\w-]+)/i.exec(header)?.[1] ?? 'NONE';
  if (/^none$/i.test(charset)) return 'windows-1252';
  if (/^125\d$/.test(charset)) return `windows-${charset}`;
  const iso = /^(?:iso)?[-_]?8859[-_](\d+)$/i.exec(charset);
  return iso === null ? charset : `iso-8859-${iso[1]}`;
}

/** Warns if every transaction contradicts its type. The amounts stay, because the sign is authoritative in OFX. */
function signWarnings(
  text: StatementText,
  statements: readonly OfxStatement[],
  transactions: readonly BankTransaction[],
): SourceMessage[] {
  let from = 0;
  return statements.flatMap((statement) => {
    const read = transactions.slice(from, from + statement.transactions.length);
    from += statement.transactions.length;
    const [first] = read;
    const contrary = statement.transactions.filter(
      (transaction, place) => isContrary(transaction.fields['TRNTYPE'], read[place]?.amount ?? '') === true,
    ).length;
    const agreeing = statement.transactions.some(
      (transaction, place) => isContrary(transaction.fields['TRNTYPE'], read[place]?.amount ?? '') === false,
    );
    return first === undefined || contrary === 0 || agreeing
      ? []
      : [
          fileMessage('warning', 'statement_unlikely_signs', text.name, {
            account: first.account.name,
            count: contrary,
          }),
        ];
  });
}

function isContrary(type: string | undefined, amount: string): boolean | null {
  const expected = DIRECTIONS.get((type ?? '').trim().toUpperCase());
  if (expected === undefined || /^[-0.]*$/.test(amount)) return null;
  return amount.startsWith('-') !== (expected === 'out');
}

/** Types with a fixed direction. Transfers, interest and others may have either. */
const DIRECTIONS: ReadonlyMap<string, 'in' | 'out'> = new Map([
  ['DEBIT', 'out'],
  ['CHECK', 'out'],
  ['PAYMENT', 'out'],
  ['ATM', 'out'],
  ['POS', 'out'],
  ['FEE', 'out'],
  ['SRVCHG', 'out'],
  ['DIRECTDEBIT', 'out'],
  ['CREDIT', 'in'],
  ['DEP', 'in'],
  ['DIRECTDEP', 'in'],
]);

function documentWarnings(text: StatementText, document: OfxDocument): SourceMessage[] {
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

function statusText(status: OfxFields): string {
  return `${status['MESSAGE'] ?? 'an error'} (${status['CODE'] ?? 'no code'})`;
}

interface ReadAccounts {
  readonly accounts: readonly StatementAccount[];
  readonly sides: ReadonlyMap<OfxStatement, StatementSide>;
  readonly balances: readonly Balance[];
  readonly warnings: readonly SourceMessage[];
}

/** Merges several statements of one account. */
function readAccounts(text: StatementText, statements: readonly OfxStatement[], mark: DecimalMark): ReadAccounts {
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

/** Skips balances without a day. An unreadable balance is only a warning, because balances are optional. */
function readBalances(
  text: StatementText,
  statement: OfxStatement,
  side: StatementSide,
  mark: DecimalMark,
): ReadBalances {
  const balances: Balance[] = [];
  const warnings: SourceMessage[] = [];
  const stated: readonly (readonly [BalanceKind, OfxFields | null])[] = [
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
