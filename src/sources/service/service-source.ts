import type { Problem } from '../../messages/parameters.ts';
import { problem, problemOf } from '../../messages/problem.ts';
import { report, reportWithin } from '../../messages/report.ts';
import { toPennyrowError, type PennyrowError } from '../../platform/errors.ts';
import { RetryLater, type Fetched, type FetchRequest, type Source, type SourceMessage } from '../source.ts';
import type { BankProtocol, ServiceBalance } from './bank-protocol.ts';
import { nameAccounts, type NamedAccount } from './named-accounts.ts';

export interface ServiceSourceOptions {
  /** The kind's, which account ids begin with. */
  readonly kind: string;
  /** See `Fetched`. */
  readonly skipsNewPending?: boolean;
  /** Opens the service for one fetch or test. */
  connect(asked: Asked): Promise<BankProtocol>;
}

/** A fetch says its days; a test asks for no transactions. */
export type Asked = Pick<FetchRequest, 'timeZone' | 'signal'> & Partial<Pick<FetchRequest, 'since' | 'today'>>;

/** What came of one account; `error` when nothing did. */
interface Gathered extends Pick<Fetched, 'transactions' | 'balances' | 'messages'> {
  readonly id: string;
  readonly isComplete: boolean;
  readonly isBehind: boolean;
  readonly error: PennyrowError | null;
}

/**
 * A service that is asked account by account, as a source. An account that fails is a message beside the rest; where
 * all do, the first failure is thrown. A service that was asked too often is asked for no further account. The next
 * fetch begins where this one began then, as it does after an account of which newer days are still to come.
 */
export function createServiceSource({ kind, skipsNewPending, connect }: ServiceSourceOptions): Source {
  return {
    fetch: async (request) => {
      request.signal.throwIfAborted();
      request.progress(0, null);
      const protocol = await connect(request);
      const accounts = nameAccounts(kind, await protocol.accounts());
      const all: Gathered[] = [];
      for (const account of accounts) {
        request.progress(all.length, accounts.length);
        all.push(await gather(protocol, account, request));
        if (all.at(-1)?.error instanceof RetryLater) break;
      }
      request.progress(accounts.length, accounts.length);
      return { ...toFetched(protocol, all), ...(skipsNewPending === true && { skipsNewPending }) };
    },
    test: async (asked) => {
      const protocol = await connect(asked);
      const accounts = nameAccounts(kind, await protocol.accounts());
      return {
        host: protocol.host,
        accounts: accounts.map(({ service: { bank }, account: { name, currency } }) => ({ name, bank, currency })),
        messages: [...(protocol.messages?.() ?? []), ...(accounts.length === 0 ? [noAccounts(protocol.host)] : [])],
      };
    },
    close: async () => {},
  };
}

const ACCESS_IS_OVER: ReadonlySet<string> = new Set(['source_consent_ended', 'source_reauthorise']);

async function gather(
  protocol: BankProtocol,
  { service, account }: NamedAccount,
  request: FetchRequest,
): Promise<Gathered> {
  const { id, name } = account;
  const { since, today, signal } = request;
  try {
    const { list, isWhole, isBehind = false, notes = [] } = await protocol.transactions(service, request);
    const { balances, problems } = await balancesOf(protocol, { service, account }, request);
    const read = list.flatMap((one) => ('problem' in one ? [] : { ...one, account }));
    const unreadable = list.flatMap((one) => ('problem' in one ? one : []));
    return {
      id,
      transactions: read.filter(({ status, date }) => status === 'pending' || date >= since),
      balances: balances.filter(({ date }) => date <= today).map((balance) => ({ ...balance, account })),
      messages: [
        ...unreadable.slice(0, 1).map(({ problem: reason }): SourceMessage => {
          const told = { host: protocol.host, account: name, count: unreadable.length, reason };
          return { severity: 'problem', ...report(problem('source_transaction_unreadable', told)) };
        }),
        ...[...notes, ...problems].map((note): SourceMessage => ({ severity: 'warning', ...report(note) })),
      ],
      isComplete: isWhole && unreadable.length === 0 && read.every(({ date }) => date <= today),
      isBehind,
      error: null,
    };
  } catch (thrown) {
    signal.throwIfAborted();
    const error = toPennyrowError(thrown);
    const cause = problemOf(error);
    const unread = problem('source_account_unread', { account: name, cause });
    // What solves an end of the access is offered by its code.
    const told = ACCESS_IS_OVER.has(cause.code) ? reportWithin(report(cause), unread) : report(unread);
    const messages: SourceMessage[] = [{ severity: 'problem', ...told }];
    return { id, transactions: [], balances: [], messages, isComplete: false, isBehind: false, error };
  }
}

/** Transactions that came are worth having without them. */
async function balancesOf(
  protocol: BankProtocol,
  { service, account }: NamedAccount,
  request: FetchRequest,
): Promise<{ readonly balances: readonly ServiceBalance[]; readonly problems: readonly Problem[] }> {
  try {
    return { balances: (await protocol.balances?.(service, request)) ?? [], problems: [] };
  } catch (thrown) {
    request.signal.throwIfAborted();
    const cause = problemOf(toPennyrowError(thrown));
    return { balances: [], problems: [problem('source_balance_unread', { account: account.name, cause })] };
  }
}

function toFetched(protocol: BankProtocol, all: readonly Gathered[]): Fetched {
  const said = protocol.messages?.() ?? [];
  const errors = all.flatMap(({ error }) => error ?? []);
  if (errors[0] !== undefined && errors.length === all.length) throw errors[0];
  const waiting = errors.find((error) => error instanceof RetryLater);
  return {
    transactions: all
      .flatMap(({ transactions }) => transactions)
      .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    completeAccountIds: all.flatMap(({ id, isComplete }) => (isComplete ? [id] : [])),
    messages: [...said, ...(all.length === 0 ? [noAccounts(protocol.host)] : all.flatMap(({ messages }) => messages))],
    balances: all.flatMap(({ balances }) => balances),
    ...(errors.length > 0 || all.some(({ isBehind }) => isBehind)
      ? { unfinished: { notBeforeMs: waiting?.notBeforeMs ?? null } }
      : {}),
  };
}

function noAccounts(host: string): SourceMessage {
  return { severity: 'warning', ...report(problem('source_no_accounts', { host })) };
}
