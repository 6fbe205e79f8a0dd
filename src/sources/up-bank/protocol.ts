import { addAmounts } from '../../core/amount.ts';
import { addDays, toInstant } from '../../core/calendar-date.ts';
import { readKeys } from '../authorize.ts';
import { describe } from '../bank-texts.ts';
import { asObject, dayInZone, fieldOf, type JsonObject, listField, checkId, readAmount, textField } from '../json.ts';
import type { BankProtocol, ServiceAccount, ServiceBalance, ServiceTransaction } from '../service/bank-protocol.ts';
import { nextPage, type Page, type Pages, readPages, UNKNOWN_PAGE } from '../service/pages.ts';
import { createServiceSource } from '../service/service-source.ts';
import { createService, type Service } from '../service/service.ts';
import type { SourceContext } from '../source-kind.ts';
import type { Source } from '../source.ts';

const HOST = 'api.up.com.au';

export function createUpSource(context: SourceContext): Source {
  return createServiceSource({
    kind: 'up-bank',
    corrects: context,
    connect: async ({ signal, timeZone }) => {
      const { token } = await readKeys<{ readonly token: string }>(context, HOST);
      const service = createService({
        ...context,
        root: `https://${HOST}/api/v1`,
        credentials: { Authorization: `Bearer ${token}` },
        secrets: [token],
        access: 'key',
        signal,
      });
      return upProtocol(service, { timeZone, now: () => context.clock.now() });
    },
  });
}

/** Up's largest page. */
const PAGE = 'page[size]=100';

/**
 * Up's API, version 1. A transaction keeps its id from HELD to SETTLED, and has the day on which it was made, as in
 * Up's app, so that it does not move. The balance is the available one: holds are deducted.
 */
function upProtocol(
  service: Service,
  { timeZone, now }: { readonly timeZone: string; readonly now: () => number },
): BankProtocol {
  const root = `https://${service.host}/api/v1/`;

  /** `links.next` is a full URL. */
  function nextOf(answer: JsonObject): Page['next'] {
    const links = asObject(fieldOf(answer, 'links'));
    if (links === null) return UNKNOWN_PAGE;
    return nextPage(links, 'next', (url) => (url.startsWith(root) ? url.slice(root.length) : null));
  }

  function pages(path: string): Promise<Pages> {
    const read = (answer: JsonObject): Page => ({ list: listField(answer, 'data'), next: nextOf(answer) });
    return readPages(service, path, read, (item) => textField(asObject(item), 'id'));
  }

  const balances = new Map<string, unknown>();
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
        balances.set(id, balance);
        const currency = textField(balance, 'currencyCode');
        return [{ id, name: textField(attributes, 'displayName'), number: null, bank: 'Up', currency }];
      });
    },
    transactions: async ({ id }, { since }) => {
      // Days in Australia begin before they do in UTC.
      const from = `${addDays(since, -1)}T00:00:00Z`;
      const { list, cut } = await pages(
        `accounts/${encodeURIComponent(id)}/transactions?${PAGE}&filter[since]=${from}`,
      );
      return { list: list.map((json) => readTransaction(json, timeZone)), isWhole: true, cut };
    },
    balances: async ({ id }, { today }) => {
      const balance = asObject(balances.get(id));
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
  const wrong = checkId(id);
  if (wrong !== null) return wrong;
  const money = readMoney(attributes);
  if (money === null) return { problem: 'amount' };
  const date = dayInZone(textField(attributes, 'createdAt'), timeZone);
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
 * The total effect on the account. `amount` excludes the round-up (whose `amount` includes the `boostPortion`) and the
 * cashback, and Up lists neither as a transaction of this account (up-banking/api#52). Its CSV has the sum as "Total".
 * The saver lists the round-up as a separate transaction.
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
