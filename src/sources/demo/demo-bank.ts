import { fromUnits } from '../../core/amount.ts';
import type { Balance } from '../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../core/bank-transaction.ts';
import { addDays, type CalendarDate, toEpochDay } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import { problem } from '../../messages/problem.ts';
import { sourceMessage, type Fetched, type FetchRequest, type Source, type SourceMessage } from '../source.ts';
import { type DemoAccount, entriesOfDay, type LedgerEntry, LONGEST_ECHO_DAYS } from './daily-life.ts';

const HISTORY_DAYS = 396;

const DAYS_AT_A_TIME = 28;

/** A generated bank with the difficulties of real feeds. The same seed and days always give the same transactions. */
export function createDemoBank({ seed = 1 }: { readonly seed?: number } = {}): Source {
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
    transactions: shown
      .sort((a, b) => (a.date + a.id < b.date + b.id ? -1 : 1))
      .map((entry) => toTransaction(accounts[entry.account], entry)),
    completeAccountIds: Object.values(accounts).map((account) => account.id),
    messages: request.since < oldest ? [historyStart(oldest)] : [],
    balances: since > today ? [] : toBalances(accounts, before, shown, { since, today }),
  };
}

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
      amount: fromUnits(BigInt(cents[name as DemoAccount]), 2),
      currency: account.currency,
      date,
      at: null,
    })),
  );
}

function historyStart(oldest: CalendarDate): SourceMessage {
  const params = { reason: 'demo', oldest, name: '', since: null, cause: null } as const;
  return sourceMessage('info', problem('source_history_start', params));
}

function isShown(entry: LedgerEntry, today: CalendarDate): boolean {
  return entry.date <= today && (entry.goneFrom === null || today < entry.goneFrom);
}

function toTransaction(account: BankAccount, entry: LedgerEntry): BankTransaction {
  return {
    account,
    providerId: entry.id,
    date: entry.date,
    amount: fromUnits(BigInt(entry.cents), 2),
    currency: account.currency,
    description: oneLine(entry.text),
    status: entry.status,
    raw: { id: entry.id, cents: entry.cents, text: entry.text, status: entry.status },
  };
}

function demoAccounts(seed: number): Readonly<Record<DemoAccount, BankAccount>> {
  return {
    everyday: { id: `demo:${seed}/everyday`, name: 'Everyday checking ••4321', currency: 'EUR', lastDigits: '4321' },
    travel: { id: `demo:${seed}/travel`, name: 'Travel card ••8830', currency: 'USD', lastDigits: '8830' },
  };
}

type DemoBalances = Readonly<Record<DemoAccount, number>>;

/** The balances at the start of a fixed day, from which all other balances are computed. */
const ORIGIN = { date: '2025-01-01' as CalendarDate, everyday: 412_733, travel: 38_260 };

/** The balance before a day. `each` is called regularly and may throw to cancel. */
function balancesBefore(seed: number, date: CalendarDate, each: () => void): DemoBalances {
  const { date: origin, ...balances } = ORIGIN;
  const [first, end, sign] = date < origin ? [date, origin, -1] : [origin, date, 1];
  for (let day = toEpochDay(first) - LONGEST_ECHO_DAYS; day < toEpochDay(end); day += 1) {
    if (day % 100 === 0) each();
    for (const entry of entriesOfDay(seed, day)) {
      if (entry.status === 'posted' && entry.date >= first && entry.date < end)
        balances[entry.account] += sign * entry.cents;
    }
  }
  return balances;
}

function withEntries(before: DemoBalances, entries: readonly LedgerEntry[]): DemoBalances {
  const after = { ...before };
  for (const { account, cents } of entries) after[account] += cents;
  return after;
}
