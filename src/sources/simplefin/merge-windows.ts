import type { BankAccount, BankTransaction } from '../../core/bank-transaction.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { digest } from '../../platform/ids.ts';
import { accountName, nameWithBank } from '../bank-texts.ts';
import { sourceMessage, type FetchRequest, type SourceMessage } from '../source.ts';
import type { Answer, ServerAccount, ErrorKind, ServerError } from './answer.ts';
import type { Currencies } from './currencies.ts';
import { readTransaction, type Unreadable } from './transaction.ts';
import type { Window } from './windows.ts';
import { oneLine } from '../../core/one-line.ts';
import type { Problem } from '../../messages/parameters.ts';

export interface WindowAnswer {
  readonly window: Window;
  readonly answer: Answer;
  readonly isArchived: boolean;
}

export interface MergedAccount {
  readonly server: ServerAccount;
  readonly account: BankAccount;
  transactions: BankTransaction[];
  readonly shown: BankTransaction[][];
  readonly unreadable: Map<string, Unreadable['problem']>;
  /** True if every window had a transaction list for the account, and no error affects the account. */
  isComplete: boolean;
}

type Request = Pick<FetchRequest, 'since' | 'today' | 'timeZone'>;

export async function mergeWindows(
  answers: readonly WindowAnswer[],
  request: Request,
  currencies: Currencies,
): Promise<MergedAccount[]> {
  const accounts = new Map<string, MergedAccount>();
  const shared = sharedNames(answers);
  for (const [index, { answer, isArchived }] of answers.entries()) {
    for (const server of answer.accounts) {
      const key = JSON.stringify([server.connection, server.id]);
      let merged = accounts.get(key);
      if (merged === undefined) {
        const { name } = toBankAccount(server, '');
        const plain = toBankAccount(server, await currencies.codeOf(server.currency, name));
        const account = shared.has(name) ? { ...plain, name: nameWithBank(plain.name, server.bank) } : plain;
        merged = { server, account, transactions: [], shown: [], unreadable: new Map(), isComplete: index === 0 };
        accounts.set(key, merged);
      }
      const read = readList(merged, server.transactions ?? [], request);
      merged.shown[index] = isArchived ? withoutPending(merged, read, answers[0]?.window) : read;
      addWindow(merged, merged.shown[index], request.since);
      if (server.transactions === null || answer.errors.some((error) => isAffectedBy(error, server)))
        merged.isComplete = false;
    }
  }
  for (const merged of accounts.values()) {
    if (merged.shown.filter(Boolean).length < answers.length) merged.isComplete = false;
  }
  return [...accounts.values()];
}

function sharedNames(answers: readonly WindowAnswer[]): Set<string> {
  const banksOf = new Map<string, Set<string>>();
  for (const server of answers.flatMap(({ answer }) => answer.accounts)) {
    const { name } = toBankAccount(server, '');
    banksOf.set(name, (banksOf.get(name) ?? new Set()).add(server.connection));
  }
  return new Set([...banksOf].flatMap(([name, banks]) => (banks.size > 1 ? [name] : [])));
}

