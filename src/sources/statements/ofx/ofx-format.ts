import type { BankTransaction } from '../../../core/bank-transaction.ts';
import { decodeText, peekText } from '../decode-text.ts';
import { excerpt, fileError, type StatementText, fileMessage } from '../statement-error.ts';
import type { Statement, StatementFile, StatementFormat } from '../statement.ts';
import { memoize } from '../../../core/memoize.ts';
import { settledBalances } from '../stated-balances.ts';
import { readAccounts } from './ofx-accounts.ts';
import { agreedDecimalMark } from './ofx-amounts.ts';
import { readOfxDate } from './ofx-date.ts';
import { readOfxDocument } from './ofx-document.ts';
import type { OfxDocument, OfxStatement } from './ofx-statement.ts';
import { readTransaction } from './ofx-transaction.ts';
import { documentWarnings, statusText } from './ofx-warnings.ts';
import type { SourceMessage } from '../../source.ts';

/** OFX 1.x (SGML) and 2.x (XML), including Quicken's QFX: bank, card and investment cash statements. */
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

/** The text before `<OFX>`: "OFXHEADER:100 …" lines in OFX 1, processing instructions in OFX 2. */
interface OfxHeader {
  /** "OFX 1.02", or "OFX" without a readable version. */
  readonly format: string;
  /** The claimed encoding as a WHATWG label; null if there is none. Banks often claim a wrong one. */
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

/**
 * Warns about statements in which every transaction contradicts its type, so that spending would become income. The
 * amounts are kept, because the sign is authoritative in OFX.
 * @param transactions in file order
 */
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

/** Null if type or amount has no direction. */
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
