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

/**
 * Throws `statement_unreadable` or `statement_bad_amount`, with the line, unless all of it fits
 * SWIFT's form, or what banks make of it that has one meaning.
 *
 * @param decimals of the currency: more of them may be the beginning of what stands behind the amount.
 */
export function readEntryLine(statement: StatementText, field: Mt940Field, decimals: number): Mt940EntryLine {
  const { text } = statement;
  const firstBreak = text.indexOf('\n', field.start);
  const isShort = firstBreak === -1 || firstBreak >= field.end;
  const line = text.slice(field.start, isShort ? field.end : firstBreak).trimEnd();
  const match = ENTRY.exec(line);
  const behind = match === null ? null : readBehind(match[5] ?? '');
  if (match === null || behind === null) throw unreadable(statement, field, line);
  const [, valueDate = '', entryDate = '', mark = '', written = ''] = match;
  const amount = readMt940Amount(written);
  if (amount === null || !isClear(written, amount, behind.type !== '', decimals))
    throw badAmount(statement, field, line, written);
  const kind = mark.toUpperCase();
  return {
    valueDate,
    entryDate: entryDate.trim(),
    amount: signed(amount, kind),
    isExpected: kind.startsWith('E'),
    ...behind,
    supplement: isShort ? '' : text.slice(firstBreak + 1, field.end),
  };
}

/**
 * Value date, entry date or the blanks in its place, mark, funds code (the currency's third letter), amount, and what
 * is behind it.
 */
const ENTRY = /^(\d{6})(\d{4}| {4})? ?(R[CD]|E[CD]|[CD])[A-Z]? ?(\d[\d.,]*|,\d+) ?(?![\d.,])(.*)$/is;

/**
 * The type, which some banks pad with blanks or leave out, and the references: they run to the end of the line, since
 * banks write longer ones than SWIFT's 16 characters. Null for what is neither.
 */
function readBehind(text: string): Pick<Mt940EntryLine, 'type' | 'customerReference' | 'bankReference'> | null {
  const type = NO_TYPE.test(text) ? '' : (TYPE.exec(text)?.[0] ?? null);
  if (type === null) return null;
  const references = text.slice(type.length);
  const slashes = references.indexOf('//');
  return {
    type: type.trimEnd(),
    customerReference: (slashes === -1 ? references : references.slice(0, slashes)).trim(),
    bankReference: slashes === -1 ? '' : references.slice(slashes + 2).trim(),
  };
}

/** A short one begins with SWIFT's letters, so that it is no second mark behind the amount ("CR"). */
const TYPE = /^(?:[A-Z][A-Z0-9]{3}|[NFS][A-Z0-9]{2} |[NFS][A-Z0-9] {2}|[NFS] {3}|[NFS][A-Z0-9]{0,2}$)/i;
const NO_TYPE = /^(?:$|\/\/|NONREF(?![A-Z0-9]))/i;

/**
 * Whether nothing that is read as a digit of the amount may be of something else, such as a code of three digits: so
 * it has its mark where no type ends it, and no more decimals than its money has.
 */
function isClear(written: string, amount: Amount, isTyped: boolean, decimals: number): boolean {
  const most = Math.max(2, decimals);
  const mark = Math.max(written.lastIndexOf(','), written.lastIndexOf('.'));
  if (!isTyped) return mark !== -1 && written.length - mark - 1 <= most;
  return amount.length - amount.indexOf('.') - 1 <= most;
}

function unreadable(statement: StatementText, { offset }: Mt940Field, line: string) {
  return placeError('statement_unreadable', statement, offset, { reason: 'entry', text: excerpt(line) });
}

function badAmount(statement: StatementText, { start }: Mt940Field, line: string, written: string) {
  return placeError('statement_bad_amount', statement, start + line.indexOf(written, 6), {
    reason: 'unreadable',
    text: excerpt(written),
  });
}
