import type { Balance } from '../../core/balance.ts';
import { addDays, type CalendarDate, daysBetween, toInstant } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import { todayIn } from '../../core/time-zone.ts';
import { problem } from '../../messages/problem.ts';
import { createError } from '../../platform/errors.ts';
import { readAmount } from '../json.ts';
import { byDate, noAccounts, unreadableTransactions } from '../service/service-source.ts';
import type { SourceContext } from '../source-kind.ts';
import {
  sourceMessage,
  type AccessTest,
  type Fetched,
  type FetchRequest,
  type Source,
  type SourceMessage,
} from '../source.ts';
import { readAccessUrl } from './access.ts';
import { createCurrencies, type KnownCurrencies } from './currencies.ts';
import { type FetchedWindows, fetchWindows } from './fetch-windows.ts';
import {
  firstDay,
  mergeWindows,
  type MergedAccount,
  serverMessages,
  toBankAccount,
  type WindowAnswer,
} from './merge-windows.ts';
import { createServer, type Server, type ServerMemory } from './server.ts';
import { bookingDay, isDay, readMoment } from './transaction.ts';

export interface Remembered extends ServerMemory {
  readonly currencies?: KnownCurrencies;
  /** The user requested all days since this day, also before a long gap; null once they were fetched. */
  readonly backfillFrom?: CalendarDate | null;
}

export type SimplefinContext = Pick<
  SourceContext,
  'secret' | 'settings' | 'remember' | 'budget' | 'archive' | 'writtenUntilMs' | 'clock' | 'network'
>;

/** One request per window covers all accounts. A bank or account that fails becomes a message. */
export function createSimplefinSource(context: SimplefinContext): Required<Source> {
  return {
    fetch: (request) => fetchSimplefin(context, request),
    test: (request) => testAccess(context, request),
    close: async () => {},
  };
}

async function fetchSimplefin(context: SimplefinContext, { since, ...rest }: FetchRequest): Promise<Fetched> {
  const { backfillFrom = null, currencies: knownCurrencies = {} } = context.settings as Remembered;
  const request = { ...rest, since: backfillFrom !== null && backfillFrom < since ? backfillFrom : since };
  const { signal } = request;
  signal.throwIfAborted();
  request.progress(0, null);
  const server = await openServer(context, request);
  signal.throwIfAborted();
  const windows = await fetchWindows(server, request, backfillFrom !== null, {
    nowMs: context.clock.now(),
    writtenUntilMs: context.writtenUntilMs,
  });
  const currencies = createCurrencies(knownCurrencies, { signal, network: context.network });
  const accounts = await mergeWindows(windows.answers, request, currencies);
  if (Object.keys(currencies.symbols).length > Object.keys(knownCurrencies).length)
    context.remember({ currencies: currencies.symbols });
  signal.throwIfAborted();
  if (backfillFrom !== null && windows.isExhausted) context.remember({ backfillFrom: null });
  return toFetched(windows, accounts, { ...request, host: server.host, nowMs: context.clock.now() }, [
    ...serverMessages(
      windows.answers.map(({ answer }) => answer),
      server.host,
    ),
    ...currencies.messages,
  ]);
}

function toFetched(
  windows: FetchedWindows,
  accounts: readonly MergedAccount[],
  request: FetchRequest & { readonly host: string; readonly nowMs: number },
  errorMessages: readonly SourceMessage[],
): Fetched {
  const { today, host } = request;
  const messages = [...windows.messages, ...errorMessages];
  const complete: string[] = [];
  for (const merged of accounts) {
    messages.push(...unreadableTransactions(host, merged.account.name, [...merged.unreadable.values()]));
    const cut = findCut(merged, windows.answers, { since: windows.from, today });
    if (cut !== null) messages.push(cut);
    const isSound =
      merged.isComplete && merged.unreadable.size === 0 && merged.transactions.every(({ date }) => date <= today);
    if (isSound && cut === null && !windows.isShort) complete.push(merged.account.id);
  }
  if (accounts.length === 0) messages.push(noAccounts(host));
  return {
    transactions: accounts.flatMap(({ transactions }) => transactions).sort(byDate),
    completeAccountIds: complete,
    messages,
    balances: accounts.flatMap((merged) => readBalances(merged, request)),
    ...(windows.unfinished === null ? {} : { unfinished: windows.unfinished }),
  };
}

