import { report } from '../../messages/report.ts';
import { problem } from '../../messages/problem.ts';
import type { BankAccount, BankTransaction } from '../../core/bank-transaction.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { nameWithBank } from '../account-name.ts';
import { toBankAccount } from './account.ts';
import type { Answer, ServerAccount } from './answer.ts';
import { errorMessage, touches } from './server-messages.ts';
import { readTransaction, type Unreadable } from './transaction.ts';
import type { Currencies } from './currency.ts';
import type { FetchRequest, SourceMessage } from '../source.ts';
import type { Window } from './windows.ts';

/** What was answered for one window. */
export interface WindowAnswer {
  readonly window: Window;
  readonly answer: Answer;
  /** An older window, as it was answered at an earlier fetch. */
  readonly isRecalled: boolean;
}

/** One account over all windows. */
export interface GatheredAccount {
  readonly server: ServerAccount;
  readonly account: BankAccount;
  /** Each real transaction once, though windows overlap. */
  transactions: BankTransaction[];
  /** By window, in the order of the windows: what each showed. */
  readonly shown: BankTransaction[][];
  /** Transactions that were left out, by what was sent: why. */
  readonly unreadable: Map<string, Unreadable['problem']>;
  /** Every window had a list of its transactions, and no error is about it. */
  whole: boolean;
}

type Request = Pick<FetchRequest, 'since' | 'today' | 'timeZone'>;

/** Puts the answers of all windows together, the newest first, account by account. */
export async function gather(
  answers: readonly WindowAnswer[],
  request: Request,
  currencies: Currencies,
): Promise<GatheredAccount[]> {
  const accounts = new Map<string, GatheredAccount>();
  const shared = sharedNames(answers);
  for (const [index, { answer, isRecalled }] of answers.entries()) {
    for (const server of answer.accounts) {
      const key = JSON.stringify([server.connection, server.id]);
      let gathered = accounts.get(key);
      if (gathered === undefined) {
        const { name } = toBankAccount(server, '');
        const plain = toBankAccount(server, await currencies.codeOf(server.currency, name));
        const account = shared.has(name) ? { ...plain, name: nameWithBank(plain.name, server.bank) } : plain;
        gathered = { server, account, transactions: [], shown: [], unreadable: new Map(), whole: index === 0 };
        accounts.set(key, gathered);
      }
      const read = readList(gathered, server.transactions ?? [], request);
      gathered.shown[index] = isRecalled ? settledIn(gathered, read, answers[0]?.window) : read;
      addWindow(gathered, gathered.shown[index], request.since);
      if (server.transactions === null || answer.errors.some((error) => touches(error, server))) gathered.whole = false;
    }
  }
  for (const gathered of accounts.values()) {
    if (gathered.shown.filter(Boolean).length < answers.length) gathered.whole = false;
  }
  return [...accounts.values()];
}

/** Names that accounts of several banks have: people would not tell them apart. */
function sharedNames(answers: readonly WindowAnswer[]): Set<string> {
  const banksOf = new Map<string, Set<string>>();
  for (const server of answers.flatMap(({ answer }) => answer.accounts)) {
    const { name } = toBankAccount(server, '');
    banksOf.set(name, (banksOf.get(name) ?? new Set()).add(server.connection));
  }
  return new Set([...banksOf].flatMap(([name, banks]) => (banks.size > 1 ? [name] : [])));
}

function readList(
  { account, unreadable }: GatheredAccount,
  list: readonly unknown[],
  { today, timeZone }: Request,
): BankTransaction[] {
  const transactions: BankTransaction[] = [];
  for (const json of list) {
    const read = readTransaction(json, { account, today, timeZone });
    if ('problem' in read) unreadable.set(JSON.stringify(json), read.problem);
    else transactions.push(read);
  }
  return transactions;
}

/**
 * What was pending some days ago may be posted or gone by now, and would come back as a row of its own. Of the days that the
 * newest window holds, that window knows; of days before it, nobody does.
 */
function settledIn(
  gathered: GatheredAccount,
  recalled: readonly BankTransaction[],
  newest: Window | undefined,
): BankTransaction[] {
  const isOpen = ({ status, date }: BankTransaction): boolean =>
    status === 'pending' && (newest === undefined || date < newest.from);
  if (recalled.some(isOpen)) gathered.whole = false;
  return recalled.filter(({ status }) => status === 'posted');
}

function addWindow(gathered: GatheredAccount, shown: readonly BankTransaction[], since: CalendarDate): void {
  const earlier = byId(gathered.transactions);
  for (const read of shown) {
    if (read.status === 'posted' && read.date < since) continue;
    const known = (earlier.get(read.providerId) ?? []).find((other) => isSame(other, read));
    if (known === undefined) gathered.transactions.push(read);
    // It posted between two requests.
    else if (known.status === 'pending' && read.status === 'posted')
      gathered.transactions = gathered.transactions.map((other) => (other === known ? read : other));
  }
}

function byId(transactions: readonly BankTransaction[]): Map<string | null, BankTransaction[]> {
  const found = new Map<string | null, BankTransaction[]>();
  for (const transaction of transactions) {
    const there = found.get(transaction.providerId);
    if (there === undefined) found.set(transaction.providerId, [transaction]);
    else there.push(transaction);
  }
  return found;
}

/** In two windows one id is one transaction, unless the bank used it for two bookings. */
function isSame(a: BankTransaction, b: BankTransaction): boolean {
  return a.status === 'pending' || b.status === 'pending' || (a.date === b.date && a.amount === b.amount);
}

/** What the servers said, each message once however many windows repeat it. */
export function serverMessages(answers: readonly Answer[], host: string): SourceMessage[] {
  const messages = new Map<string, SourceMessage>();
  for (const answer of answers) {
    for (const error of answer.errors) {
      const message = errorMessage(error, answer.accounts, host);
      messages.set(`${message.code} ${message.message}`, message);
    }
    if (answer.unclear > 0) messages.set('unclear', unclearAccounts(answer.unclear, host));
    if (answer.unreadable > 0) messages.set('unreadable', unreadableAccounts(answer.unreadable, host));
  }
  return [...messages.values()];
}

function unclearAccounts(count: number, host: string): SourceMessage {
  return { severity: 'problem', ...report(problem('source_account_unclear', { host, count })) };
}

function unreadableAccounts(count: number, host: string): SourceMessage {
  return { severity: 'problem', ...report(problem('source_account_unreadable', { host, count })) };
}

/** One message for an account some of whose transactions cannot be read. */
export function unreadableTransactions(
  { account: { name }, unreadable }: GatheredAccount,
  host: string,
): SourceMessage[] {
  const [reason] = unreadable.values();
  if (reason === undefined) return [];
  const told = problem('source_transaction_unreadable', { host, account: name, count: unreadable.size, reason });
  return [{ severity: 'problem', ...report(told) }];
}

/** The first day of posted transactions; null when there are none. */
export function firstDay(transactions: readonly BankTransaction[]): CalendarDate | null {
  return transactions.reduce<CalendarDate | null>(
    (first, { status, date }) => (status === 'posted' && (first === null || date < first) ? date : first),
    null,
  );
}
