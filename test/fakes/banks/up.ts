import type { FakeService, ServiceAnswer, ServiceRequest } from './bank-world.ts';

export interface UpBooking {
  readonly id: string;
  /** A time with a UTC offset, as Up formats timestamps. */
  readonly createdAt: string;
  /** Null while the transaction is HELD. */
  settledAt: string | null;
  amount: string;
  /**
   * The negative amount that a purchase moved to a saver account, including `boost`. The saver lists it as a separate
   * transaction.
   */
  roundUp?: string;
  /** The part of `roundUp` that is a boost. */
  readonly boost?: string;
  /** The positive amount that was paid back with the purchase. */
  readonly cashback?: string;
  readonly description: string;
  readonly rawText: string | null;
  readonly message: string | null;
}

export interface UpAccount {
  readonly id: string;
  displayName: string;
  balance: string;
  readonly bookings: UpBooking[];
}

export interface FakeUp {
  readonly service: FakeService;
  readonly token: string;
  readonly accounts: UpAccount[];
  /** False if the token was revoked. */
  isOpen: boolean;
  /** The largest page size that the server uses, even if a request asks for more. */
  mostOnPage: number;
}

export const UP_HOST = 'api.up.com.au';

/** A fake of Up's API: the shapes, pages and errors of its OpenAPI document (github.com/up-banking/api, version 1). */
export function fakeUp(): FakeUp {
  const fake: FakeUp = {
    token: 'up:yeah:0123456789abcdefghijklmnopqrstuv',
    accounts: [],
    isOpen: true,
    mostOnPage: 100,
    service: (request) => answer(fake, request),
  };
  return fake;
}

function answer(fake: FakeUp, { method, url, headers }: ServiceRequest): ServiceAnswer {
  if (!fake.isOpen || headers.authorization !== `Bearer ${fake.token}`)
    return refused(401, 'Not Authorized', 'The request was not authenticated because no valid credential was found.');
  if (method !== 'GET') return refused(404, 'Not Found', 'There is nothing here.');
  const path = /^\/api\/v1\/accounts(?:\/([^/]+)\/transactions)?$/.exec(url.pathname);
  if (path === null) return refused(404, 'Not Found', 'There is nothing here.');
  const [, id] = path;
  if (id === undefined) return page(fake, url, fake.accounts.map(accountResource));
  const account = fake.accounts.find((one) => one.id === decodeURIComponent(id));
  if (account === undefined) return refused(404, 'Not Found', 'The account was not found.');
  const since = url.searchParams.get('filter[since]');
  if (since !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(since))
    return refused(400, 'Bad Request', 'The filter[since] parameter is no date-time.');
  const from = since === null ? Number.NEGATIVE_INFINITY : Date.parse(since);
  const shown = account.bookings
    .filter(({ createdAt }) => Date.parse(createdAt) >= from)
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return page(
    fake,
    url,
    shown.map((booking) => transactionResource(booking, account)),
  );
}

/** Links to the next page contain a cursor and all parameters of the request. */
function page(fake: FakeUp, url: URL, all: readonly object[]): ServiceAnswer {
  const requestedSize = Number(url.searchParams.get('page[size]') ?? 30);
  if (!(requestedSize >= 1 && requestedSize <= 100))
    return refused(400, 'Bad Request', 'The page[size] parameter is out of range.');
  const size = Math.min(requestedSize, fake.mostOnPage);
  const from = Number(Buffer.from(url.searchParams.get('page[after]') ?? '', 'base64').toString() || 0);
  const next = new URL(url);
  next.searchParams.set('page[after]', Buffer.from(String(from + size)).toString('base64'));
  return {
    status: 200,
    body: {
      data: all.slice(from, from + size),
      links: { prev: null, next: from + size < all.length ? next.href : null },
    },
  };
}

function accountResource({ id, displayName, balance }: UpAccount): object {
  return {
    type: 'accounts',
    id,
    attributes: {
      displayName,
      accountType: 'TRANSACTIONAL',
      ownershipType: 'INDIVIDUAL',
      balance: money(balance),
      createdAt: '2021-02-03T09:10:11+11:00',
    },
    relationships: { transactions: { links: { related: `https://${UP_HOST}/api/v1/accounts/${id}/transactions` } } },
    links: { self: `https://${UP_HOST}/api/v1/accounts/${id}` },
  };
}

function transactionResource(booking: UpBooking, { id: accountId }: UpAccount): object {
  const { id, settledAt, createdAt, amount, roundUp, boost, cashback, description, rawText, message } = booking;
  return {
    type: 'transactions',
    id,
    attributes: {
      status: settledAt === null ? 'HELD' : 'SETTLED',
      rawText,
      description,
      message,
      isCategorizable: true,
      holdInfo: null,
      roundUp:
        roundUp === undefined
          ? null
          : { amount: money(roundUp), boostPortion: boost === undefined ? null : money(boost) },
      cashback: cashback === undefined ? null : { description: 'Perk Up', amount: money(cashback) },
      amount: money(amount),
      foreignAmount: null,
      cardPurchaseMethod: null,
      settledAt,
      createdAt,
      transactionType: 'Purchase',
      note: null,
      performingCustomer: { displayName: 'Kim' },
      deepLinkURL: 'up://transaction/VHJhbnNhY3Rpb24',
    },
    relationships: {
      account: { data: { type: 'accounts', id: accountId } },
      transferAccount: { data: null },
      category: { data: null },
      parentCategory: { data: null },
      tags: { data: [] },
      attachment: { data: null },
    },
    links: { self: `https://${UP_HOST}/api/v1/transactions/${id}` },
  };
}

function money(value: string): object {
  return { currencyCode: 'AUD', value, valueInBaseUnits: Math.round(Number(value) * 100) };
}

function refused(status: number, title: string, detail: string): ServiceAnswer {
  return { status, body: { errors: [{ status: String(status), title, detail }] } };
}
