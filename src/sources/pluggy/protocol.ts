import { addDays, type CalendarDate, parseCalendarDate, toInstant } from '../../core/calendar-date.ts';
import type { Clock } from '../../platform/clock.ts';
import { createError, type PennyrowError } from '../../platform/errors.ts';
import {
  asObject,
  dayInZone,
  fieldOf,
  type JsonObject,
  listField,
  objectField,
  parseJson,
  readNumber,
  textField,
} from '../json.ts';
import type { RawResponse } from '../request.ts';
import {
  type BankProtocol,
  readAccounts,
  type ServiceBalance,
  type ServiceTransaction,
  type StaleReason,
  type StatedTransaction,
  toTransaction,
} from '../service/bank-protocol.ts';
import { nextPage, readPages } from '../service/pages.ts';
import { createKeyedSource } from '../service/service-source.ts';
import type { Service, TokenExchange } from '../service/service.ts';
import type { SourceContext } from '../source-kind.ts';
import type { Source } from '../source.ts';

export function createPluggySource(context: SourceContext): Source {
  const { item, clientId } = context.settings as { readonly item: string; readonly clientId: string };
  return createKeyedSource<{ readonly clientSecret: string }>(context, {
    kind: 'pluggy',
    root: 'https://api.pluggy.ai',
    credentials: ({ clientSecret }) => tokenExchange(clientId, clientSecret),
    explain,
    protocol: (service) => pluggyProtocol(service, item, context.clock),
  });
}

function explain({ status, text }: RawResponse): PennyrowError | null {
  const code = textField(asObject(parseJson(text)), 'codeDescription');
  return status === 404 && code === 'ITEM_NOT_FOUND' ? createError('pluggy_item', {}) : null;
}

/** An API key is valid for two hours. Pluggy reports an expired key as 401 or 403, so both lead to a new key. */
function tokenExchange(clientId: string, clientSecret: string): TokenExchange {
  return {
    path: 'auth',
    json: { clientId, clientSecret },
    read: (answer) => {
      const key = textField(answer, 'apiKey');
      return key === null ? null : { headers: { 'X-API-KEY': key }, secrets: [key] };
    },
    isExpired: ({ status }) => status === 401 || status === 403,
  };
}

const SITE = 'meu.pluggy.ai';

const NEEDS_PERSON = /^(?:LOGIN_ERROR|WAITING_USER_(?:INPUT|ACTION))$/;
const CONSENT_OVER = /^(?:USER_AUTHORIZATION_|ACCOUNT_|INVALID_CREDENTIALS)/;

/** Pluggy marks a card's open bill and future installments as pending; installments are left out until their day. */
function pluggyProtocol(service: Service, item: string, clock: Clock): BankProtocol {
  let state: JsonObject | null = null;

  return {
    host: service.host,
    accounts: async () => {
      const id = encodeURIComponent(item);
      state = await service.get(`items/${id}`);
      const path = `accounts?itemId=${id}`;
      const answer = await service.get(path);
      const list = listField(answer, 'results');
      if (list === null || Number(fieldOf(answer, 'totalPages') ?? 1) > 1) throw service.unreadable(path);
      const bank = textField(objectField(state, 'connector'), 'name');
      return readAccounts(list, 'id', (account) => ({
        name: textField(account, 'marketingName') ?? textField(account, 'name'),
        number: textField(account, 'number'),
        bank,
        currency: textField(account, 'currencyCode')?.toUpperCase() ?? 'BRL',
      }));
    },
    transactions: async ({ id, currency }, { since, today }) => {
      // Starts a day earlier, because days in Brazil differ from days in UTC.
      const path = `v2/transactions?accountId=${encodeURIComponent(id)}&dateFrom=${addDays(since, -1)}`;
      const next = (answer: JsonObject) => nextPage(answer, 'next', pathOf);
      const { list, cut } = await readPages(service, { path, list: 'results', id: 'id', next });
      const all = list.map((json) => readTransaction(json, currency ?? 'BRL'));
      return {
        list: all.filter((one) => 'problem' in one || one.status === 'posted' || one.date <= today),
        isWhole: textField(state, 'status') === 'UPDATED',
        cut,
        stale: staleReason(state),
      };
    },
    balances: async ({ currency, json = null }, { today }) =>
      readBalances(json, state, { currency: currency ?? 'BRL', today, now: clock.now() }),
  };
}

