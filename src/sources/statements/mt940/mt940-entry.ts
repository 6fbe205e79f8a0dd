import type { Amount } from '../../../core/amount.ts';
import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import { readMt940Amount, signed } from './mt940-amount.ts';
import type { Mt940Field } from './mt940-fields.ts';

/** What a ":61:" says. */
export interface Mt940EntryLine {
  /** "YYMMDD". */
  readonly valueDate: string;
  /** "MMDD", or empty. */
  readonly entryDate: string;
  readonly amount: Amount;
  /** Announced for the day, not booked. */
  readonly isExpected: boolean;
  /** "NTRF": how it was done. */
  readonly type: string;
  readonly customerReference: string;
  /** Empty when there is none. */
  readonly bankReference: string;
  /** The lines below it, or empty. */
  readonly supplement: string;
}

/** Throws `statement_unreadable` or `statement_bad_amount`, with the line, unless all of it fits SWIFT's form. */
export function readEntryLine(statement: StatementText, field: Mt940Field): Mt940EntryLine {
  const { text } = statement;
  const firstBreak = text.indexOf('\n', field.start);
  const isShort = firstBreak === -1 || firstBreak >= field.end;
  const line = text.slice(field.start, isShort ? field.end : firstBreak).trimEnd();
  const match = ENTRY.exec(line);
  if (match === null) throw unreadable(statement, field, line);
  const [, valueDate = '', entryDate = '', mark = '', written = '', type = '', references = ''] = match;
  const amount = readMt940Amount(written);
  if (amount === null) throw badAmount(statement, field, line, written);
  const kind = mark.toUpperCase();
  const slashes = references.indexOf('//');
  return {
    valueDate,
    entryDate,
    amount: signed(amount, kind),
    isExpected: kind.startsWith('E'),
    type,
    customerReference: (slashes === -1 ? references : references.slice(0, slashes)).trim(),
    bankReference: slashes === -1 ? '' : references.slice(slashes + 2).trim(),
    supplement: isShort ? '' : text.slice(firstBreak + 1, field.end),
  };
}

/**
 * Value date, entry date, mark, funds code (the currency's third letter), amount, type, references. The
 * references run to the end of the line: banks write longer ones than SWIFT's 16 characters.
 */
const ENTRY = /^(\d{6})(\d{4})? ?(R[CD]|E[CD]|[CD])[A-Z]? ?(\d[\d.,]*|,\d+) ?([A-Z][A-Z0-9]{3})(.*)$/is;

function unreadable(statement: StatementText, { offset }: Mt940Field, line: string) {
  return placeError('statement_unreadable', statement, offset, { reason: 'entry', text: excerpt(line) });
}

function badAmount(statement: StatementText, { start }: Mt940Field, line: string, written: string) {
  return placeError('statement_bad_amount', statement, start + line.indexOf(written, 6), {
    reason: 'unreadable',
    text: excerpt(written),
  });
}
