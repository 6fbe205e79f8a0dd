import { addDays, toInstant } from '../../core/calendar-date.ts';
import { createError } from '../../platform/errors.ts';
import { dayInZone, fieldOf, type JsonObject, listField, objectField, readNumber, textField } from '../json.ts';
import {
  type BankProtocol,
  readAccounts,
  type ServiceBalance,
  type ServiceTransaction,
  toTransaction,
} from '../service/bank-protocol.ts';
import { nextPage, readPages } from '../service/pages.ts';
import { createKeyedSource } from '../service/service-source.ts';
import type { Service } from '../service/service.ts';
import type { SourceContext } from '../source-kind.ts';
import type { Source } from '../source.ts';

export function createAkahuSource(context: SourceContext): Source {
  return createKeyedSource<{ readonly appToken: string; readonly userToken: string }>(context, {
    kind: 'akahu',
    root: 'https://api.akahu.io/v1',
    credentials: ({ appToken, userToken }) => ({ Authorization: `Bearer ${userToken}`, 'X-Akahu-Id': appToken }),
    // Akahu's error names X-Akahu-Id only if the app token is wrong, so the message can say which token to replace.
    explain: ({ status, text }) =>
      status === 400 && /X-Akahu-Id/i.test(text) ? createError('akahu_app_token', {}) : null,
    protocol: akahuProtocol,
  });
}

const SITE = 'my.akahu.nz';

/** Leaves out pending transactions, because they have no ids, and their day and text change. */
function akahuProtocol(service: Service): BankProtocol {
  return {
    host: service.host,
    accounts: async () => {
      const list = listField(await service.get('accounts'), 'items');
      if (list === null) throw service.unreadable('accounts');
      return readAccounts(list, '_id', (account, id) => ({
        // `_migrated` is the earlier id of an account that Akahu moved to the bank's official interface.
        identity: textField(account, '_migrated') ?? id,
        name: textField(account, 'name'),
        number: textField(account, 'formatted_account'),
        bank: textField(objectField(account, 'connection'), 'name'),
        currency: textField(objectField(account, 'balance'), 'currency')?.toUpperCase() ?? 'NZD',
      }));
    },
    transactions: async ({ id, currency, json: account = null }, { since }) => {
      const isActive = textField(account, 'status') !== 'INACTIVE';
      const stale = isActive ? null : ({ site: SITE, reason: 'action', words: 'INACTIVE' } as const);
      if (!hasTransactions(account)) return { list: [], isWhole: isActive, stale };
      // Starts a day earlier: days in New Zealand begin before they do in UTC, and `start` itself is excluded.
      const start = encodeURIComponent(`${addDays(since, -1)}T00:00:00.000Z`);
      const path = `accounts/${encodeURIComponent(id)}/transactions?start=${start}`;
      const { list, cut } = await readPages(service, {
        path,
        list: 'items',
        id: '_id',
        next: (answer) =>
          nextPage(objectField(answer, 'cursor'), 'next', (cursor) => `${path}&cursor=${encodeURIComponent(cursor)}`),
      });
      return { list: list.map((json) => readTransaction(json, currency ?? 'NZD')), isWhole: isActive, cut, stale };
    },
    balances: async ({ currency, json = null }) =>
      readBalances(json, { currency: currency ?? 'NZD', hasTransactions: hasTransactions(json) }),
  };
}

function hasTransactions(account: JsonObject | null): boolean {
  return (listField(account, 'attributes') ?? []).includes('TRANSACTIONS');
}

/** A balance is as old as Akahu's last request to the bank. It counts as booked only if Akahu fetched the transactions then or later. */
function readBalances(
  account: JsonObject | null,
  { currency, hasTransactions }: { readonly currency: string; readonly hasTransactions: boolean },
): ServiceBalance[] {
  const balance = objectField(account, 'balance');
  const refreshed = objectField(account, 'refreshed');
  const moment = textField(refreshed, 'balance');
  const date = dayInZone(moment, NEW_ZEALAND);
  if (moment === null || date === null) return [];
  const at = Date.parse(moment);
  const hasRowsUntil = Date.parse(textField(refreshed, 'transactions') ?? '') >= at;
  const [current, available] = [readNumber(fieldOf(balance, 'current')), readNumber(fieldOf(balance, 'available'))];
  const of = { currency, date, at: toInstant(at) };
  if (!hasTransactions) return current === null ? [] : [{ ...of, kind: 'available', amount: current }];
  return [
    ...(current === null || !hasRowsUntil ? [] : [{ ...of, kind: 'booked' as const, amount: current }]),
    ...(available === null ? [] : [{ ...of, kind: 'available' as const, amount: available }]),
  ];
}

/** Akahu writes a bank's day as the UTC time at which the day begins in New Zealand. */
const NEW_ZEALAND = 'Pacific/Auckland';

export function readTransaction(json: unknown, currency: string): ServiceTransaction {
  return toTransaction(json, (transaction) => {
    const meta = objectField(transaction, 'meta');
    return {
      id: textField(transaction, '_migrated') ?? textField(transaction, '_id'),
      date: dayInZone(textField(transaction, 'date'), NEW_ZEALAND),
      amount: readNumber(fieldOf(transaction, 'amount')),
      currency,
      texts: [
        textField(objectField(transaction, 'merchant'), 'name'),
        textField(transaction, 'description'),
        ...['particulars', 'code', 'reference'].map((name) => textField(meta, name)),
      ],
      isPending: false,
      balanceAfter: readNumber(fieldOf(transaction, 'balance')),
    };
  });
}
