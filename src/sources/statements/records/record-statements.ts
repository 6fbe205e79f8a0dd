import { type Amount, AmountSum } from '../../../core/amount.ts';
import type { BankAccount, BankTransaction, DescriptionParts } from '../../../core/bank-transaction.ts';
import { calendarDate, type CalendarDate } from '../../../core/calendar-date.ts';
import { NO_CURRENCY } from '../../../core/currency.ts';
import { describeParts } from '../description-parts.ts';
import { BookedDays, openingBalance } from '../stated-balances.ts';
import { StatementBuilder } from '../statement-builder.ts';
import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import type { Statement } from '../statement.ts';

export interface RecordLine {
  readonly statement: StatementText;
  readonly text: string;
  readonly offset: number;
}

export function* recordsOf(statement: StatementText, length: number): Generator<RecordLine, void, void> {
  const { text } = statement;
  const isWrapped = text.trimEnd().includes('\n');
  for (let offset = 0; offset < text.length;) {
    const lineBreak = isWrapped ? text.indexOf('\n', offset) : offset + length;
    const end = lineBreak === -1 ? text.length : Math.min(lineBreak, text.length);
    const line = text.slice(offset, end).replaceAll(NO_TEXT, '');
    if (line.trim() !== '') yield { statement, text: line, offset };
    offset = isWrapped ? end + 1 : end;
  }
}

/** Characters to remove: line breaks, the byte order mark, and control characters such as the end-of-file mark of DOS. */
const NO_TEXT = /\r|\ufeff|\p{Cc}$/gu;

export const CURRENCY_NUMBERS: Readonly<Record<number, string>> = {
  203: 'CZK',
  348: 'HUF',
  392: 'JPY',
  756: 'CHF',
  826: 'GBP',
  840: 'USD',
  978: 'EUR',
  985: 'PLN',
};

export interface DayAmount {
  readonly amount: Amount;
  readonly date: CalendarDate;
}

export interface RecordEntry extends DayAmount {
  readonly line: RecordLine;
  readonly details: Record<string, string>;
}

interface OpenStatement {
  readonly account: BankAccount;
  readonly opening: DayAmount;
  readonly entries: RecordEntry[];
}

/** Builds statements that begin and end with a balance of the account. */
export class RecordStatements {
  readonly #text: StatementText;
  readonly #builder: StatementBuilder;
  readonly #describe: (entry: RecordEntry) => DescriptionParts;
  #open: OpenStatement | null = null;
  #hasNoCurrency = false;

  constructor(text: StatementText, describe: (entry: RecordEntry) => DescriptionParts) {
    this.#text = text;
    this.#builder = new StatementBuilder(text);
    this.#describe = describe;
  }

  begin(line: RecordLine, account: BankAccount | null, opening: DayAmount): void {
    if (this.#open !== null) throw placeError('statement_truncated', this.#text, line.offset, { reason: 'other' });
    if (account === null) throw placeError('statement_unreadable', this.#text, line.offset, { reason: 'account' });
    this.#open = { account, opening, entries: [] };
  }

  add(line: RecordLine, entry: DayAmount): void {
    this.#opened(line).entries.push({ ...entry, line, details: {} });
  }

  addDetail(line: RecordLine, kind: string, text: string): void {
    const details = this.#opened(line).entries.at(-1)?.details;
    if (details !== undefined) details[kind] = `${details[kind] ?? ''} ${text}`.trim();
  }

  end(line: RecordLine, closing: DayAmount): void {
    const { account, opening, entries } = this.#opened(line);
    const { currency, name } = account;
    const booked = new AmountSum();
    const days = new BookedDays();
    for (const entry of entries) {
      booked.add(entry.amount);
      days.see(entry.date, false);
      this.#builder.transactions.push(this.#transactionOf(account, entry));
    }
    const basis = { account, currency, at: null };
    const first = openingBalance({ ...basis, ...opening }, days.first, closing.date);
    this.#builder.addAccount(account);
    this.#builder.balances.push(...(first === null ? [] : [first]), { ...basis, ...closing, kind: 'closing' });
    this.#builder.checkSum({ account: name, currency, opening, closing, booked: booked.total, offset: null });
    this.#hasNoCurrency ||= currency === NO_CURRENCY;
    this.#open = null;
  }

  finish(format: string): Statement {
    const { length } = this.#text.text;
    if (this.#open !== null) throw placeError('statement_truncated', this.#text, length, { reason: 'other' });
    if (this.#hasNoCurrency) this.#builder.warnAt('warning', 'statement_no_currency', null, { account: null });
    return this.#builder.finish(format);
  }

  unknown({ text, offset }: RecordLine) {
    return placeError('statement_unreadable', this.#text, offset, { reason: 'misplaced', text: excerpt(text) });
  }

  #opened(line: RecordLine): OpenStatement {
    if (this.#open === null) throw this.unknown(line);
    return this.#open;
  }

  #transactionOf(account: BankAccount, entry: RecordEntry): BankTransaction {
    const { amount, date, line, details } = entry;
    const { payee, notes } = this.#describe(entry);
    return {
      account,
      // No id, because numbers and references of entries are mostly blank or repeated.
      providerId: null,
      date,
      amount,
      currency: account.currency,
      ...(describeParts(payee, notes) ?? { description: 'No description' }),
      status: 'posted',
      raw: { record: line.text.trimEnd(), ...details },
    };
  }
}

/** The day at this column, written with six digits. Throws `statement_bad_date`. */
export function recordDay({ statement, text, offset }: RecordLine, column: number, order: 'dmy' | 'ymd'): CalendarDate {
  const written = text.slice(column, column + 6);
  const [first, month, last] = [written.slice(0, 2), written.slice(2, 4), written.slice(4)];
  const [day, year] = order === 'dmy' ? [first, Number(last)] : [last, Number(first)];
  const date = /^\d{6}$/.test(written)
    ? calendarDate(year + (year < 70 ? 2000 : 1900), Number(month), Number(day))
    : null;
  if (date !== null) return date;
  throw placeError('statement_bad_date', statement, offset + column, { reason: 'unreadable', text: excerpt(written) });
}

export function badRecordAmount({ statement, text, offset }: RecordLine, column: number) {
  const written = excerpt(text.slice(column, column + 14));
  return placeError('statement_bad_amount', statement, offset + column, { reason: 'unreadable', text: written });
}
