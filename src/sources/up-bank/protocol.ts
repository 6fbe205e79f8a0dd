import { addAmounts, type Amount, parseAmount } from '../../core/amount.ts';
import { addDays, toInstant } from '../../core/calendar-date.ts';
import type { Clock } from '../../platform/clock.ts';
import { asObject, dayInZone, fieldOf, type JsonObject, objectField, readAmount, textField } from '../json.ts';
import {
  type BankProtocol,
  readAccounts,
  type ServiceTransaction,
  type StatedTransaction,
  toTransaction,
} from '../service/bank-protocol.ts';
import { nextPage, type Pages, readPages, UNKNOWN_PAGE } from '../service/pages.ts';
import { createKeyedSource } from '../service/service-source.ts';
import type { Service } from '../service/service.ts';
import type { SourceContext } from '../source-kind.ts';
import type { Source } from '../source.ts';

const ROOT = 'https://api.up.com.au/api/v1';

export function createUpSource(context: SourceContext): Source {
  return createKeyedSource<{ readonly token: string }>(context, {
    kind: 'up-bank',
    corrects: context,
    root: ROOT,
    credentials: ({ token }) => ({ Authorization: `Bearer ${token}` }),
    protocol: (service, { timeZone }) => upProtocol(service, timeZone, context.clock),
  });
}

/** The largest page size that Up allows. */
const PAGE = 'page[size]=100';

/** A transaction keeps its id when it is posted, and the day on which it was made. The balance is available: holds are deducted. */
function upProtocol(service: Service, timeZone: string, clock: Clock): BankProtocol {
  /** Shortens `links.next`, which is a full URL, to a path below the root; null for other URLs. */
  const pathOf = (url: string): string | null => (url.startsWith(`${ROOT}/`) ? url.slice(ROOT.length + 1) : null);
  const pages = (path: string): Promise<Pages> =>
    readPages(service, {
      path,
      list: 'data',
      id: 'id',
      next: ({ links }) => (asObject(links) === null ? UNKNOWN_PAGE : nextPage(asObject(links), 'next', pathOf)),
    });

  return {
    host: service.host,
    accounts: async () => {
      const { list, cut } = await pages(`accounts?${PAGE}`);
      if (cut !== null) throw cut;
      const accounts = list.filter((json) => attributesOf(json) !== null);
      return readAccounts(accounts, 'id', (account) => ({
        name: textField(attributesOf(account), 'displayName'),
        number: null,
        bank: 'Up',
        currency: textField(balanceOf(account), 'currencyCode'),
      }));
    },
    transactions: async ({ id }, { since }) => {
      // Starts a day earlier, because days in Australia begin before they do in UTC.
      const from = `${addDays(since, -1)}T00:00:00Z`;
      const { list, cut } = await pages(
        `accounts/${encodeURIComponent(id)}/transactions?${PAGE}&filter[since]=${from}`,
      );
      return { list: list.map((json) => readTransaction(json, timeZone)), isWhole: true, cut };
    },
    balances: async ({ json }, { today }) => {
      const balance = balanceOf(json);
      const amount = readAmount(fieldOf(balance, 'value'));
      const currency = textField(balance, 'currencyCode');
      if (amount === null || currency === null) return [];
      return [{ kind: 'available', amount, currency, date: today, at: toInstant(clock.now()) }];
    },
  };
}

function attributesOf(json: unknown): JsonObject | null {
  return objectField(asObject(json), 'attributes');
}

function balanceOf(account: unknown): JsonObject | null {
  return objectField(attributesOf(account), 'balance');
}

function readTransaction(json: unknown, timeZone: string): ServiceTransaction {
  return toTransaction(attributesOf(json) === null ? null : json, (transaction) => {
    const attributes = attributesOf(transaction);
    return {
      id: textField(transaction, 'id'),
      date: dayInZone(textField(attributes, 'createdAt'), timeZone),
      ...readMoney(attributes),
      texts: [textField(attributes, 'description'), textField(attributes, 'message')],
      isPending: textField(attributes, 'status') === 'HELD',
    };
  });
}

/** Adds round-up and cashback to `amount`, because Up lists neither as a transaction of this account (up-banking/api#52). */
function readMoney(attributes: JsonObject | null): Pick<StatedTransaction, 'amount' | 'formerAmount' | 'currency'> {
  const sums = [attributes, objectField(attributes, 'roundUp'), objectField(attributes, 'cashback')]
    .filter((part) => part !== null)
    .map((part) => objectField(part, 'amount'));
  const amounts = sums.map((sum) => readAmount(fieldOf(sum, 'value')));
  const [currency = null, ...others] = sums.map((sum) => textField(sum, 'currencyCode')?.toUpperCase() ?? null);
  const [first = null] = amounts;
  const isMixed = others.some((other) => other !== currency);
  const amount = amounts.reduce((total, one) => (total === null || one === null ? null : addAmounts(total, one)), ZERO);
  return {
    amount: isMixed ? null : amount,
    ...(first !== null && amount !== first && { formerAmount: first }),
    currency,
  };
}

const ZERO: Amount | null = parseAmount('0');
