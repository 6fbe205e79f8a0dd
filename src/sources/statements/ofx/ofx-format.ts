import { type DecimalMark, readDecimal } from '../../../core/amount-text.ts';
import type { BalanceKind } from '../../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import { memoize } from '../../../core/memoize.ts';
import { numberedAccount } from '../account-identity.ts';
import { currencyCode, NO_CURRENCY } from '../../../core/currency.ts';
import { decodeText, peekText } from '../decode-text.ts';
import { StatementBuilder } from '../statement-builder.ts';
import { excerpt, fileError, placeError, type StatementText } from '../statement-error.ts';
import type { Statement, StatementFile, StatementFormat, StatementPeriod } from '../statement.ts';
import {
  type OfxDocument,
  type OfxFields,
  type OfxStatement,
  type OfxTransaction,
  readOfxDocument,
  namedIncome,
} from './ofx-document.ts';
import { agreedDecimalMark, readOfxDate, readOfxAmount, readOfxMoment, badAmount, placeOfField } from './ofx-values.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { oneLine } from '../../../core/one-line.ts';
import { describeParts, plainText, joinDistinct, type Described } from '../description-parts.ts';

export const ofxFormat: StatementFormat = {
  name: 'OFX/QFX',
  extensions: ['.ofx', '.qfx'],
  scheme: null,
  recognizes: beginsLikeOfx,
  read: readOfx,
};

function readOfx(file: StatementFile): Statement {
  const header = readOfxHeader(peekText(file.bytes));
  const text: StatementText = { name: file.name, text: decodeText(file, header.encoding) };
  const document = readOfxDocument(text);
  if (document.statements.length === 0) throw noStatement(text, document);
  const mark = agreedDecimalMark(text, document.statements);
  const builder = new StatementBuilder(text);
  const context = { text, mark, readDate: memoize(readOfxDate), securities: document.securities };
  warnAboutDocument(builder, document);
  for (const statement of document.statements) {
    const side = sideOf(builder, text, statement);
    readBalances(builder, statement, side, mark);
    const transactions = statement.transactions.map((transaction) => readTransaction(context, transaction, side));
    for (const transaction of transactions) builder.transactions.push(transaction);
    const hasSign = (isOne: boolean) => (found: OfxTransaction, place: number) =>
      isContrary(found.fields['TRNTYPE'], transactions[place]?.amount ?? '') === isOne;
    const isUsual = statement.transactions.some(hasSign(false));
    const count = isUsual ? 0 : statement.transactions.filter(hasSign(true)).length;
    // Only a warning: the amounts stay unchanged, because the sign is authoritative in OFX.
    if (count > 0) builder.warn('warning', 'statement_unlikely_signs', { account: side.account.name, count });
  }
  return builder.finish(header.format);
}

function noStatement(text: StatementText, document: OfxDocument) {
  if (!/<OFX[\s>]/i.test(text.text)) {
    return fileError('statement_truncated', text.name, { reason: 'other' });
  }
  const refusal = document.statuses.findLast((status) => status['SEVERITY']?.toUpperCase() === 'ERROR');
  const other = document.otherStatements[0];
  return fileError(
    'statement_empty',
    text.name,
    refusal !== undefined
      ? { reason: 'answer', text: excerpt(statusText(refusal)) }
      : other !== undefined
        ? { reason: 'kind', text: excerpt(other) }
        : { reason: 'other' },
  );
}

export function beginsLikeOfx(beginning: string): boolean {
  return /^[^<]*OFXHEADER\s*:|<\?OFX\s|<OFX[\s>]/i.test(beginning);
}

