import type { Amount } from '../../../core/amount.ts';
import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { decimalsOf } from '../../../core/currency.ts';
import { oneLine } from '../../../core/one-line.ts';
import { type Described, joinDistinct, plainText, withParts } from '../description-parts.ts';
import type { BookedDays } from '../stated-balances.ts';
import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import { NO_DETAILS, readDetails, readNumberedDetails, type EntryDetails } from './mt940-details.ts';
import type { Mt940Entry, Mt940Field, Mt940Kind } from './mt940-messages.ts';
import { isYearCertain, readMt940Amount, signed } from './mt940-values.ts';

export interface EntryContext {
  readonly text: StatementText;
  readonly account: BankAccount;
  readonly kind: Mt940Kind;
  /** Returns the booking day for a value date, which an entry date may follow: "2601300131" or "260130". */
  readonly dayOf: (written: string) => CalendarDate | null;
  /** True if the message has no closing balance, so that the year of an entry date may be uncertain. */
  readonly isOpen: boolean;
  readonly booked: BookedDays;
  /** The length of a full first line of ":86:". */
  readonly firstWidth: number;
}

export function readTransaction(context: EntryContext, entry: Mt940Entry): BankTransaction {
  const { text, account, kind } = context;
  const line = readEntryLine(text, entry.line, decimalsOf(account.currency));
  // A text that is too long for one ":86:" continues in another ":86:".
  const texts = entry.details.filter(({ tag }) => tag === '86').map((field) => field.text);
  const details = texts.join('\n');
  const other = entry.details.find(({ tag }) => tag === 'NS');
  const read =
    details === '' && other !== undefined ? readNumberedDetails(other.text) : readDetails(details, context.firstWidth);
  const date = dateOf(context, entry, line);
  // The day of an interim report is not over, so its entries may still change.
  const status = kind === 'interim' || line.isExpected ? 'pending' : 'posted';
  if (status === 'posted') context.booked.see(date, line.entryDate === '');
  return {
    account,
    providerId: providerIdOf(line),
    date,
    amount: line.amount,
    currency: account.currency,
    ...describeMt940(line, read),
    ...(read.wasIgnored && { formerDescription: describeMt940(line, NO_DETAILS).description }),
    status,
    // Names keep their colons, because V8 stores objects with numeric names as sparse arrays, which take more memory.
    raw: {
      ':61:': entry.line.text,
      ...(details !== '' && { ':86:': details }),
      ...(other !== undefined && { ':NS:': other.text }),
    },
  };
}

/** Includes value date and amount, because banks use one reference for all parts of a batch. Null without a reference. */
function providerIdOf({ bankReference, valueDate, amount }: Mt940EntryLine): string | null {
  return isNoReference(bankReference) ? null : `${oneLine(bankReference)} ${valueDate} ${amount}`;
}

function dateOf(
  { text, dayOf, isOpen }: EntryContext,
  { line }: Mt940Entry,
  { valueDate, entryDate }: Mt940EntryLine,
): CalendarDate {
  const date = dayOf(valueDate + entryDate);
  if (date === null) {
    const written = excerpt(`${valueDate} ${entryDate}`);
    throw placeError('statement_bad_date', text, line.start, { reason: 'unreadable', text: written });
  }
  if (isOpen && !isYearCertain(valueDate, date))
    throw placeError('statement_truncated', text, line.offset, { reason: 'begun' });
  return date;
}

function describeMt940(
  { supplement, customerReference, type }: Mt940EntryLine,
  { party, purpose, kind, reference }: EntryDetails,
): Described {
  const [payee, notes] = [plainText(party), plainText(purpose)];
  const text = joinDistinct(payee, notes);
  if (text !== '') return withParts(text, { payee, notes });
  const other = plainText(supplement) || plainText(kind) || plainText(reference);
  if (other !== '') return { description: other };
  const words = TYPES[type.slice(1).toUpperCase()];
  if (isNoReference(customerReference)) return { description: words ?? 'No description' };
  const called = plainText(customerReference);
  return { description: words === 'Check' ? `Check ${called}` : called };
}