async function testAccess(
  context: SimplefinContext,
  request: Pick<FetchRequest, 'timeZone' | 'signal'>,
): Promise<AccessTest> {
  const { signal } = request;
  const server = await openServer(context, request);
  const answer = await server.accounts();
  const { currencies: known = {} } = context.settings as Remembered;
  const currencies = createCurrencies(known, { signal, network: context.network });
  const accounts: AccessTest['accounts'][number][] = [];
  for (const account of answer.accounts) {
    const { name } = toBankAccount(account, '');
    accounts.push({
      name,
      bank: account.bank === null ? null : oneLine(account.bank),
      currency: await currencies.codeOf(account.currency, name),
    });
  }
  const messages = [...serverMessages([answer], server.host), ...currencies.messages];
  return {
    host: server.host,
    accounts,
    messages: accounts.length === 0 ? [...messages, noAccounts(server.host)] : messages,
  };
}

async function openServer(context: SimplefinContext, { signal }: Pick<FetchRequest, 'signal'>): Promise<Server> {
  const accessUrl = await context.secret();
  const access = accessUrl === null ? null : readAccessUrl(accessUrl);
  if (access === null) throw createError('source_no_access', {});
  return createServer({ ...context, access, memory: context.settings, signal });
}

const SHORTEST_CUT_DAYS = 28;

/** Days. A longer gap at the beginning may mean that the server truncated the period. */
const QUIET_DAYS = 14;

/** Warns if the server truncated a time window: it lacks days that an older, overlapping window has. */
function findCut(
  merged: MergedAccount,
  answers: readonly WindowAnswer[],
  { since, today }: { readonly since: CalendarDate; readonly today: CalendarDate },
): SourceMessage | null {
  for (const index of answers.keys()) {
    const gap = gapBehind(merged, answers, index);
    if (gap !== null) return sourceMessage('warning', problem('source_gap', { account: merged.account.name, ...gap }));
  }
  if (daysBetween(since, today) < SHORTEST_CUT_DAYS) return null;
  const first = firstDay(merged.transactions);
  if (first !== null && daysBetween(since, first) <= QUIET_DAYS) return null;
  const found =
    first === null ? ({ reason: 'empty', oldest: since } as const) : ({ reason: 'other', oldest: first } as const);
  const params = { ...found, name: merged.account.name, since, cause: null };
  return sourceMessage('info', problem('source_history_start', params));
}

function gapBehind({ shown }: MergedAccount, answers: readonly WindowAnswer[], index: number) {
  const [newer, older] = [answers[index]?.window, answers[index + 1]?.window];
  if (newer === undefined || older === undefined) return null;
  // Ignores the first and last day of a window, which may be incomplete.
  const proof = (shown[index + 1] ?? []).some(
    ({ status, date }) => status === 'posted' && date > newer.from && date < older.to,
  );
  if (!proof) return null;
  const first = firstDay((shown[index] ?? []).filter(({ date }) => date >= newer.from)) ?? addDays(newer.to, 1);
  const gap = { from: addDays(older.to, 1), until: addDays(first, -1) };
  return gap.from <= gap.until ? gap : null;
}

export function readBalances(
  { server, account }: Pick<MergedAccount, 'server' | 'account'>,
  { today, timeZone, nowMs }: Pick<FetchRequest, 'today' | 'timeZone'> & { readonly nowMs: number },
): Balance[] {
  const when = readWhen(server.balance.date, timeZone, today, nowMs);
  if (when === null) return [];
  return (['booked', 'available'] as const).flatMap((kind) => {
    const amount = readAmount(server.balance[kind]);
    return amount === null ? [] : [{ account, kind, amount, currency: account.currency, ...when }];
  });
}

const AHEAD_MS = 15 * 60_000;

/** Servers that know only the day may send its last second. If that is in the future, the balance has a day but no time. */
function readWhen(value: unknown, zone: string, today: string, nowMs: number): Pick<Balance, 'date' | 'at'> | null {
  const seconds = readMoment(value);
  if (seconds === null) return null;
  const onClock = todayIn(zone, seconds * 1000);
  const booked = bookingDay(seconds, zone);
  const date = booked > today ? onClock : booked;
  if (date > today) return null;
  const atMs = Math.floor(seconds) * 1000;
  return { date, at: isDay(seconds) || atMs > nowMs + AHEAD_MS ? null : toInstant(Math.min(atMs, nowMs)) };
}
