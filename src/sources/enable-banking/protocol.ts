import { networkInterfaces } from 'node:os';
import { addDays, type CalendarDate, toInstant } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import type { Clock } from '../../platform/clock.ts';
import { VERSION } from '../../platform/version.ts';
import { asObject, listField, textField, fieldOf, type JsonObject, objectField, readAmount } from '../json.ts';
import {
  type BankProtocol,
  type ServiceTransaction,
  type StatedTransaction,
  toTransaction,
} from '../service/bank-protocol.ts';
import { consentEnded, readStoredConsent } from '../service/consent.ts';
import { type Pages, nextPage, readPages } from '../service/pages.ts';
import { type BalanceFields, hasDay, pendingSelection, firstDay, readBalances } from '../service/psd2.ts';
import { createServiceSource } from '../service/service-source.ts';
import { countRequest, type Service } from '../service/service.ts';
import type { SourceContext } from '../source-kind.ts';
import type { Source } from '../source.ts';
import {
  HOST,
  keyOf,
  openApi,
  parseConsent,
  PeriodRefused,
  PsuHeadersRejected,
  type StoredAccount,
  type StoredConsent,
} from './api.ts';
import { type Amount, negateAmount } from '../../core/amount.ts';
import { oneLine } from '../../core/one-line.ts';

export function createEnableBankingSource(context: SourceContext): Source {
  const { clock, budget, settings, isPerson, writtenUntilMs } = context;
  const pending = pendingSelection(context);

  /** Counts a fetch as one request: banks count each kind of request separately, and do not count pages. */
  const countUnattended = (): void => countRequest(budget, HOST);

  return createServiceSource({
    kind: 'enable-banking',
    skipsNewPending: pending.skipsNew,
    connect: async ({ signal, since }) => {
      const sealed = parseConsent(await readStoredConsent(context, HOST));
      const isTest = since === undefined;
      const person = isPerson ? personHeaders(sealed.personHeaders) : null;
      if (person === null && !isTest) countUnattended();
      const options = { ...context, ...sealed, privateKey: keyOf(sealed), signal };
      const unattended = openApi(options);
      return enableBankingProtocol({
        accounts: isTest ? await authorizedAccounts(unattended, sealed) : sealed.accounts,
        bank: String(settings['bank']),
        attended: person === null ? null : openApi({ ...options, headers: person }),
        unattended,
        countUnattended,
        withPending: pending.isRequested,
        isFirst: writtenUntilMs === 0,
        clock,
      });
    },
  });
}

/** The accounts that the consent still covers. Does not use up the bank's limit, because Enable Banking does not ask the bank. */
async function authorizedAccounts(api: Service, { sessionId, accounts }: StoredConsent): Promise<StoredAccount[]> {
  const session = await api.get(`sessions/${encodeURIComponent(sessionId)}`);
  const state = textField(session, 'status');
  if (state !== 'AUTHORIZED') throw consentEnded(HOST, endOf(state));
  const authorized = listField(session, 'accounts') ?? [];
  return accounts.filter(({ uid }) => authorized.includes(uid));
}

function endOf(state: string | null): 'expired' | 'other' | 'revoked' {
  return state === 'EXPIRED' ? 'expired' : state === 'REVOKED' ? 'revoked' : 'other';
}

interface ProtocolOptions {
  readonly accounts: readonly StoredAccount[];
  readonly bank: string;
  readonly attended: Service | null;
  readonly unattended: Service;
  /** Counts this fetch as unattended; called once if the bank rejects the headers about the present user (PSU). */
  readonly countUnattended: () => void;
  readonly isFirst: boolean;
  readonly withPending: boolean;
  readonly clock: Clock;
}

/** Pending transactions are fetched only if the user turned them on, because many banks change their references on booking. */
function enableBankingProtocol(options: ProtocolOptions): BankProtocol {
  const { accounts, bank, unattended, countUnattended, isFirst, withPending, clock } = options;
  let { attended } = options;

  async function get<Result>(ask: (api: Service) => Promise<Result>): Promise<Result> {
    if (attended === null) return ask(unattended);
    try {
      return await ask(attended);
    } catch (thrown) {
      if (!(thrown instanceof PsuHeadersRejected)) throw thrown;
      countUnattended();
      attended = null;
      return ask(unattended);
    }
  }

  const { host, unreadable } = unattended;
  const reader = { host, unreadable, get: (path: string) => get((api) => api.get(path)) };

  return {
    host,
    accounts: async () => accounts.map(({ uid: id, ...account }) => ({ ...account, id, bank })),
    transactions: async ({ id }, { since, today }) => {
      const path = (from: CalendarDate, strategy: Strategy): string =>
        `accounts/${encodeURIComponent(id)}/transactions?date_from=${from}${withPending ? '' : '&transaction_status=BOOK'}&strategy=${strategy}`;
      const pages = await pagesFrom(reader, path, { since, today, strategy: isFirst ? 'longest' : 'default' });
      const statuses = withPending ? ['BOOK', 'PDNG'] : ['BOOK'];
      const list = pages.list.filter((json) => statuses.includes(statusOf(json)));
      return {
        list: list.flatMap((json) => {
          const read = readTransaction(json);
          return statusOf(json) === 'BOOK' || hasDay(read) ? read : [];
        }),
        isWhole: pages.from === since,
        cut: pages.cut,
        ...(pages.from > since ? { notes: [problem('enable_banking_short', { bank, since })] } : {}),
      };
    },
    balances: async ({ id }, { today }) => {
      const answer = await reader.get(`accounts/${encodeURIComponent(id)}/balances`);
      return readBalances(answer, BALANCES, { today, at: toInstant(clock.now()) });
    },
  };
}

