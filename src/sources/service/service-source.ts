import type { BankAccount, BankTransaction } from '../../core/bank-transaction.ts';
import { isPlaceholderId } from '../../core/provider-scheme.ts';
import type { Problem, ProblemParameters } from '../../messages/parameters.ts';
import { problem, problemOf, report, reportWithin } from '../../messages/problem.ts';
import { digest } from '../../platform/ids.ts';
import { type PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import { readKeys } from '../authorize.ts';
import { accountName, nameWithBank } from '../bank-texts.ts';
import type { SourceContext } from '../source-kind.ts';
import {
  sourceMessage,
  type Fetched,
  type FetchRequest,
  RetryLater,
  type Source,
  type SourceMessage,
} from '../source.ts';
import type { BankProtocol, ServiceAccount, ServiceBalance, StaleReason } from './bank-protocol.ts';
import { createService, type Service, type ServiceOptions } from './service.ts';

interface ServiceSourceOptions {
  readonly kind: string;
  readonly skipsNewPending?: boolean;
  /** Set for a kind that reads some amounts differently than earlier versions of Pennyrow: see `formerAmount`. */
  readonly corrects?: Pick<SourceContext, 'settings' | 'remember' | 'writtenUntilMs'>;
  connect(request: ConnectRequest): Promise<BankProtocol>;
}

interface KeyedSourceOptions<Keys> extends Pick<ServiceSourceOptions, 'kind' | 'corrects'> {
  readonly root: string;
  readonly credentials: (keys: Keys) => ServiceOptions['credentials'];
  readonly explain?: ServiceOptions['explain'];
  protocol(service: Service, request: ConnectRequest): BankProtocol;
}

/** A source for a service whose keys the user entered. */
export function createKeyedSource<Keys extends Readonly<Record<string, string>>>(
  context: SourceContext,
  { root, credentials, explain, protocol, ...options }: KeyedSourceOptions<Keys>,
): Source {
  return createServiceSource({
    ...options,
    connect: async (request) => {
      const keys = await readKeys<Keys>(context, new URL(root).host);
      const access = { credentials: credentials(keys), secrets: Object.values(keys), access: 'key' } as const;
      return protocol(createService({ ...context, ...access, root, explain, signal: request.signal }), request);
    },
  });
}

/** A test has neither `since` nor `today`, because it does not request transactions. */
export type ConnectRequest = Pick<FetchRequest, 'timeZone' | 'signal'> & Partial<Pick<FetchRequest, 'since' | 'today'>>;

interface AccountResult extends Pick<Fetched, 'transactions' | 'balances' | 'messages'> {
  readonly id: string;
  readonly isComplete: boolean;
  readonly isBehind: boolean;
  readonly error: PennyrowError | null;
  readonly cut: PennyrowError | null;
}

/** A failed account becomes a message; if all fail, the first error is thrown. A rate limit ends the fetch. */
export function createServiceSource({ kind, skipsNewPending, corrects, connect }: ServiceSourceOptions): Source {
  return {
    fetch: async (request) => {
      request.signal.throwIfAborted();
      request.progress(0, null);
      const protocol = await connect(request);
      const accounts = nameAccounts(kind, await protocol.accounts());
      const all: AccountResult[] = [];
      for (const account of accounts) {
        request.progress(all.length, accounts.length);
        all.push(await fetchAccount(protocol, account, request));
        if (findRetryLater(all) !== undefined) break;
      }
      request.progress(accounts.length, accounts.length);
      const result = toFetched(protocol, all);
      const corrections = corrects === undefined ? [] : correctionMessages(corrects, result, request, protocol.host);
      return {
        ...result,
        messages: [...result.messages, ...corrections],
        ...(skipsNewPending === true && { skipsNewPending }),
      };
    },
    test: async (request) => {
      const protocol = await connect(request);
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

const ACCESS_ENDED: ReadonlySet<string> = new Set(['source_consent_ended', 'source_reauthorise']);

async function fetchAccount(
  protocol: BankProtocol,
  { service, account }: NamedAccount,
  request: FetchRequest,
): Promise<AccountResult> {
  const { id, name } = account;
  const { since, today, signal } = request;
  try {
    const { list, isWhole, cut = null, stale = null, notes = [] } = await protocol.transactions(service, request);
    const { balances, problems } = await balancesOf(protocol, { service, account }, request);
    const read = list.flatMap((one) => ('problem' in one ? [] : { ...one, account, providerId: stableId(one) }));
    const unreadable = list.flatMap((one) => ('problem' in one ? one.problem : []));
    return {
      id,
      transactions: read.filter(({ status, date }) => status === 'pending' || date >= since),
      balances: balances.filter(({ date }) => date <= today).map((balance) => ({ ...balance, account })),
      messages: [
        ...(cut === null ? [] : [failure(cut, (cause) => problem('source_account_partial', { account: name, cause }))]),
        ...unreadableTransactions(protocol.host, name, unreadable),
        ...(stale === null ? [] : [staleAccount(service, protocol.host, stale)]),
        ...[...notes, ...problems].map((note) => sourceMessage('warning', note)),
      ],
      isComplete: isWhole && cut === null && unreadable.length === 0 && read.every(({ date }) => date <= today),
      // A rejected page is not requested later, because the service would reject the same request again.
      isBehind: stale !== null || (cut !== null && problemOf(cut).code !== 'source_refused'),
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

function staleAccount({ id, name }: ServiceAccount, host: string, stale: StaleReason): SourceMessage {
  return sourceMessage('warning', problem('source_account_stale', { account: name ?? id, host, ...stale }));
}

function stableId({ providerId }: Pick<BankTransaction, 'providerId'>): string | null {
  return providerId === null || isPlaceholderId(providerId) ? null : providerId;
}

/** Keeps the code of an ended permission, because the code decides which remedy is offered. */
function failure(error: PennyrowError, about: (cause: Problem) => Problem): SourceMessage {
  const cause = problemOf(error);
  const notice = about(cause);
  return ACCESS_ENDED.has(cause.code)
    ? { severity: 'problem', ...reportWithin(report(cause), notice) }
    : sourceMessage('problem', notice);
}

function findRetryLater(all: readonly AccountResult[]): RetryLater | undefined {
  return all.flatMap(({ error, cut }) => error ?? cut ?? []).find((error) => error instanceof RetryLater);
}

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

function toFetched(protocol: BankProtocol, all: readonly AccountResult[]): Fetched {
  const own = protocol.messages?.() ?? [];
  const errors = all.flatMap(({ error }) => error ?? []);
  if (errors[0] !== undefined && errors.length === all.length) throw errors[0];
  return {
    transactions: all.flatMap(({ transactions }) => transactions).toSorted(byDate),
    completeAccountIds: all.flatMap(({ id, isComplete }) => (isComplete ? [id] : [])),
    messages: [...own, ...(all.length === 0 ? [noAccounts(protocol.host)] : all.flatMap(({ messages }) => messages))],
    balances: all.flatMap(({ balances }) => balances),
    ...(errors.length > 0 || all.some(({ isBehind }) => isBehind)
      ? { unfinished: { notBeforeMs: findRetryLater(all)?.notBeforeMs ?? null } }
      : {}),
  };
}

/** Warns once that rows before `since` are not fetched again, and so keep wrong amounts of an earlier version of Pennyrow. */
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
  return isNew ? [] : [sourceMessage('warning', problem('source_amounts_corrected', { host, since }))];
}

export function byDate(a: BankTransaction, b: BankTransaction): number {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : 0;
}

type UnreadableReason = ProblemParameters['source_transaction_unreadable']['reason'];

export function unreadableTransactions(
  host: string,
  account: string,
  all: readonly UnreadableReason[],
): SourceMessage[] {
  const [reason] = all;
  if (reason === undefined) return [];
  const params = { host, account, count: all.length, reason };
  return [sourceMessage('problem', problem('source_transaction_unreadable', params))];
}

export function noAccounts(host: string): SourceMessage {
  return sourceMessage('warning', problem('source_no_accounts', { host }));
}

interface NamedAccount {
  readonly service: ServiceAccount;
  readonly account: BankAccount;
}

/** The id is a hash, because the service's id may be the account number, and the sheet is shared. */
function nameAccounts(kind: string, accounts: readonly ServiceAccount[]): NamedAccount[] {
  const byId = new Map<string, NamedAccount>();
  for (const service of accounts) {
    const id = `${kind}:${digest(service.identity ?? service.id)}`;
    const account = { id, ...accountName(service.name, service), currency: service.currency ?? UNKNOWN_CURRENCY };
    if (!byId.has(id)) byId.set(id, { service, account });
  }
  const unique = [...byId.values()];
  return unique.map(({ service, account }) => {
    const isShared = unique.some((other) => other.account.name === account.name && other.service.bank !== service.bank);
    return { service, account: isShared ? { ...account, name: nameWithBank(account.name, service.bank) } : account };
  });
}

const UNKNOWN_CURRENCY = 'XXX';
