import type { FakeService, ServiceAnswer, ServiceRequest } from './bank-world.ts';

export interface AkahuBooking {
  id: string;
  /** The moment in UTC at which the day begins in New Zealand. */
  date: string;
  amount: number;
  description: string;
  /** The balance after this transaction, if the bank reports it. */
  readonly balance?: number;
  /** The transaction's former id, if the bank has since moved to its official interface. */
  migrated?: string;
  readonly merchant?: string;
  readonly meta?: Readonly<Record<string, string>>;
}

/** A pending transaction has no id, and its date and description can change from one answer to the next. */
export interface AkahuPending {
  readonly date: string;
  readonly amount: number;
  readonly description: string;
}

export interface AkahuAccount {
  id: string;
  migrated?: string;
  readonly name: string;
  /** Null if the account has no well-defined number. */
  readonly number?: string | null;
  readonly type: 'CHECKING' | 'CREDITCARD' | 'KIWISAVER';
  status: 'ACTIVE' | 'INACTIVE';
  balance: { current: number; available?: number } | null;
  /** When Akahu last refreshed each part from the bank, in UTC with milliseconds. */
  refreshed: { balance?: string; transactions?: string };
  readonly bookings: AkahuBooking[];
  readonly pending: AkahuPending[];
}

export interface FakeAkahu {
  readonly service: FakeService;
  readonly appToken: string;
  readonly userToken: string;
  readonly accounts: AkahuAccount[];
  /** False if the user deleted the personal app, so that Akahu rejects the user token. */
  isOpen: boolean;
  mostOnPage: number;
  /** If true, each page is followed by the same page under a new cursor. */
  repeatsPages: boolean;
  /** If true, an empty page precedes each page. */
  sendsEmptyPages: boolean;
}

export const AKAHU_HOST = 'api.akahu.io';

/**
 * A fake of Akahu's API: the shapes, cursors and errors of its reference (developers.akahu.nz) and of the types of its
 * official SDK.
 */
export function fakeAkahu(): FakeAkahu {
  const fake: FakeAkahu = {
    appToken: 'app_token_ck9uh3kex000107muemzpdkr7',
    userToken: 'user_token_ck9uh3kex000207muemzpdkr8',
    accounts: [],
    isOpen: true,
    mostOnPage: 100,
    repeatsPages: false,
    sendsEmptyPages: false,
    service: (request) => answer(fake, request),
  };
  return fake;
}

function answer(fake: FakeAkahu, { method, url, headers }: ServiceRequest): ServiceAnswer {
  if (headers['x-akahu-id'] !== fake.appToken) return refused(400, 'Missing or invalid X-Akahu-Id header');
  if (!fake.isOpen || headers.authorization !== `Bearer ${fake.userToken}`) return refused(401, 'Unauthorized');
  if (method !== 'GET') return refused(404, 'Not found');
  if (url.pathname === '/v1/accounts')
    return { status: 200, body: { success: true, items: fake.accounts.map(resource) } };
  const [, id, part] = /^\/v1\/accounts\/([^/]+)\/transactions(\/pending)?$/.exec(url.pathname) ?? [null];
  const account = fake.accounts.find((one) => one.id === id);
  if (account === undefined) return refused(404, 'Account not found');
  return part === undefined ? transactions(fake, account, url) : pending(account);
}

function resource(account: AkahuAccount): object {
  const { id, migrated, name, number, type, status, balance, refreshed } = account;
  return {
    _id: id,
    ...(migrated === undefined ? {} : { _migrated: migrated }),
    _authorisation: 'auth_ck9uh3kex000307muemzpdkr9',
    _credentials: 'auth_ck9uh3kex000307muemzpdkr9',
    connection: { _id: 'conn_ck9uh3kex000407muemzpdkra', name: 'Kauri Bank', logo: 'https://cdn.akahu.nz/logos/bank' },
    name,
    ...(number === undefined || number === null ? {} : { formatted_account: number }),
    type,
    status,
    ...(balance === null ? {} : { balance: { currency: 'NZD', overdrawn: false, ...balance } }),
    attributes: type === 'KIWISAVER' ? [] : ['TRANSACTIONS', 'TRANSFER_FROM'],
    refreshed,
    meta: { holder: 'KIM NGATA' },
  };
}

/** Transactions after `start` up to and including `end`, newest first. */
function transactions(fake: FakeAkahu, account: AkahuAccount, url: URL): ServiceAnswer {
  const [start, end] = ['start', 'end'].map((name) => url.searchParams.get(name));
  for (const moment of [start, end])
    if (moment != null && Number.isNaN(Date.parse(moment))) return refused(400, 'Invalid date');
  const from = start == null ? Number.NEGATIVE_INFINITY : Date.parse(start);
  const until = end == null ? Number.POSITIVE_INFINITY : Date.parse(end);
  const shown = account.bookings
    .filter(({ date }) => Date.parse(date) > from && Date.parse(date) <= until)
    .toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date));
  const pages: AkahuBooking[][] = [];
  for (let at = 0; at < shown.length; at += fake.mostOnPage) {
    const page = shown.slice(at, at + fake.mostOnPage);
    pages.push(...(fake.sendsEmptyPages ? [[]] : []), page, ...(fake.repeatsPages ? [page] : []));
  }
  const cursor = url.searchParams.get('cursor');
  const place = cursor === null ? 0 : Number(Buffer.from(cursor, 'base64').toString());
  const next = place + 1 < pages.length ? Buffer.from(String(place + 1)).toString('base64') : null;
  return {
    status: 200,
    body: { success: true, items: (pages[place] ?? []).map((one) => booked(one, account)), cursor: { next } },
  };
}

function booked(
  { id, migrated, date, amount, description, balance, merchant, meta }: AkahuBooking,
  account: AkahuAccount,
): object {
  return {
    _id: id,
    ...(migrated === undefined ? {} : { _migrated: migrated }),
    _user: 'user_ck9uh3kex000507muemzpdkrb',
    _account: account.id,
    _connection: 'conn_ck9uh3kex000407muemzpdkra',
    created_at: date,
    updated_at: date,
    date,
    hash: `acc_${id}`,
    description,
    amount,
    ...(balance === undefined ? {} : { balance }),
    type: amount < 0 ? 'EFTPOS' : 'CREDIT',
    ...(merchant === undefined ? {} : { merchant: { _id: 'merchant_1', name: merchant } }),
    ...(meta === undefined ? {} : { meta }),
  };
}

function pending({ id, pending: list }: AkahuAccount): ServiceAnswer {
  const items = list.map((one) => ({
    _user: 'user_1',
    _account: id,
    _connection: 'conn_1',
    updated_at: one.date,
    ...one,
    type: 'EFTPOS',
  }));
  return { status: 200, body: { success: true, items } };
}

function refused(status: number, message: string): ServiceAnswer {
  return { status, body: { success: false, message } };
}
