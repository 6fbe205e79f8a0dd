import { AmountSum } from '../../../core/amount.ts';
import type { Balance } from '../../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import { memoize } from '../../../core/memoize.ts';
import { localAccount, isIban, isWrittenLikeIban } from '../account-identity.ts';
import { NO_CURRENCY } from '../../../core/currency.ts';
import { decodeLines } from '../decode-text.ts';
import { BookedDays, openingBalance } from '../stated-balances.ts';
import { StatementBuilder } from '../statement-builder.ts';
import { fileError, placeError, type StatementText } from '../statement-error.ts';
import { periodOf, type Statement, type StatementFile, type StatementFormat } from '../statement.ts';
import {
  currencyOfMessage,
  type Mt940Balance,
  type Mt940Balances,
  readBalances,
  ACCOUNT,
  CLOSING,
  kindOfMessage,
  type Mt940Kind,
  type Mt940Message,
  mt940Messages,
  oneOf,
  TOTALS,
} from './mt940-messages.ts';
import { firstWidthOf } from './mt940-details.ts';
import { readTransaction } from './mt940-transaction.ts';
import { bookingDate } from './mt940-values.ts';

/** SWIFT's MT940 (with MT941 and MT950) and MT942, from bank networks and exports. */
export const mt940Format: StatementFormat = {
  name: 'MT940/MT942',
  extensions: ['.sta', '.940', '.942', '.mt940', '.mt942', '.swi', '.swift', '.fin'],
  scheme: 'mt940',
  recognizes: (beginning) => BEGINS.test(beginning),
  read: readMt940,
};