function pathOf(text: string): string | null {
  const query = /^(?:(?:https:\/\/api\.pluggy\.ai)?\/?v2\/transactions)?(\?.+)$/s.exec(text)?.[1];
  return query === undefined ? null : `v2/transactions${query}`;
}

function staleReason(item: JsonObject | null): StaleReason | null {
  const status = textField(item, 'status') ?? '';
  const error = objectField(item, 'error');
  const code = textField(error, 'code') ?? '';
  const needsPerson = NEEDS_PERSON.test(status) || CONSENT_OVER.test(code);
  if (!needsPerson && status !== 'OUTDATED') return null;
  return { site: SITE, reason: needsPerson ? 'action' : 'other', words: textField(error, 'message') ?? status };
}

/** The booked balance, if `balance` and `closingBalance` are equal. A card's balance is that of one bill, so it never counts. */
function readBalances(
  account: JsonObject | null,
  item: JsonObject | null,
  { currency, today, now }: { readonly currency: string; readonly today: CalendarDate; readonly now: number },
): ServiceBalance[] {
  const amount = readNumber(fieldOf(account, 'balance'));
  if (amount === null) return [];
  const moment = textField(item, 'lastUpdatedAt');
  const date = dayInZone(moment, BRAZIL) ?? today;
  const at = toInstant(moment === null ? now : Date.parse(moment));
  if (textField(account, 'type') === 'CREDIT') {
    const owed = readNumber(amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
    return owed === null ? [] : [{ kind: 'available', amount: owed, currency, date, at }];
  }
  const bank = objectField(account, 'bankData');
  const isBooked =
    readNumber(fieldOf(bank, 'closingBalance')) === amount &&
    (readNumber(fieldOf(bank, 'automaticallyInvestedBalance')) ?? '0.00') === '0.00' &&
    textField(item, 'status') === 'UPDATED';
  return [{ kind: isBooked ? 'booked' : 'available', amount, currency, date, at }];
}

const BRAZIL = 'America/Sao_Paulo';

/** Some banks send a day without a time, which Pluggy writes as midnight in UTC. */
const DAY_ALONE = /^(\d{4}-\d\d-\d\d)(?:T00:00:00(?:\.0+)?Z)?$/;

/** `type` gives the direction. The sign of `amount` does not: on cards, purchases are positive. */
export function readTransaction(json: unknown, usual: string): ServiceTransaction {
  return toTransaction(json, (transaction) => {
    const { amount, currency } = moneyOf(transaction, usual);
    const payment = objectField(transaction, 'paymentData');
    const other = objectField(payment, amount?.startsWith('-') === true ? 'receiver' : 'payer');
    return {
      id: textField(transaction, 'id'),
      date: readDay(textField(transaction, 'date')),
      amount,
      currency,
      texts: [
        textField(objectField(transaction, 'merchant'), 'name') ?? textField(other, 'name'),
        textField(transaction, 'description') ?? textField(transaction, 'descriptionRaw'),
        textField(payment, 'reason'),
      ],
      isPending: textField(transaction, 'status') === 'PENDING',
    };
  });
}

function moneyOf(transaction: JsonObject, usual: string): Pick<StatedTransaction, 'amount' | 'currency'> {
  const type = textField(transaction, 'type');
  const own = readNumber(fieldOf(transaction, 'amountInAccountCurrency'));
  const unsigned = (own ?? readNumber(fieldOf(transaction, 'amount')))?.replace(/^-/, '') ?? '';
  const currency = own === null ? (textField(transaction, 'currencyCode')?.toUpperCase() ?? usual) : usual;
  const amount = type === 'DEBIT' ? readNumber(`-${unsigned}`) : type === 'CREDIT' ? readNumber(unsigned) : null;
  return { amount, currency };
}

function readDay(text: string | null): CalendarDate | null {
  const alone = DAY_ALONE.exec(text ?? '')?.[1];
  return alone === undefined ? dayInZone(text, BRAZIL) : parseCalendarDate(alone);
}