function readList(
  { account, unreadable }: MergedAccount,
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

/** Leaves out archived pending transactions, which may be posted or gone by now; the account is then incomplete. */
function withoutPending(
  merged: MergedAccount,
  archived: readonly BankTransaction[],
  newest: Window | undefined,
): BankTransaction[] {
  const isOpen = ({ status, date }: BankTransaction): boolean =>
    status === 'pending' && (newest === undefined || date < newest.from);
  if (archived.some(isOpen)) merged.isComplete = false;
  return archived.filter(({ status }) => status === 'posted');
}

function addWindow(merged: MergedAccount, shown: readonly BankTransaction[], since: CalendarDate): void {
  const earlier = Map.groupBy(merged.transactions, ({ providerId }) => providerId);
  for (const read of shown) {
    if (read.status === 'posted' && read.date < since) continue;
    const duplicate = (earlier.get(read.providerId) ?? []).find((other) => isSame(other, read));
    if (duplicate === undefined) merged.transactions.push(read);
    // Replaces a pending transaction that was posted between two requests.
    else if (duplicate.status === 'pending' && read.status === 'posted')
      merged.transactions = merged.transactions.map((other) => (other === duplicate ? read : other));
  }
}

/** For two transactions with one id. False if both are posted with different days or amounts, because the bank reused the id. */
function isSame(a: BankTransaction, b: BankTransaction): boolean {
  return a.status === 'pending' || b.status === 'pending' || (a.date === b.date && a.amount === b.amount);
}

export function serverMessages(answers: readonly Answer[], host: string): SourceMessage[] {
  const messages = new Map<string, SourceMessage>();
  for (const answer of answers) {
    for (const error of answer.errors) {
      const severity = WARNINGS.has(error.kind) ? 'warning' : 'problem';
      const message = sourceMessage(severity, errorProblem(error, answer.accounts, host));
      messages.set(`${message.code} ${message.message}`, message);
    }
    for (const [code, count] of [
      ['source_account_unclear', answer.unclear],
      ['source_account_unreadable', answer.unreadable],
    ] as const)
      if (count > 0) messages.set(code, sourceMessage('problem', problem(code, { host, count })));
  }
  return [...messages.values()];
}

export function firstDay(transactions: readonly BankTransaction[]): CalendarDate | null {
  return transactions.reduce<CalendarDate | null>(
    (first, { status, date }) => (status === 'posted' && (first === null || date < first) ? date : first),
    null,
  );
}

/** The id is a hash, because the server's id may be the account number. It leaves out the name, which users change. */
export function toBankAccount({ connection, id, name, bank }: ServerAccount, currency: string): BankAccount {
  return {
    id: `simplefin:${digest(`${connection.length} ${connection} ${id}`)}`,
    ...accountName(name, { bank }),
    currency,
    ...(bank !== null && { institution: bank }),
  };
}

const LONGEST_TEXT = 300;

interface ErrorDetails {
  readonly about: string;
  readonly words: string | null;
  readonly host: string;
  readonly synced: boolean;
}

/** The code selects a problem, because the server's text may change or be in any language. */
const PROBLEMS: Readonly<Record<ErrorKind, (details: ErrorDetails) => Problem>> = {
  'gen.': ({ about, words, host }) => problem('source_server_message', { about, words, host, form: 'other' }),
  'gen.text': ({ about, words, host }) => problem('source_server_message', { about, words, host, form: 'text' }),
  'gen.api': ({ about, words }) => problem('source_limit', { about, words }),
  'gen.auth': ({ host, words }) => problem('source_reauthorise', { host, words, access: 'token' }),
  'con.': (details) => problem('source_bank_failed', details),
  'con.auth': (details) => problem('source_bank_reauthorise', details),
  'act.': (details) => problem('source_account_failed', details),
  'act.failed': (details) => problem('source_account_failed', details),
  'act.missingdata': ({ about, words }) => problem('source_account_incomplete', { about, words }),
};

const WARNINGS: ReadonlySet<ErrorKind> = new Set(['gen.api', 'act.missingdata']);

export function errorProblem(error: ServerError, accounts: readonly ServerAccount[], host: string): Problem {
  const words = oneLine(error.text, LONGEST_TEXT) || null;
  return PROBLEMS[error.kind]({ about: about(error, accounts, host), words, host, synced: accounts.length > 0 });
}

function about({ connId, accountId, bank }: ServerError, accounts: readonly ServerAccount[], host: string): string {
  const account =
    accountId === null
      ? undefined
      : accounts.find((one) => one.id === accountId && (connId === null || one.connId === connId));
  const parts = [bank ?? account?.bank ?? null, account?.name ?? null]
    .filter((part) => part !== null)
    .map((part) => oneLine(part, 60));
  return parts.filter((part) => part !== '').join(', ') || host;
}

function isAffectedBy({ connId, accountId, kind }: ServerError, account: ServerAccount): boolean {
  if (kind.startsWith('gen.') || (connId === null && accountId === null)) return true;
  return (connId === null || connId === account.connId) && (accountId === null || accountId === account.id);
}

export function errorKey({ kind, connId, accountId, text }: ServerError): string {
  return JSON.stringify([kind, connId, accountId, connId === null && accountId === null ? text : '']);
}
