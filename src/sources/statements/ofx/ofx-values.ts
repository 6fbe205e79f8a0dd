import type { Amount } from '../../../core/amount.ts';
import { decimalsOf } from '../../../core/currency.ts';
import {
  DecimalMarkSearch,
  readDecimal,
  type DecimalMark,
  type DecimalMarkProblem,
} from '../../../core/amount-text.ts';
import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import type { OfxStatement, OfxTransaction } from './ofx-document.ts';
import { calendarDate, toInstant, type CalendarDate, type Instant } from '../../../core/calendar-date.ts';

/** Throws `statement_bad_amount` for the first amount that is invalid or ambiguous, or contradicts an earlier amount. */
export function agreedDecimalMark(text: StatementText, statements: readonly OfxStatement[]): DecimalMark {
  const search = new DecimalMarkSearch<OfxTransaction>();
  const areClear = statements.every(({ transactions }) => transactions.every((one) => CENTS.test(amountText(one))));
  for (const statement of statements) {
    const decimals = decimalsOf(statement.currency);
    for (const transaction of statement.transactions) {
      const problem = search.see(amountText(transaction), decimals, transaction);
      if (problem !== null && !areClear) throw badAmount(text, transaction, problem);
    }
  }
  const mark = search.decide();
  if (typeof mark === 'string') return mark;
  throw badAmount(text, mark.ambiguous, 'ambiguous');
}

/** An amount with two digits after its only mark may have either mark: Santander in Brazil uses both in one file. */
const CENTS = /^[+-]?\d+(?:[.,]\d\d)?$/;

export function readOfxAmount(transaction: OfxTransaction, mark: DecimalMark): Amount | null {
  const text = amountText(transaction);
  return CENTS.test(text) ? readDecimal(text.replace(',', '.'), '.') : readDecimal(text, mark);
}

/** A decimal mark without digits counts as 0: Caixa in Brazil lists the balance of a day this way. */
function amountText(transaction: OfxTransaction): string {
  const text = transaction.fields['TRNAMT'] ?? '';
  return text === '.' || text === ',' ? '0' : text;
}

export function badAmount(text: StatementText, transaction: OfxTransaction, problem: DecimalMarkProblem) {
  const place = placeOfField(text, transaction, 'TRNAMT');
  const written = amountText(transaction);
  return placeError(
    'statement_bad_amount',
    text,
    place,
    written === '' ? { reason: 'missing' } : { reason: problem, text: excerpt(written) },
  );
}

export function placeOfField(
  statement: StatementText,
  { fields, offset, income }: OfxTransaction,
  field: string,
): number {
  if (fields[field] === undefined) return offset;
  const tag = new RegExp(`<${income?.tags[field] ?? field}[\\s>]`, 'gi');
  tag.lastIndex = offset;
  return tag.exec(statement.text)?.index ?? offset;
}

/** "20260131120000.000[-5:EST]" is 31 January 2026 in every time zone, as on the bank's statement. */
export function readOfxDate(text: string): CalendarDate | null {
  const plain = OFX_DATE.exec(text);
  if (plain !== null) return calendarDate(Number(plain[1]), Number(plain[2]), Number(plain[3]));
  const parted = ISO_DATE.exec(text);
  return parted === null ? null : calendarDate(Number(parted[1]), Number(parted[3]), Number(parted[4]));
}

export function readOfxMoment(text: string): Instant | null {
  const match = MOMENT.exec(text);
  const day = readOfxDate(text);
  if (match === null || day === null) return null;
  const [, hours = '', minutes = '', seconds = '00', zone = ''] = match;
  const ms = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(ms) || Math.abs(Number(zone)) > 14 ? null : toInstant(ms - Math.round(Number(zone) * 3_600_000));
}

/** The zone is an offset from UTC in hours, possibly with a fraction. */
const MOMENT = /^\d{8}[T ]?(\d\d)(\d\d)(\d\d)?(?:[.,]\d{1,9})?\s*\[([+-]?\d{1,2}(?:\.\d{1,2})?)\b/;

/** The time may be missing or end early (OFX 2.2, 3.2.8.2). Some banks write a "T" or a space before the time. */
const OFX_DATE =
  /^(\d{4})(\d{2})(\d{2})(?:[T ]?\d{4}(?:\d{2}(?:[.,]\d{1,9})?)?)?\s*(?:\[[^\]]*\]?|Z|[+-]\d{2}:?\d{2})?$/;
const ISO_DATE = /^(\d{4})([-/])(\d{2})\2(\d{2})(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?$/;