/** Matches a line with a reference, or SWIFT's first block, even in a truncated file or another kind of message. */
const BEGINS = /(?:^|[\r\n]|\{4:)[ \t]*:20:|^[\s\p{Cc}\ufeff]*\{1:[A-Z]\d\d/u;

function readMt940(file: StatementFile): Statement {
  const text = decodeLines(file);
  const reader = new StatementReader(text);
  let hasBegun = false;
  for (const message of mt940Messages(text)) {
    hasBegun = true;
    reader.read(message);
  }
  if (!hasBegun) throw fileError('statement_truncated', text.name, { reason: 'other' });
  return reader.finish();
}

class StatementReader {
  readonly #text: StatementText;
  readonly #builder: StatementBuilder;
  readonly #kinds = new Set<Mt940Kind>();
  readonly #contents = new Set<string>();
  /** Offsets of the balances between pages, by account, currency and amount: those that begin a page, and those that end one. */
  readonly #pages = { first: new Map<string, number>(), last: new Map<string, number>() };
  /** Indexes of transactions by id, separately for each statement: the same id in two statements is no conflict. */
  readonly #ids = new Map<string, Map<string, number>>();
  #counted = { accountId: '', entries: 0 };
  readonly #firstWidth: number;
  #isClosed = false;

  constructor(text: StatementText) {
    this.#text = text;
    this.#firstWidth = firstWidthOf(text.text);
    this.#builder = new StatementBuilder(text);
  }

  read(message: Mt940Message): void {
    const { offset } = message.start;
    const builder = this.#builder;
    const kind = kindOfMessage(this.#text, message, this.#isClosed);
    if (kind === null) {
      builder.warnAt('warning', 'statement_other_kind', offset, { format: 'mt940', text: '' });
      return;
    }
    const account = this.#accountOf(message);
    if ((kind === 'statement' || oneOf(message, ['13D', '13']) !== null) && this.#isRepeated(message)) {
      builder.warnAt('info', 'statement_repeated', offset, {});
      return;
    }
    this.#kinds.add(kind);
    const { name } = account;
    const balances = readBalances(this.#text, message);
    const { opening, closing } = balances;
    const isOpen = kind === 'statement' && oneOf(message, CLOSING) === null;
    if (isOpen) builder.warnAt('warning', 'statement_no_closing_balance', offset, { account: name });
    else if (kind === 'statement') this.#isClosed = true;
    for (const field of balances.unreadable)
      builder.warnAt('info', 'statement_bad_balance', field.offset, { account: name, text: null });
    const [from, to] = [opening?.date ?? null, closing?.date ?? null];
    const between = from === null || to === null || from > to ? null : { from, to };
    const context = {
      text: this.#text,
      account,
      kind,
      dayOf: memoize((written: string) => bookingDate(written.slice(0, 6), written.slice(6), between)),
      isOpen,
      booked: new BookedDays(),
      firstWidth: this.#firstWidth,
    };
    const transactions = message.entries.map((entry) => readTransaction(context, entry));
    this.#checkSum(balances, account, transactions);
    builder.balances.push(...accountBalances(balances, account, context.booked));
    if (kind === 'interim') this.#checkTotals(message, account.id);
    const keyOf = ({ amount, currency }: Mt940Balance): string => `${account.id} ${currency} ${amount}`;
    if (opening?.field.tag === '60M') this.#pages.first.set(keyOf(opening), opening.field.offset);
    if (closing?.field.tag === '62M') this.#pages.last.set(keyOf(closing), closing.field.offset);
    this.#add(transactions, this.#unitOf(message, kind, account));
    const days = transactions.map(({ date }) => date);
    builder.addAccount(account, periodOf(to === null ? days : [...days, to]));
  }

  finish(): Statement {
    if (this.#kinds.size === 0) throw fileError('statement_empty', this.#text.name, { reason: 'other' });
    const { first, last } = this.#pages;
    // Warns about missing pages: each page begins with the last balance of the page before, in any order of pages.
    for (const [key, offset] of first)
      if (!last.has(key)) this.#builder.warnAt('warning', 'statement_pages', offset, { account: null });
    for (const [key, offset] of last)
      if (!first.has(key)) this.#builder.warnAt('warning', 'statement_pages', offset, { account: null });
    const names = [this.#kinds.has('statement') ? ['MT940'] : [], this.#kinds.has('interim') ? ['MT942'] : []];
    return this.#builder.finish(names.flat().join(', '));
  }

  #checkSum({ opening, closing }: Mt940Balances, { name }: BankAccount, read: readonly BankTransaction[]): void {
    if (opening === null || closing === null) return;
    const sum = new AmountSum();
    for (const { amount, status } of read) if (status === 'posted') sum.add(amount);
    const { currency, field } = closing;
    const { offset } = field;
    this.#builder.checkSum({ account: name, currency, opening, closing, booked: sum.total, offset });
  }

  #checkTotals(message: Mt940Message, accountId: string): void {
    const { entries } = this.#counted;
    const found = (accountId === this.#counted.accountId ? entries : 0) + message.entries.length;
    const last = oneOf(message, TOTALS);
    this.#counted = { accountId, entries: last === null ? found : 0 };
    if (last === null) return;
    const fields = TOTALS.flatMap((tag) => message.fields.get(tag) ?? []);
    const counts = fields.map(({ text }) => Number(/^\s*(\d{1,9})/.exec(text)?.[1] ?? Number.NaN));
    const announced = counts.reduce((sum, count) => sum + count, 0);
    const params = { account: null, announced, found };
    if (announced > found) this.#builder.warnAt('problem', 'statement_entry_count', last.offset, params);
  }

  #accountOf(message: Mt940Message): BankAccount {
    const field = oneOf(message, ACCOUNT);
    const account = mt940Account(field?.text ?? '', currencyOfMessage(this.#text, message));
    if (field === null || account === null) {
      const { offset } = field ?? message.start;
      throw placeError('statement_unreadable', this.#text, offset, { reason: 'account' });
    }
    if (account.currency === NO_CURRENCY)
      this.#builder.warnAt('warning', 'statement_no_currency', field.offset, { account: account.name });
    // All entries of an account share one object, unless the account has several currencies.
    const first = this.#builder.addAccount(account);
    return first.currency === account.currency ? first : account;
  }

  /** True for a copy of an earlier message. Not called for interim reports without a time, which may be equal by chance. */
  #isRepeated({ start, end }: Mt940Message): boolean {
    const content = this.#text.text.slice(start.start, end);
    const isRepeated = this.#contents.has(content);
    this.#contents.add(content);
    return isRepeated;
  }

  #unitOf(message: Mt940Message, kind: Mt940Kind, { id }: BankAccount): string {
    const field = oneOf(message, ['28C', '28']);
    if (kind === 'interim' || field === null) return `${message.start.offset}`;
    return `${id} ${field.text.split('/', 1)[0]}`;
  }

  /** Removes an id that several transactions of a statement share, because it identifies none of them. */
  #add(added: readonly BankTransaction[], unit: string): void {
    const { transactions } = this.#builder;
    const places = this.#ids.get(unit) ?? new Map<string, number>();
    this.#ids.set(unit, places);
    for (const transaction of added) {
      const place = transactions.push(transaction) - 1;
      const first = transaction.providerId === null ? place : (places.get(transaction.providerId) ?? place);
      if (first !== place)
        for (const index of [first, place])
          transactions[index] = { ...(transactions[index] as BankTransaction), providerId: null };
      else if (transaction.providerId !== null) places.set(transaction.providerId, place);
    }
  }
}

/**
 * Banks write "IBAN", "BIC/IBAN", "bank code/number", "/PL…", and may append the currency ("…EUR", "…/EUR"). The
 * currency of the balances distinguishes an appended currency from the end of a number.
 */
export function mt940Account(written: string, balanceCurrency: string | null): BankAccount | null {
  const lines = written.split('\n').map((line) => line.replace(/\s/g, '').toUpperCase());
  const parts = (lines[0] ?? '').split('/').filter((part) => part !== '');
  const added = parts.length > 1 && CURRENCY.test(parts.at(-1) as string) ? (parts.pop() as string) : null;
  const whole = parts.pop() ?? '';
  const cut = withoutCurrency(whole, balanceCurrency);
  const number = added === null ? cut : whole;
  const currency = balanceCurrency ?? added ?? (cut === whole ? null : whole.slice(-3)) ?? NO_CURRENCY;
  const iban = isWrittenLikeIban(number) ? number : null;
  const bank = parts.length > 0 ? parts.join('/') : lines[1] || null;
  return localAccount({ iban, bank, number, kind: null, currency });
}

/** Removes the end of "NL08INGB0000001234EUR". A valid IBAN that ends in letters is kept. */
function withoutCurrency(number: string, balanceCurrency: string | null): string {
  const [rest, end] = [number.slice(0, -3), number.slice(-3)];
  if (!CURRENCY.test(end)) return number;
  // One IBAN in 97 is also valid with a currency appended, so the currency of the balances has priority.
  if (isIban(number) && !(end === balanceCurrency && isIban(rest))) return number;
  return isIban(rest) || end === balanceCurrency || (balanceCurrency === null && /\d$/.test(rest)) ? rest : number;
}

const CURRENCY = /^[A-Z]{3}$/;

/** Ignores the opening balance of a later page (:60M:), which repeats the page before, and forward balances of future days (:65:). */
function accountBalances(
  { opening, closing, available }: Mt940Balances,
  account: BankAccount,
  booked: BookedDays,
): Balance[] {
  const first = opening?.field.tag === '60F' ? stated(opening, account) : null;
  const last = closing === null ? null : stated(closing, account);
  const spendable = available === null ? null : stated(available, account);
  const isPage = closing?.field.tag === '62M';
  return [
    first === null ? null : openingBalance(first, booked.first, isPage ? null : (last?.date ?? null)),
    last === null
      ? null
      : !isPage
        ? { ...last, kind: 'closing' as const }
        : booked.last === last.date
          ? { ...last, kind: 'booked' as const }
          : null,
    spendable === null ? null : { ...spendable, kind: 'available' as const },
  ].filter((balance) => balance !== null);
}

function stated({ amount, currency, date }: Mt940Balance, account: BankAccount): Omit<Balance, 'kind'> | null {
  return date === null ? null : { account, amount, currency, date, at: null };
}
