import { addAmounts } from '../../core/amount.ts';
import { addDays, toInstant } from '../../core/calendar-date.ts';
import { describe } from '../join-texts.ts';
import { asObject, fieldOf, listField, textField, type JsonObject } from '../json.ts';
import { readAmount } from '../read-amount.ts';
import type { BankProtocol, ServiceAccount, ServiceBalance, ServiceTransaction } from '../service/bank-protocol.ts';
import { problemOfId } from '../service/check-id.ts';
import { dayOf } from '../service/day-of.ts';
import { nextPage, readPages, UNKNOWN_PAGE, type Page, type Pages } from '../service/pages.ts';
import type { Service } from '../service/service.ts';

/** The largest page that Up gives. */
const PAGE = 'page[size]=100';

/**
 * Up's API (its OpenAPI document, version 1). A transaction keeps its id from HELD to SETTLED. Its day is the one on
 * which it was made, as in Up's own app, so that it does not move when it settles. The balance is what can be spent:
 * what is held is taken off it.
 */
export function upProtocol(
  service: Service,
  { timeZone, now }: { readonly timeZone: string; readonly now: () => number },
): BankProtocol {
  const root = `https://${service.host}/api/v1/`;

  /** Up names the next page by a whole URL, and always has links. */
  function nextOf(answer: JsonObject): Page['next'] {
    const links = asObject(fieldOf(answer, 'links'));
    if (links === null) return UNKNOWN_PAGE;
    return nextPage(links, 'next', (url) => (url.startsWith(root) ? url.slice(root.length) : null));
  }

  function pages(path: string): Promise<Pages> {
    const read = (answer: JsonObject): Page => ({ list: listField(answer, 'data'), next: nextOf(answer) });
    return readPages(service, path, read, (item) => textField(asObject(item), 'id'));
  }

  const held = new Map<string, unknown>();
  return {
    host: service.host,
    accounts: async () => {
      const { list, cut } = await pages(`accounts?${PAGE}`);
      if (cut !== null) throw cut;
      return list.flatMap((json): ServiceAccount[] => {
        const account = asObject(json);
        const id = textField(account, 'id');
        const attributes = asObject(fieldOf(account, 'attributes'));
        if (id === null || attributes === null) return [];
        const balance = asObject(fieldOf(attributes, 'balance'));
        held.set(id, balance);
        const currency = textField(balance, 'currencyCode');
        return [{ id, name: textField(attributes, 'displayName'), number: null, bank: 'Up', currency }];
      });
    },
    transactions: async ({ id }, { since }) => {
      // A day begins before it does in UTC, east of it.
      const from = `${addDays(since, -1)}T00:00:00Z`;
      const { list, cut } = await pages(
        `accounts/${encodeURIComponent(id)}/transactions?${PAGE}&filter[since]=${from}`,
      );
      return { list: list.map((json) => readTransaction(json, timeZone)), isWhole: true, cut };
    },
    balances: async ({ id }, { today }) => {
      const balance = asObject(held.get(id));
      const amount = readAmount(fieldOf(balance, 'value'));
      const currency = textField(balance, 'currencyCode');
      if (amount === null || currency === null) return [];
      const available: ServiceBalance = { kind: 'available', amount, currency, date: today, at: toInstant(now()) };
      return [available];
    },
  };
}

function readTransaction(json: unknown, timeZone: string): ServiceTransaction {
  const transaction = asObject(json);
  const attributes = asObject(fieldOf(transaction, 'attributes'));
  if (attributes === null) return { problem: 'shape' };
  const id = textField(transaction, 'id');
  const wrong = problemOfId(id);
  if (wrong !== null) return wrong;
  const money = readMoney(attributes);
  if (money === null) return { problem: 'amount' };
  const date = dayOf(textField(attributes, 'createdAt'), timeZone);
  if (date === null) return { problem: 'other' };
  return {
    providerId: id,
    date,
    ...money,
    ...describe(textField(attributes, 'description'), textField(attributes, 'message')),
    status: textField(attributes, 'status') === 'HELD' ? 'pending' : 'posted',
    raw: json,
  };
}

/**
 * What a transaction moves on its account. Up leaves the round-up (its `amount` includes the `boostPortion`) and the cashback
 * out of `amount`, and lists neither as a transaction of this account: up-banking/api, OpenAPI document and #52. Its CSV
 * has the sum as "Total". The saver receives the round-up as a transaction of its own.
 */
function readMoney(
  attributes: JsonObject,
): Pick<Extract<ServiceTransaction, { amount: unknown }>, 'amount' | 'formerAmount' | 'currency'> | null {
  const sums = [attributes, asObject(fieldOf(attributes, 'roundUp')), asObject(fieldOf(attributes, 'cashback'))]
    .filter((part) => part !== null)
    .map((part) => asObject(fieldOf(part, 'amount')));
  const amounts = sums.map((sum) => readAmount(fieldOf(sum, 'value')));
  const [currency, ...others] = sums.map((sum) => textField(sum, 'currencyCode')?.toUpperCase() ?? null);
  const [first] = amounts;
  if (currency == null || first == null || others.some((other) => other !== currency)) return null;
  const amount = amounts.reduce((total, one) => (total === null || one === null ? null : addAmounts(total, one)));
  return amount === null ? null : { amount, ...(amount === first ? {} : { formerAmount: first }), currency };
}
