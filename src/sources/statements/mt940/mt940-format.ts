import { decodeLines } from '../decode-text.ts';
import {
  type Statement,
  type StatementFile,
  type StatementFormat,
  combinePeriods,
  type StatementAccount,
  type StatementPeriod,
} from '../statement.ts';
import type { Balance } from '../../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import { SumCheck, ExactSum } from '../sum-check.ts';
import { decimalsOf, NO_CURRENCY } from '../currency.ts';
import { BookedDays, settledBalances, openingBalance } from '../stated-balances.ts';
import { fileError, placeError, type StatementText } from '../statement-error.ts';
import { currencyOfMessage, readBalances, type Mt940Balances, type Mt940Balance } from './mt940-balance.ts';
import { PageCheck, TotalsCheck, Mt940Warnings } from './mt940-checks.ts';
import {
  ACCOUNT,
  CLOSING,
  kindOfMessage,
  oneOf,
  readMt940Messages,
  type Mt940Kind,
  type Mt940Message,
} from './mt940-messages.ts';
import { readTransaction } from './mt940-transaction.ts';
import { localAccount, numberedAccount } from '../account-identity.ts';
import { isIban, isWrittenLikeIban } from '../iban.ts';

/** SWIFT's MT940 (with MT941 and MT950) and MT942, from bank networks and exports. */
export const mt940Format: StatementFormat = {
  name: 'MT940/MT942',
  extensions: ['.sta', '.940', '.942', '.mt940', '.mt942', '.swi', '.swift', '.fin'],
  scheme: 'mt940',
  recognises: (beginning) => BEGINS.test(beginning),
  read: readMt940,
};

