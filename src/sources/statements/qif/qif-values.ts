import type { Amount } from '../../../core/amount.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { DECIMAL_MARK_PROBLEMS, DecimalMarkSearch, readDecimal, type DecimalMark } from '../decimal-mark.ts';
import { placeError, quoted, type StatementText } from '../statement-error.ts';
import { remembering } from '../remembering.ts';
import { QifDateSearch, readQifDate, type QifDateOrder, type QifDateProblem } from './qif-date.ts';
import type { QifRecord } from './qif-records.ts';

/** How a file writes its amounts and dates. */
export interface QifHabits {
  readonly mark: DecimalMark;
  readonly readDate: (text: string) => CalendarDate | null;
}

/** Throws `statement_bad_amount` or `statement_bad_date` with the line of the first one that does not fit. */
export class QifHabitSearch {
  readonly #text: StatementText;
  readonly #marks = new DecimalMarkSearch<QifRecord>();
  readonly #dates: QifDateSearch<QifRecord>;

  constructor(text: StatementText, givenOrder: QifDateOrder | null) {
    this.#text = text;
    this.#dates = new QifDateSearch(givenOrder);
  }

  see(record: QifRecord): void {
    const date = record.fields['D'];
    if (date === undefined) throw badDate(this.#text, record, 'missing');
    const dateProblem = this.#dates.see(date, record);
    if (dateProblem !== null) throw badDate(this.#text, record, dateProblem);
    const { T: total, U: same } = record.fields;
    for (const amount of total === same ? [total] : [total, same]) {
      const problem = amount === undefined ? null : this.#marks.see(amount, DECIMALS, record);
      if (problem !== null) throw badAmount(this.#text, record, amount ?? '', PROBLEMS[problem]);
    }
    if (total === undefined && same === undefined) throw badAmount(this.#text, record, null, PROBLEMS.unreadable);
  }

  decide(): QifHabits {
    const order = this.#dates.decide();
    if (typeof order !== 'string') throw badDate(this.#text, order.ambiguous, 'ambiguous');
    const mark = this.#marks.decide();
    if (typeof mark !== 'string')
      throw badAmount(this.#text, mark.ambiguous, amountText(mark.ambiguous), PROBLEMS.ambiguous);
    return { mark, readDate: remembering((text) => readQifDate(text, order)) };
  }
}

/** What was looked at by `QifHabitSearch` before. Throws `statement_bad_amount` where T and U differ. */
export function amountOf(text: StatementText, record: QifRecord, mark: DecimalMark): Amount {
  const { T: total, U: same } = record.fields;
  const amount = readDecimal(total ?? same ?? '', mark);
  if (amount === null) throw badAmount(text, record, amountText(record), PROBLEMS.unreadable);
  if (total !== undefined && same !== undefined && total !== same && readDecimal(same, mark) !== amount) {
    throw badAmount(text, record, same, {
      ...PROBLEMS.unreadable,
      what: `is not the ${quoted(total)} of the same transaction`,
    });
  }
  return amount;
}

/** Throws `statement_bad_date` for a day that the order of the file has not. */
export function dateOf(text: StatementText, record: QifRecord, { readDate }: QifHabits): CalendarDate {
  const date = readDate(record.fields['D'] ?? '');
  if (date === null) throw badDate(text, record, 'unreadable');
  return date;
}

function amountText({ fields }: QifRecord): string {
  return fields['T'] ?? fields['U'] ?? '';
}

/** The format has no currency; nearly all have two. */
const DECIMALS = 2;

function badAmount(
  text: StatementText,
  record: QifRecord,
  written: string | null,
  { what, remedy }: { what: string; remedy: string },
) {
  const sentence = written === null ? 'the transaction has no amount (T)' : `the amount ${quoted(written)} ${what}`;
  return placeError('statement_bad_amount', text, record.amountOffset, `${sentence}.`, remedy);
}

const AGAIN = 'Download the statement again; if it stays like this, choose another format at the bank, such as OFX.';

const PROBLEMS = { ...DECIMAL_MARK_PROBLEMS, unreadable: { ...DECIMAL_MARK_PROBLEMS.unreadable, remedy: AGAIN } };

function badDate(text: StatementText, record: QifRecord, problem: QifDateProblem | 'missing') {
  const { what, remedy } = DATE_PROBLEMS[problem];
  const sentence = problem === 'missing' ? what : `${quoted(record.fields['D'] ?? '')} ${what}`;
  return placeError('statement_bad_date', text, record.dateOffset, `${sentence}.`, remedy);
}

const DATE_PROBLEMS: Readonly<Record<QifDateProblem | 'missing', { what: string; remedy: string }>> = {
  missing: { what: 'the transaction has no date (D)', remedy: AGAIN },
  unreadable: { what: 'is not a date of the calendar', remedy: AGAIN },
  ambiguous: {
    what: 'may be two different days, and no other date of the file shows whether the day, the month or the year comes first',
    remedy:
      'Download a longer period, so that a day after the 12th shows it, or choose OFX at the bank. If you know the order, put a line "!Option:DMY" (day first) or "!Option:MDY" (month first) at the top of the file.',
  },
  conflicting: {
    what: 'has day and month in another order than the dates before it',
    remedy: 'Download the statement again; if it stays like this, choose another format at the bank, such as OFX.',
  },
};
