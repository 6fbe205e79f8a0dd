import { parseAmount, type Amount } from '../../core/amount.ts';
import type { Balance } from '../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../core/bank-transaction.ts';
import { addDays, toEpochDay, type CalendarDate } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import { problem } from '../../messages/problem.ts';
import { report } from '../../messages/report.ts';
import type { Fetched, FetchRequest, Source, SourceMessage } from '../source.ts';
import { entriesOfDay, LONGEST_ECHO_DAYS } from './daily-life.ts';
import { balancesBefore, withEntries, type DemoBalances } from './ledger.ts';
import type { DemoAccount, LedgerEntry } from './ledger-entry.ts';

export interface DemoBankOptions {
  /** Another seed is another person: other purchases under other account ids. */
  readonly seed?: number;
}

/** About thirteen months before `today`. */
const HISTORY_DAYS = 396;

/** How many days are made between two looks at the progress and the abort signal. */
const DAYS_AT_A_TIME = 28;

/**
 * A bank that needs no account anywhere: a person's life in two currencies, with what makes real feeds
 * hard. It depends on nothing but the seed and the request's days, so that tomorrow's fetch is today's
 * with tomorrow's news.
 */
export function createDemoBank({ seed = 1 }: DemoBankOptions = {}): Source {
  const accounts = demoAccounts(seed);
  return {
    fetch: async (request) => fetchDemo(seed, accounts, request),
    close: async () => {},
  };
}

function fetchDemo(seed: number, accounts: Readonly<Record<DemoAccount, BankAccount>>, request: FetchRequest): Fetched {
  const { today, signal, progress } = request;
  const oldest = addDays(today, -HISTORY_DAYS);
  const since = request.since > oldest ? request.since : oldest;
  const firstDay = toEpochDay(since) - LONGEST_ECHO_DAYS;
  const lastDay = toEpochDay(today);
  const days = Math.max(0, lastDay - firstDay + 1);
  const shown: LedgerEntry[] = [];
  for (let done = 0; done < days; done += 1) {
    if (done % DAYS_AT_A_TIME === 0) {
      progress(done, days);
      signal.throwIfAborted();
    }
    for (const entry of entriesOfDay(seed, firstDay + done)) {
      if (entry.date >= since && isShown(entry, today)) shown.push(entry);
    }
  }
  progress(days, days);
  signal.throwIfAborted();
  const before = balancesBefore(seed, since, () => signal.throwIfAborted());
  return {
    transactions: shown.sort(byDateThenId).map((entry) => toTransaction(accounts[entry.account], entry)),
    completeAccountIds: Object.values(accounts).map((account) => account.id),
    messages: request.since < oldest ? [historyStart(oldest)] : [],
    balances: since > today ? [] : toBalances(accounts, before, shown, { since, today }),
  };
}

/** Before the first day that is shown, and now. */
function toBalances(
  accounts: Readonly<Record<DemoAccount, BankAccount>>,
  before: DemoBalances,
  shown: readonly LedgerEntry[],
  { since, today }: Pick<FetchRequest, 'since' | 'today'>,
): Balance[] {
  const posted = shown.filter(({ status }) => status === 'posted');
  const stated = [
    { kind: 'opening', date: since, cents: before },
    { kind: 'booked', date: today, cents: withEntries(before, posted) },
    { kind: 'available', date: today, cents: withEntries(before, shown) },
  ] as const;
  return Object.entries(accounts).flatMap(([name, account]) =>
    stated.map(({ kind, date, cents }) => ({
      account,
      kind,
      amount: amountOf(cents[name as DemoAccount]),
      currency: account.currency,
      date,
      at: null,
    })),
  );
}

function historyStart(oldest: CalendarDate): SourceMessage {
  return {
    severity: 'info',
    ...report(problem('source_history_start', { reason: 'demo', oldest, name: '', since: null, cause: null })),
  };
}

function isShown(entry: LedgerEntry, today: CalendarDate): boolean {
  return entry.shownFrom <= today && (entry.goneFrom === null || today < entry.goneFrom);
}

function byDateThenId(a: LedgerEntry, b: LedgerEntry): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function toTransaction(account: BankAccount, entry: LedgerEntry): BankTransaction {
  return {
    account,
    providerId: entry.id,
    date: entry.date,
    amount: amountOf(entry.cents),
    currency: account.currency,
    description: oneLine(entry.text),
    status: entry.status,
    raw: { id: entry.id, cents: entry.cents, text: entry.text, status: entry.status },
  };
}

function amountOf(cents: number): Amount {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return parseAmount(`${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`) as Amount;
}

function demoAccounts(seed: number): Readonly<Record<DemoAccount, BankAccount>> {
  return {
    everyday: { id: `demo:${seed}/everyday`, name: 'Everyday checking ••4321', currency: 'EUR', lastDigits: '4321' },
    travel: { id: `demo:${seed}/travel`, name: 'Travel card ••8830', currency: 'USD', lastDigits: '8830' },
  };
}