function statusOf(json: unknown): string {
  return textField(asObject(json), 'status') ?? 'BOOK';
}

type Strategy = 'default' | 'longest';

/** Days back to try if a bank rejects a period without naming an earliest day. */
const SHORTER_PERIODS = [89, 60, 30];

/** Tries shorter periods if the bank rejects the requested one: some time after the consent, many banks provide 90 days only. */
async function pagesFrom(
  reader: Parameters<typeof readPages>[0],
  pathOf: (from: CalendarDate, strategy: Strategy) => string,
  period: { readonly since: CalendarDate; readonly today: CalendarDate; readonly strategy: Strategy },
): Promise<Pages & { readonly from: CalendarDate }> {
  let { since: from, strategy } = period;
  for (;;) {
    const path = pathOf(from, strategy);
    const next = (answer: JsonObject) =>
      nextPage(answer, 'continuation_key', (key) => `${path}&continuation_key=${encodeURIComponent(key)}`);
    const list = { path, list: 'transactions', id: 'entry_reference', next, clean: withoutTransactionId };
    try {
      return { ...(await readPages(reader, list)), from };
    } catch (thrown) {
      const shorter = thrown instanceof PeriodRefused ? shorterStart(thrown, from, period.today) : undefined;
      if (shorter === undefined) throw thrown;
      from = shorter;
      strategy = 'default';
    }
  }
}

function shorterStart({ earliest }: PeriodRefused, from: CalendarDate, today: CalendarDate): CalendarDate | undefined {
  const starts = SHORTER_PERIODS.map((days) => addDays(today, -days));
  return [...(earliest === null || earliest > today ? [] : [earliest]), ...starts].find((start) => start > from);
}

/** Headers about the present user, which banks exempt from daily limits. Null if the bank requires one that Pennyrow lacks. */
function personHeaders(required: readonly string[]): Readonly<Record<string, string>> | null {
  const headers = {
    'Psu-Ip-Address': ownAddress(),
    'Psu-User-Agent': `Pennyrow/${VERSION}`,
    'Psu-Accept': 'application/json',
    'Psu-Accept-Charset': 'utf-8',
    'Psu-Accept-Encoding': 'identity',
    'Psu-Accept-Language': 'en',
  };
  const names = new Set(Object.keys(headers).map(plain));
  return required.every((name) => names.has(plain(name))) ? headers : null;
}

function plain(name: string): string {
  return name.replaceAll(/[^a-z]/gi, '').toLowerCase();
}

function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
}

/** Uses the booking day, and the sign of `credit_debit_indicator`. Pending transactions get no id: many banks change it on booking. */
export function readTransaction(json: unknown): ServiceTransaction {
  return toTransaction(json, (transaction) => {
    const isPending = textField(transaction, 'status') === 'PDNG';
    const direction = textField(transaction, 'credit_debit_indicator');
    const money = objectField(transaction, 'transaction_amount');
    const unsigned = readAmount(unsignedText(fieldOf(money, 'amount')));
    const currency = textField(money, 'currency')?.toUpperCase() ?? null;
    return {
      id: isPending ? null : (textField(transaction, 'entry_reference')?.trim() ?? null),
      hasOptionalId: true,
      date: firstDay(transaction, ['booking_date', 'value_date', 'transaction_date']),
      amount:
        unsigned !== null && direction === 'DBIT' ? negateAmount(unsigned) : direction === 'CRDT' ? unsigned : null,
      currency,
      texts: textsOf(transaction, direction === 'DBIT'),
      isPending,
      balanceAfter: isPending ? null : readBalanceAfter(transaction, currency),
    };
  });
}

function unsignedText(value: unknown): unknown {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' ? text.trim().replace(/^[-+]/, '') : text;
}

/** Falls back to the kind of transaction, such as "Card payment", if both counterparty and purpose are missing. */
function textsOf(transaction: JsonObject, isOut: boolean): StatedTransaction['texts'] {
  const party = objectField(transaction, isOut ? 'creditor' : 'debtor');
  // The documentation promises a list; some banks send plain text.
  const lines = (
    listField(transaction, 'remittance_information') ?? [fieldOf(transaction, 'remittance_information')]
  ).filter((line) => typeof line === 'string');
  const texts = [textField(party, 'name'), lines.join(' '), textField(transaction, 'note')] as const;
  const hasWords = texts.some((part) => oneLine(part ?? '') !== '');
  return hasWords ? [...texts] : [textField(objectField(transaction, 'bank_transaction_code'), 'description')];
}

function readBalanceAfter(transaction: JsonObject, currency: string | null): Amount | null {
  const balance = objectField(transaction, 'balance_after_transaction');
  return textField(balance, 'currency')?.toUpperCase() === currency ? readAmount(fieldOf(balance, 'amount')) : null;
}

/** ISO 20022 codes. Balances with other codes are ignored, because they mix booked and expected transactions. */
const BALANCES: BalanceFields = {
  type: 'balance_type',
  money: 'balance_amount',
  day: 'reference_date',
  kinds: new Map([
    ['CLBD', 'booked'],
    ['ITBD', 'booked'],
    ['OPBD', 'opening'],
    ['PRCD', 'closing'],
    ['CLAV', 'available'],
    ['ITAV', 'available'],
  ]),
};

/** Removes `transaction_id`, which changes with each request and would hide that an item is repeated. */
function withoutTransactionId(json: unknown): unknown {
  const { transaction_id: _, ...rest } = { ...asObject(json) };
  return rest;
}
