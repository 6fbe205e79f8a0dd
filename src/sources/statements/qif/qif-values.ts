import type { Amount } from '../../../core/amount.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { DecimalMarkSearch, readDecimal, type DecimalMark } from '../../../core/amount-text.ts';
import { remembering } from '../remembering.ts';
import { excerpt, placeError, type Fault, type StatementText } from '../statement-error.ts';
import { QifDateSearch, readQifDate, type QifDateOrder } from './qif-date.ts';
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
  readonly #answer: QifDateOrder | null;

  /**
   * @param givenOrder what the file itself says.
   * @param answer what a person says, for a file that shows nothing.
   */
  constructor(text: StatementText, givenOrder: QifDateOrder | null, answer: QifDateOrder | null = null) {
    this.#text = text;
    this.#answer = answer;
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
      if (problem !== null) throw badAmount(this.#text, record, problem, amount);
    }
    if (total === undefined && same === undefined) throw badAmount(this.#text, record, 'missing');
  }

  decide(): QifHabits {
    const found = this.#dates.decide();
    const order = typeof found === 'string' ? found : this.#answer;
    if (order === null) throw badDate(this.#text, (found as { readonly ambiguous: QifRecord }).ambiguous, 'ambiguous');
    const mark = this.#marks.decide();
    if (typeof mark !== 'string') throw badAmount(this.#text, mark.ambiguous, 'ambiguous');
    return { mark, readDate: remembering((text) => readQifDate(text, order)) };
  }
}

/** What was looked at by `QifHabitSearch` before. Throws `statement_bad_amount` where T and U differ. */
export function amountOf(text: StatementText, record: QifRecord, mark: DecimalMark): Amount {
  const { T: total, U: same } = record.fields;
  const amount = readDecimal(total ?? same ?? '', mark);
  if (amount === null) throw badAmount(text, record, 'unreadable');
  if (total !== undefined && same !== undefined && total !== same && readDecimal(same, mark) !== amount) {
    throw placeError('statement_bad_amount', text, record.amountOffset, {
      reason: 'different',
      text: excerpt(same),
      before: excerpt(total),
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
  reason: Fault<'statement_bad_amount'>['reason'],
  written: string = amountText(record),
) {
  return placeError('statement_bad_amount', text, record.amountOffset, { reason, text: excerpt(written) });
}

function badDate(text: StatementText, record: QifRecord, reason: Fault<'statement_bad_date'>['reason']) {
  const written = excerpt(record.fields['D'] ?? '');
  return placeError('statement_bad_date', text, record.dateOffset, { reason, text: written });
}