function isNoReference(reference: string): boolean {
  return /^[0\W_]*$|^(?:NONE?REF|NO ?REF|NOTPROVIDED|NOT PROVIDED|NONE|N\/?A)$/i.test(reference);
}

const TYPES: Readonly<Record<string, string>> = {
  BNK: 'Bank',
  BOE: 'Bill of exchange',
  BRF: 'Brokerage fee',
  CHG: 'Charges',
  CHK: 'Check',
  CLR: 'Cash letter',
  CMI: 'Cash management',
  COL: 'Collection',
  COM: 'Commission',
  DDT: 'Direct debit',
  DIV: 'Dividend',
  ECK: 'Eurocheque',
  FEX: 'Foreign exchange',
  INT: 'Interest',
  LBX: 'Lock box',
  LDP: 'Loan deposit',
  MSC: 'Miscellaneous',
  RTI: 'Returned item',
  SEC: 'Securities',
  STO: 'Standing order',
  TCK: "Traveller's check",
  TRF: 'Transfer',
  VDA: 'Value date adjustment',
};

type Mt940EntryLine = ReturnType<typeof readEntryLine>;

/** Rejects an amount with more than `decimals` decimals, because its last digits may begin the type code that follows. */
function readEntryLine(statement: StatementText, field: Mt940Field, decimals: number) {
  const end = `${field.text}\n`.indexOf('\n');
  const line = field.text.slice(0, end).trimEnd();
  const [, valueDate = '', entryDate = '', mark = '', written = '', rest = null] = ENTRY.exec(line) ?? [];
  const behind = rest === null ? null : readBehind(rest);
  if (behind === null)
    throw placeError('statement_unreadable', statement, field.offset, { reason: 'entry', text: excerpt(line) });
  const amount = readMt940Amount(written);
  if (amount === null || !isClear(written, amount, behind.type !== '', decimals)) {
    const fault = { reason: 'unreadable', text: excerpt(written) } as const;
    throw placeError('statement_bad_amount', statement, field.start + line.indexOf(written, 6), fault);
  }
  const kind = mark.toUpperCase();
  return {
    valueDate,
    entryDate: entryDate.trim(),
    amount: signed(amount, kind),
    isExpected: kind.startsWith('E'),
    ...behind,
    supplement: field.text.slice(end + 1),
  };
}

/** Value date, entry date or blanks, mark, funds code (the currency's third letter), amount, rest. */
const ENTRY = /^(\d{6})(\d{4}| {4})? ?(R[CD]|E[CD]|[CD])[A-Z]? ?(\d[\d.,]*|,\d+) ?(?![\d.,])(.*)$/is;

/** Banks pad or omit the type, and write longer references than SWIFT's 16 characters. Null for other text. */
function readBehind(text: string) {
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

/** A short type must begin with one of SWIFT's letters (N, F, S); otherwise it could be a second mark after the amount ("CR"). */
const TYPE = /^(?:[A-Z][A-Z0-9]{3}|[NFS][A-Z0-9]{2} |[NFS][A-Z0-9] {2}|[NFS] {3}|[NFS][A-Z0-9]{0,2}$)/i;
const NO_TYPE = /^(?:$|\/\/|NONREF(?![A-Z0-9]))/i;

/** True if the amount has no more decimals than its currency, so its last digits cannot be part of the type code. */
function isClear(written: string, amount: Amount, isTyped: boolean, decimals: number): boolean {
  const most = Math.max(2, decimals);
  const mark = Math.max(written.lastIndexOf(','), written.lastIndexOf('.'));
  if (!isTyped) return mark !== -1 && written.length - mark - 1 <= most;
  return amount.length - amount.indexOf('.') - 1 <= most;
}