/** A line with a reference, or SWIFT's first block, even in a truncated file or another kind of message. */
const BEGINS = /(?:^|[\r\n]|\{4:)[ \t]*:20:|^[\s\p{Cc}\ufeff]*\{1:[A-Z]\d\d/u;

function readMt940(file: StatementFile): Statement {
  return readMt940Statement(decodeLines(file));
}

function readMt940Statement(text: StatementText): Statement {
  const reader = new StatementReader(text);
  readMt940Messages(text, (message) => reader.read(message));
  return reader.finish();
}

class StatementReader {
  readonly #text: StatementText;
  readonly #warnings: Mt940Warnings;
  readonly #accounts = new Map<string, StatementAccount>();
  readonly #transactions: BankTransaction[] = [];
  readonly #balances: Balance[] = [];
  readonly #kinds = new Set<Mt940Kind>();
  readonly #contents = new Set<string>();
  readonly #pages = new PageCheck();
  readonly #totals: TotalsCheck;
  readonly #sums: SumCheck;
  readonly #providerIds = new ProviderIds();
  #hasBegun = false;
  #isClosed = false;

  constructor(text: StatementText) {
    this.#text = text;
    this.#warnings = new Mt940Warnings(text);
    this.#totals = new TotalsCheck(text, this.#warnings);
    this.#sums = new SumCheck(text.name);
  }

  read(message: Mt940Message): void {
    this.#hasBegun = true;
    const kind = kindOfMessage(this.#text, message, this.#isClosed);
    if (kind === null) {
      this.#warnings.add('statement_other_kind', message.start.offset, { format: 'mt940', text: '' });
      return;
    }
    const account = this.#accountOf(message);
    if ((kind === 'statement' || oneOf(message, ['13D', '13']) !== null) && this.#isRepeated(message)) {
      this.#warnings.add('statement_repeated', message.start.offset, {});
      return;
    }
    this.#kinds.add(kind);
    const balances = readBalances(this.#text, message);
    const isOpen = kind === 'statement' && oneOf(message, CLOSING) === null;
    if (isOpen) this.#warnings.add('statement_no_closing_balance', message.start.offset, { account: account.name });
    else if (kind === 'statement') this.#isClosed = true;
    for (const { offset } of balances.unreadable) {
      this.#warnings.add('statement_bad_balance', offset, { account: account.name, text: null });
    }
    const context = {
      text: this.#text,
      account,
      currency: account.currency,
      kind,
      decimals: decimalsOf(account.currency),
      between: daysBetween(balances),
      isOpen,
      days: new Map(),
      booked: new BookedDays(),
    };
    const transactions = message.entries.map((entry) => readTransaction(context, entry));
    this.#checkSum(balances, account, transactions);
    this.#balances.push(...accountBalances(balances, account, context.booked));
    if (kind === 'interim') this.#totals.see(message, account.id);
    this.#pages.see(balances, account.id);
    this.#providerIds.see(this.#unitOf(message, kind, account), transactions, this.#transactions.length);
    for (const transaction of transactions) this.#transactions.push(transaction);
    this.#remember(account, transactions, balances);
  }

  finish(): Statement {
    if (!this.#hasBegun) {
      throw fileError('statement_truncated', this.#text.name, { reason: 'start' });
    }
    if (this.#kinds.size === 0) {
      throw fileError('statement_empty', this.#text.name, { reason: 'mt940' });
    }
    this.#pages.finish(this.#warnings);
    return {
      format: this.#kinds.has('statement') ? (this.#kinds.has('interim') ? 'MT940, MT942' : 'MT940') : 'MT942',
      accounts: [...this.#accounts.values()],
      transactions: this.#providerIds.withoutRepeated(this.#transactions),
      balances: settledBalances(this.#balances),
      warnings: [...this.#sums.warnings(), ...this.#warnings.all()],
    };
  }

  #checkSum({ opening, closing }: Mt940Balances, account: BankAccount, read: readonly BankTransaction[]): void {
    if (opening === null || closing === null) return;
    const booked = new ExactSum();
    for (const { amount, status } of read) if (status === 'posted') booked.add(amount);
    this.#sums.see({
      account: account.name,
      currency: closing.currency,
      opening,
      closing,
      booked: booked.total(),
      line: () => this.#warnings.lineOf(closing.field.offset),
    });
  }

  #accountOf(message: Mt940Message): BankAccount {
    const field = oneOf(message, ACCOUNT);
    const written = field === null ? '' : this.#text.text.slice(field.start, field.end);
    const account = mt940Account(written, currencyOfMessage(this.#text, message));
    if (field === null || account === null) {
      throw placeError('statement_unreadable', this.#text, (field ?? message.start).offset, {
        reason: 'noAccountField',
      });
    }
    const earlier = this.#accounts.get(account.id)?.account;
    if (account.currency === NO_CURRENCY) {
      this.#warnings.add('statement_no_currency', field.offset, { account: account.name });
    }
    // One object for all entries of an account, unless it has several currencies.
    return earlier?.currency === account.currency ? earlier : account;
  }

  /** True for an exact copy, as in concatenated downloads. Reports without a time may look alike but differ. */
  #isRepeated({ start, entries, fields }: Mt940Message): boolean {
    let end = start.end;
    for (const field of fields.values()) end = Math.max(end, field.end);
    for (const field of [entries.at(-1)?.line, ...(entries.at(-1)?.details ?? [])])
      end = Math.max(end, field?.end ?? 0);
    const content = this.#text.text.slice(start.start, end);
    if (this.#contents.has(content)) return true;
    this.#contents.add(content);
    return false;
  }

  #unitOf(message: Mt940Message, kind: Mt940Kind, { id }: BankAccount): string {
    const field = oneOf(message, ['28C', '28']);
    if (kind === 'interim' || field === null) return `${message.start.offset}`;
    return `${id} ${this.#text.text.slice(field.start, field.end).split('/', 1)[0]}`;
  }

  #remember(account: BankAccount, transactions: readonly BankTransaction[], { closing }: Mt940Balances): void {
    const before = this.#accounts.get(account.id);
    let period = before?.period ?? null;
    for (const { date } of transactions) period = combinePeriods(period, { from: date, to: date });
    if (closing !== null && closing.date !== null)
      period = combinePeriods(period, { from: closing.date, to: closing.date });
    this.#accounts.set(account.id, { account: before?.account ?? account, period });
  }
}

function daysBetween({ opening, closing }: Mt940Balances): StatementPeriod | null {
  const [from, to] = [opening?.date ?? null, closing?.date ?? null];
  return from === null || to === null || from > to ? null : { from, to };
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
  if (isWrittenLikeIban(number)) return numberedAccount({ scheme: 'iban', number, kind: null, currency });
  const bank = parts.length > 0 ? parts.join('/') : lines[1] || null;
  return localAccount({ bank, number, kind: null, currency });
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

/** A page's opening balance (:60M:) repeats the page before. A forward balance (:65:) belongs to a future day. */
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

/** Compares entries of one statement only, so that an id does not depend on the file. */
class ProviderIds {
  readonly #firstSeen = new Map<string, Map<string, number>>();
  readonly #repeated = new Set<number>();

  see(unit: string, transactions: readonly BankTransaction[], start: number): void {
    const firstSeen = this.#firstSeen.get(unit) ?? new Map<string, number>();
    this.#firstSeen.set(unit, firstSeen);
    for (const [index, { providerId }] of transactions.entries()) {
      if (providerId === null) continue;
      const first = firstSeen.get(providerId);
      if (first === undefined) firstSeen.set(providerId, start + index);
      else this.#repeated.add(first).add(start + index);
    }
  }

  withoutRepeated(transactions: readonly BankTransaction[]): readonly BankTransaction[] {
    if (this.#repeated.size === 0) return transactions;
    return transactions.map((transaction, index) =>
      this.#repeated.has(index) ? { ...transaction, providerId: null } : transaction,
    );
  }
}