export function readOfxHeader(beginning: string) {
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

function isContrary(type: string | undefined, amount: string): boolean | null {
  const name = (type ?? '').trim().toUpperCase();
  if ((!OUT.has(name) && !IN.has(name)) || /^[-0.]*$/.test(amount)) return null;
  return amount.startsWith('-') !== OUT.has(name);
}

/** Types with a fixed direction. Transfers, interest and other types may have either direction. */
const OUT = new Set('DEBIT CHECK PAYMENT ATM POS FEE SRVCHG DIRECTDEBIT'.split(' '));
const IN = new Set('CREDIT DEP DIRECTDEP'.split(' '));

function warnAboutDocument(builder: StatementBuilder, { statuses, statements, otherStatements }: OfxDocument): void {
  for (const status of statuses) {
    const written = status['SEVERITY']?.toUpperCase();
    if (written !== 'ERROR' && written !== 'WARN') continue;
    const severity = written === 'ERROR' ? 'problem' : 'warning';
    const params = { text: excerpt(statusText(status)), isError: written === 'ERROR' };
    builder.warn(severity, 'statement_bank_status', params);
  }
  const count = statements.reduce((sum, { securityTrades }) => sum + securityTrades, 0);
  if (count > 0) builder.warn('info', 'statement_security_trades', { format: 'other', count });
  for (const kind of otherStatements)
    builder.warnAt('warning', 'statement_other_kind', null, { format: 'other', text: excerpt(kind) });
}

function statusText(status: OfxFields): string {
  return `${status['MESSAGE'] ?? 'an error'} (${status['CODE'] ?? 'no code'})`;
}

function sideOf(builder: StatementBuilder, text: StatementText, statement: OfxStatement) {
  const currency = currencyCode(statement.currency) ?? NO_CURRENCY;
  const found = ofxAccount(statement.kind, statement.account ?? {}, currency);
  if (found === null) throw placeError('statement_unreadable', text, statement.offset, { reason: 'account' });
  const account = builder.addAccount(found, readPeriod(statement.period));
  if (currency === NO_CURRENCY) builder.warnAt('warning', 'statement_no_currency', null, { account: account.name });
  return { account, currency };
}

function readPeriod(fields: OfxFields | null): StatementPeriod | null {
  const from = readOfxDate(fields?.['DTSTART'] ?? '');
  const to = readOfxDate(fields?.['DTEND'] ?? '');
  return from === null || to === null || from > to ? null : { from, to };
}

function ofxAccount(kind: OfxStatement['kind'], fields: OfxFields, currency: string): BankAccount | null {
  // Some credit unions give a member's checking and savings account the same number, so the id includes the type.
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

/** Skips balances without a day. An unreadable balance is only a warning, because balances are optional. */
function readBalances(
  builder: StatementBuilder,
  statement: OfxStatement,
  { account, currency }: StatementSide,
  mark: DecimalMark,
): void {
  const stated: readonly (readonly [BalanceKind, OfxFields | null])[] = [
    [statement.kind === 'investment' ? 'available' : 'booked', statement.balance],
    ['available', statement.available],
  ];
  for (const [kind, fields] of stated) {
    const written = fields?.['BALAMT'] ?? '';
    // Skips the placeholders of banks that state no balance.
    if (/^[\s.,-]*$/.test(written)) continue;
    // Some banks write balances with another decimal mark than amounts.
    const amount = readDecimal(written, mark) ?? readDecimal(written, mark === '.' ? ',' : '.');
    const when = fields?.['DTASOF'] ?? '';
    const date = readOfxDate(when);
    if (amount === null)
      builder.warnAt('info', 'statement_bad_balance', null, { account: account.name, text: excerpt(written) });
    else if (date !== null) builder.balances.push({ account, kind, amount, currency, date, at: readOfxMoment(when) });
  }
}

type StatementSide = ReturnType<typeof sideOf>;

interface TransactionContext {
  readonly text: StatementText;
  readonly mark: DecimalMark;
  readonly readDate: (text: string) => CalendarDate | null;
  readonly securities: ReadonlyMap<string, string>;
}

function readTransaction(
  context: TransactionContext,
  transaction: OfxTransaction,
  side: StatementSide,
): BankTransaction {
  const { fields } = transaction;
  const date = dateOf(context, transaction);
  const amount = readOfxAmount(transaction, context.mark);
  if (amount === null) throw badAmount(context.text, transaction, 'unreadable');
  const checkNumber = plainText(fields['CHECKNUM']);
  return {
    account: side.account,
    providerId: oneLine(fields['FITID'] ?? '') || null,
    date,
    amount,
    // CURRENCY is the currency of TRNAMT. ORIGCURRENCY is ignored: the bank has already converted TRNAMT.
    currency: currencyCode(fields['CURRENCY.CURSYM']) ?? side.currency,
    ...describeOfx(namedIncome(transaction, context.securities)),
    status: transaction.pending ? 'pending' : 'posted',
    ...(checkNumber !== '' && { checkNumber }),
    raw: transaction.income?.sent ?? fields,
  };
}

function dateOf({ text, readDate }: TransactionContext, transaction: OfxTransaction): CalendarDate {
  const field = transaction.pending && transaction.fields['DTPOSTED'] === undefined ? 'DTTRAN' : 'DTPOSTED';
  const written = transaction.fields[field];
  const date = written === undefined ? null : readDate(written);
  if (date !== null) return date;
  throw placeError(
    'statement_bad_date',
    text,
    placeOfField(text, transaction, field),
    written === undefined ? { reason: 'missing' } : { reason: 'unreadable', text: excerpt(written) },
  );
}

/** The payee and the memo on one line. Banks cut NAME at 32 characters and repeat it in MEMO. Never empty. */
export function describeOfx(fields: OfxFields): Described {
  const payee = joinDistinct(plainText(fields['NAME'] ?? fields['PAYEE.NAME']), plainText(fields['EXTDNAME']));
  const notes = plainText(fields['MEMO']);
  const description = describeParts(payee, notes);
  if (description !== null) return description;
  const check = plainText(fields['CHECKNUM']);
  const other = check === '' ? TYPES[(fields['TRNTYPE'] ?? '').toUpperCase()] : `Check ${check}`;
  return { description: other ?? 'No description' };
}

const TYPES: Readonly<Record<string, string>> = {
  CREDIT: 'Credit',
  DEBIT: 'Debit',
  INT: 'Interest',
  DIV: 'Dividend',
  INCOME: 'Income',
  FEE: 'Fee',
  SRVCHG: 'Service charge',
  DEP: 'Deposit',
  ATM: 'Cash machine',
  POS: 'Card purchase',
  XFER: 'Transfer',
  CHECK: 'Check',
  PAYMENT: 'Payment',
  CASH: 'Cash withdrawal',
  DIRECTDEP: 'Direct deposit',
  DIRECTDEBIT: 'Direct debit',
  REPEATPMT: 'Repeating payment',
};
