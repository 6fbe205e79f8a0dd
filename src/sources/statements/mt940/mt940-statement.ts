import type { Balance } from '../../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import type { CalendarDate } from '../../../core/calendar-date.ts';
import { SumCheck } from '../adds-up.ts';
import { decimalsOf, NO_CURRENCY } from '../currency.ts';
import { ExactSum } from '../exact-sum.ts';
import { BookedDays, settledBalances } from '../stated-balances.ts';
import { fileError, placeError, type StatementText } from '../statement-error.ts';
import type { Statement, StatementAccount, StatementPeriod } from '../statement.ts';
import { mt940Account } from './mt940-account.ts';
import { currencyOfMessage, readBalances, type Mt940Balances } from './mt940-balance.ts';
import { accountBalances } from './mt940-account-balances.ts';
import { PageCheck, TotalsCheck } from './mt940-checks.ts';
import {
  ACCOUNT,
  CLOSING,
  kindOfMessage,
  oneOf,
  readMt940Messages,
  type Mt940Kind,
  type Mt940Message,
} from './mt940-messages.ts';
import { ProviderIds } from './provider-ids.ts';
import { readTransaction } from './mt940-transaction.ts';
import { Mt940Warnings } from './mt940-warnings.ts';

/** All messages of a file as one statement. Throws unless each of them can be read. */
export function readMt940Statement(text: StatementText): Statement {
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
  readonly #known = new Set<string>();
  readonly #pages = new PageCheck();
  readonly #totals: TotalsCheck;
  readonly #sums: SumCheck;
  readonly #providerIds = new ProviderIds();
  #hasBegun = false;
  /** Whether a closing balance was met. */
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
      opening: opening.amount,
      closing: closing.amount,
      booked: booked.total(),
      days: opening.date === null || closing.date === null ? null : { from: opening.date, to: closing.date },
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
    const known = this.#accounts.get(account.id)?.account;
    if (account.currency === NO_CURRENCY) {
      this.#warnings.add('statement_no_currency', field.offset, { account: account.name });
    }
    // The same object for all entries of an account, unless it counts in several currencies.
    return known?.currency === account.currency ? known : account;
  }

  /**
   * The same message word for word, as in downloads that were put together. Two real statements differ by number
   * and balance, two reports of a day by their time; a report without its time may only look the same.
   */
  #isRepeated({ start, entries, fields }: Mt940Message): boolean {
    let end = start.end;
    for (const field of fields.values()) end = Math.max(end, field.end);
    for (const field of [entries.at(-1)?.line, ...(entries.at(-1)?.details ?? [])])
      end = Math.max(end, field?.end ?? 0);
    const content = this.#text.text.slice(start.start, end);
    if (this.#known.has(content)) return true;
    this.#known.add(content);
    return false;
  }

  /** The pages of one statement count as one; an interim report may repeat what an earlier one had. */
  #unitOf(message: Mt940Message, kind: Mt940Kind, { id }: BankAccount): string {
    const field = oneOf(message, ['28C', '28']);
    if (kind === 'interim' || field === null) return `${message.start.offset}`;
    return `${id} ${this.#text.text.slice(field.start, field.end).split('/', 1)[0]}`;
  }

  #remember(account: BankAccount, transactions: readonly BankTransaction[], { closing }: Mt940Balances): void {
    const before = this.#accounts.get(account.id);
    let period = before?.period ?? null;
    for (const { date } of transactions) period = withDay(period, date);
    if (closing !== null && closing.date !== null) period = withDay(period, closing.date);
    this.#accounts.set(account.id, { account: before?.account ?? account, period });
  }
}

function daysBetween({ opening, closing }: Mt940Balances): StatementPeriod | null {
  const [from, to] = [opening?.date ?? null, closing?.date ?? null];
  return from === null || to === null || from > to ? null : { from, to };
}

function withDay(period: StatementPeriod | null, date: CalendarDate): StatementPeriod {
  if (period === null) return { from: date, to: date };
  if (date < period.from) return { from: date, to: period.to };
  return date > period.to ? { from: period.from, to: date } : period;
}
