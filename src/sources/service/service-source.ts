import type { BankTransaction } from '../../core/bank-transaction.ts';
import { isPlaceholderId } from '../../core/provider-scheme.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem, problemOf } from '../../messages/problem.ts';
import { report, reportWithin } from '../../messages/report.ts';
import { toPennyrowError, type PennyrowError } from '../../platform/errors.ts';
import { RetryLater, type Fetched, type FetchRequest, type Source, type SourceMessage } from '../source.ts';
import type { SourceContext } from '../source-kind.ts';
import type { BankProtocol, ServiceBalance } from './bank-protocol.ts';
import { nameAccounts, type NamedAccount } from './named-accounts.ts';

export interface ServiceSourceOptions {
  /** The kind's, which account ids begin with. */
  readonly kind: string;
  /** See `Fetched`. */
  readonly skipsNewPending?: boolean;
  /** Of a kind that reads some amounts in another way than earlier versions did: see `formerAmount`. */
  readonly corrects?: Pick<SourceContext, 'settings' | 'remember' | 'writtenUntilMs'>;
  /** Opens the service for one fetch or test. */
  connect(asked: Asked): Promise<BankProtocol>;
}

/** A fetch says its days; a test asks for no transactions. */
export type Asked = Pick<FetchRequest, 'timeZone' | 'signal'> & Partial<Pick<FetchRequest, 'since' | 'today'>>;

/** What came of one account; `error` when nothing did, `cut` when only a part did. */
interface Gathered extends Pick<Fetched, 'transactions' | 'balances' | 'messages'> {
  readonly id: string;
  readonly isComplete: boolean;
  readonly isBehind: boolean;
  readonly error: PennyrowError | null;
  readonly cut: PennyrowError | null;
}

/**
 * A service that is asked account by account, as a source. An account that fails is a message beside the rest; where
 * all do, the first failure is thrown. A service that was asked too often is asked for no further account. The next
 * fetch begins where this one began then, as it does after an account of which a part may still come.
 */
export function createServiceSource({ kind, skipsNewPending, corrects, connect }: ServiceSourceOptions): Source {
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
        if (waitIn(all) !== undefined) break;
      }
      request.progress(accounts.length, accounts.length);
      const fetched = toFetched(protocol, all);
      const corrections = corrects === undefined ? [] : correctionMessages(corrects, fetched, request, protocol.host);
      return {
        ...fetched,
        messages: [...fetched.messages, ...corrections],
        ...(skipsNewPending === true && { skipsNewPending }),
      };
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
    const { list, isWhole, cut = null, isBehind = false, notes = [] } = await protocol.transactions(service, request);
    const { balances, problems } = await balancesOf(protocol, { service, account }, request);
    const read = list.flatMap((one) => ('problem' in one ? [] : { ...one, account, providerId: realId(one) }));
    const unreadable = list.flatMap((one) => ('problem' in one ? one : []));
    return {
      id,
      transactions: read.filter(({ status, date }) => status === 'pending' || date >= since),
      balances: balances.filter(({ date }) => date <= today).map((balance) => ({ ...balance, account })),
      messages: [
        ...(cut === null ? [] : [failure(cut, (cause) => problem('source_account_partial', { account: name, cause }))]),
        ...unreadable.slice(0, 1).map(({ problem: reason }): SourceMessage => {
          const told = { host: protocol.host, account: name, count: unreadable.length, reason };
          return { severity: 'problem', ...report(problem('source_transaction_unreadable', told)) };
        }),
        ...[...notes, ...problems].map((note): SourceMessage => ({ severity: 'warning', ...report(note) })),
      ],
      isComplete: isWhole && cut === null && unreadable.length === 0 && read.every(({ date }) => date <= today),
      // What the service refuses, it refuses the next time as well.
      isBehind: isBehind || (cut !== null && problemOf(cut).code !== 'source_refused'),
      error: null,
      cut,
    };
  } catch (thrown) {
    signal.throwIfAborted();
    const error = toPennyrowError(thrown);
    const messages = [failure(error, (cause) => problem('source_account_unread', { account: name, cause }))];
    return { id, transactions: [], balances: [], messages, isComplete: false, isBehind: false, error, cut: null };
  }
}

function realId({ providerId }: Pick<BankTransaction, 'providerId'>): string | null {
  return providerId === null || isPlaceholderId(providerId) ? null : providerId;
}

/** What solves an end of the access is offered by its code. */
function failure(error: PennyrowError, about: (cause: Problem) => Problem): SourceMessage {
  const cause = problemOf(error);
  const told = about(cause);
  return {
    severity: 'problem',
    ...(ACCESS_IS_OVER.has(cause.code) ? reportWithin(report(cause), told) : report(told)),
  };
}

function waitIn(all: readonly Gathered[]): RetryLater | undefined {
  return all.flatMap(({ error, cut }) => error ?? cut ?? []).find((error) => error instanceof RetryLater);
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
  return {
    transactions: all
      .flatMap(({ transactions }) => transactions)
      .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    completeAccountIds: all.flatMap(({ id, isComplete }) => (isComplete ? [id] : [])),
    messages: [...said, ...(all.length === 0 ? [noAccounts(protocol.host)] : all.flatMap(({ messages }) => messages))],
    balances: all.flatMap(({ balances }) => balances),
    ...(errors.length > 0 || all.some(({ isBehind }) => isBehind)
      ? { unfinished: { notBeforeMs: waitIn(all)?.notBeforeMs ?? null } }
      : {}),
  };
}

/** Said once: rows from before this fetch keep the amounts that an earlier version wrote. */
function correctionMessages(
  { settings, remember, writtenUntilMs }: NonNullable<ServiceSourceOptions['corrects']>,
  { transactions }: Fetched,
  { since }: FetchRequest,
  host: string,
): SourceMessage[] {
  if (settings['amountsReadSince'] !== undefined) return [];
  const isNew = writtenUntilMs === 0;
  if (!isNew && !transactions.some(({ formerAmount }) => formerAmount !== undefined)) return [];
  remember({ amountsReadSince: since });
  return isNew ? [] : [{ severity: 'warning', ...report(problem('source_amounts_corrected', { host, since })) }];
}

function noAccounts(host: string): SourceMessage {
  return { severity: 'warning', ...report(problem('source_no_accounts', { host })) };
}
