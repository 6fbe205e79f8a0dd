import { report } from '../../messages/report.ts';
import { problem } from '../../messages/problem.ts';
import type { BankTransaction } from '../../core/bank-transaction.ts';
import { oneLine } from '../../core/one-line.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import type { Clock } from '../../platform/clock.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { AccessTest, Fetched, FetchRequest, Source, SourceMessage } from '../source.ts';
import { readAccessUrl } from './access.ts';
import { toBankAccount } from './account.ts';
import type { Line } from '../ask.ts';
import { readBalances } from './balances.ts';
import { createCurrencies, type KnownCurrencies } from './currency.ts';
import { findCut } from './cuts.ts';
import { askWindows, type Asked } from './ask-windows.ts';
import { gather, serverMessages, unreadableTransactions, type GatheredAccount } from './gather.ts';
import { createServer, type AnswerArchive, type RequestBudget, type Server, type ServerMemory } from './server.ts';

/** What is known of the server from earlier fetches; never a secret. */
export interface Remembered extends ServerMemory {
  readonly currencies?: KnownCurrencies;
  /** A person wants all days from this one on, also behind a long silence; null once they were asked for. */
  readonly backfillFrom?: CalendarDate | null;
}

export interface SimplefinOptions {
  /** The Access URL out of the vault; null when there is none. */
  readonly accessUrl: () => Promise<string | null>;
  readonly remembered: Remembered;
  readonly remember: (news: Remembered) => void;
  readonly budget: RequestBudget;
  readonly archive: AnswerArchive;
  /** Epoch milliseconds of the last fetch whose result was written: what came later was not written yet. */
  readonly writtenUntilMs: number;
  readonly clock: Clock;
  readonly line?: Line;
}

export interface SimplefinSource extends Source {
  /** Asks for the accounts without their transactions: one request, and a second one before the first fetch. */
  test(asked: Pick<FetchRequest, 'timeZone' | 'signal'>): Promise<AccessTest>;
}

/**
 * A SimpleFIN server as a source: all accounts in one request for each window of days. A bank or an account that fails
 * is a message beside the rest.
 */
export function createSimplefinSource(options: SimplefinOptions): SimplefinSource {
  return {
    fetch: (request) => fetchSimplefin(options, request),
    test: (asked) => testAccess(options, asked),
    close: async () => {},
  };
}

async function fetchSimplefin(options: SimplefinOptions, { since, ...rest }: FetchRequest): Promise<Fetched> {
  const backfillFrom = options.remembered.backfillFrom ?? null;
  const request = {
    ...rest,
    since: backfillFrom !== null && backfillFrom < since ? backfillFrom : since,
    isThorough: backfillFrom !== null,
  };
  const { signal } = request;
  signal.throwIfAborted();
  request.progress(0, null);
  const server = await openServer(options, request);
  signal.throwIfAborted();
  const asked = await askWindows(server, request, {
    nowMs: options.clock.now(),
    writtenUntilMs: options.writtenUntilMs,
  });
  const currencies = createCurrencies(options.remembered.currencies ?? {}, {
    signal,
    ...(options.line === undefined ? {} : { line: options.line }),
  });
  const accounts = await gather(asked.answers, request, currencies);
  if (Object.keys(currencies.known).length > Object.keys(options.remembered.currencies ?? {}).length)
    options.remember({ currencies: currencies.known });
  signal.throwIfAborted();
  if (backfillFrom !== null && asked.isExhausted) options.remember({ backfillFrom: null });
  return toFetched(asked, accounts, { ...request, host: server.host, nowMs: options.clock.now() }, [
    ...serverMessages(
      asked.answers.map(({ answer }) => answer),
      server.host,
    ),
    ...currencies.messages,
  ]);
}

function toFetched(
  asked: Asked,
  accounts: readonly GatheredAccount[],
  request: FetchRequest & { readonly host: string; readonly nowMs: number },
  said: readonly SourceMessage[],
): Fetched {
  const { today, host } = request;
  const messages = [...asked.messages, ...said];
  const complete: string[] = [];
  for (const gathered of accounts) {
    messages.push(...unreadableTransactions(gathered, host));
    const cut = findCut(gathered, asked.answers, { since: asked.from, today });
    if (cut !== null) messages.push(cut.message);
    const isSound =
      gathered.whole && gathered.unreadable.size === 0 && gathered.transactions.every(({ date }) => date <= today);
    if (isSound && cut === null && !asked.isShort) complete.push(gathered.account.id);
  }
  if (accounts.length === 0) messages.push(noAccounts(host));
  return {
    transactions: accounts.flatMap(({ transactions }) => transactions).sort(byDate),
    completeAccountIds: complete,
    messages,
    balances: accounts.flatMap((gathered) => readBalances(gathered, request)),
    ...(asked.unfinished === null ? {} : { unfinished: asked.unfinished }),
  };
}

function byDate(a: BankTransaction, b: BankTransaction): number {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : 0;
}

function noAccounts(host: string): SourceMessage {
  return { severity: 'warning', ...report(problem('source_no_accounts', { host })) };
}

async function testAccess(
  options: SimplefinOptions,
  asked: Pick<FetchRequest, 'timeZone' | 'signal'>,
): Promise<AccessTest> {
  const { signal } = asked;
  const server = await openServer(options, asked);
  const answer = await server.accounts();
  const currencies = createCurrencies(options.remembered.currencies ?? {}, {
    signal,
    ...(options.line === undefined ? {} : { line: options.line }),
  });
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

async function openServer(options: SimplefinOptions, { signal }: Pick<FetchRequest, 'signal'>): Promise<Server> {
  const accessUrl = await options.accessUrl();
  const access = accessUrl === null ? null : readAccessUrl(accessUrl);
  if (access === null) throw new PennyrowError(problem('source_no_access', {}));
  const { remembered, remember, budget, archive, clock, line } = options;
  return createServer({
    access,
    memory: remembered,
    remember,
    budget,
    archive,
    now: () => clock.now(),
    signal,
    ...(line === undefined ? {} : { line }),
  });
}
