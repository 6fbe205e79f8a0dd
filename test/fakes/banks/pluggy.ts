import { randomUUID } from 'node:crypto';
import type { FakeService, ServiceAnswer, ServiceRequest } from './bank-world.ts';

export interface PluggyBooking {
  id: string;
  /** ISO 8601 in UTC. Midnight in UTC means that only the day is known. */
  date: string;
  type: 'DEBIT' | 'CREDIT';
  /** The amount with Pluggy's sign: a purchase on a card is positive. */
  amount: number | string;
  description: string;
  status: 'PENDING' | 'POSTED';
  readonly currencyCode?: string;
  readonly amountInAccountCurrency?: number | null;
  readonly merchant?: { readonly name: string };
  readonly paymentData?: object;
}

export interface PluggyAccount {
  readonly id: string;
  readonly type: 'BANK' | 'CREDIT';
  readonly name: string;
  readonly number: string;
  balance: number | null;
  /** Set only for bank accounts, not for credit cards. */
  closingBalance?: number | null;
  readonly bookings: PluggyBooking[];
}

export interface FakePluggy {
  readonly service: FakeService;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly item: string;
  status: string;
  error: { readonly code: string; readonly message: string } | null;
  /** When Pluggy last refreshed the item from the bank. */
  lastUpdatedAt: string | null;
  readonly accounts: PluggyAccount[];
  /** Epoch milliseconds; API keys are valid for two hours. */
  now: () => number;
  /** How many keys were issued. */
  keys: number;
  /** Invalidates all keys that were issued. */
  endKeys(): void;
  mostOnPage: number;
  /** If true, each page links to itself once before it links to the next page. */
  repeatsPages: boolean;
  /** If true, links to the next page are absolute URLs. */
  namesPagesByUrl: boolean;
}

export const PLUGGY_HOST = 'api.pluggy.ai';

const TWO_HOURS = 7_200_000;

/**
 * A fake of Pluggy's API: the keys, items, cursors and errors of its reference (docs.pluggy.ai) and of the types of its
 * official SDK.
 */
export function fakePluggy(): FakePluggy {
  const keys = new Map<string, number>();
  const fake: FakePluggy = {
    clientId: '2b8c6f0e-5a3c-4c3f-9f3e-2d1c0b9a8f7e',
    clientSecret: '7d1e0f9a-1111-4222-8333-444455556666',
    item: '1b0f3cd5-c902-4836-b68b-04cbd847f99a',
    status: 'UPDATED',
    error: null,
    lastUpdatedAt: null,
    accounts: [],
    now: Date.now,
    keys: 0,
    endKeys: () => keys.clear(),
    mostOnPage: 500,
    repeatsPages: false,
    namesPagesByUrl: false,
    service: (request) => {
      if (request.url.pathname === '/auth') return trade(request);
      const endsAt = keys.get(String(request.headers['x-api-key'])) ?? 0;
      return endsAt <= fake.now()
        ? refused(403, 'FORBIDDEN', 'Missing or invalid authorization token')
        : answer(fake, request);
    },
  };

  function trade({ method, body }: ServiceRequest): ServiceAnswer {
    if (method !== 'POST') return refused(404, 'NOT_FOUND', 'Not found');
    const { clientId, clientSecret } = JSON.parse(body) as Partial<FakePluggy>;
    if (clientId !== fake.clientId || clientSecret !== fake.clientSecret)
      return refused(401, 'CLIENT_KEYS_UNAUTHORIZED', 'client keys are invalid');
    const apiKey = `eyJhbGciOiJSUzI1NiJ9.${randomUUID()}`;
    keys.set(apiKey, fake.now() + TWO_HOURS);
    fake.keys += 1;
    return { status: 200, body: { apiKey } };
  }

  return fake;
}

function answer(fake: FakePluggy, { method, url }: ServiceRequest): ServiceAnswer {
  if (method !== 'GET') return refused(404, 'NOT_FOUND', 'Not found');
  const { pathname, searchParams } = url;
  if (pathname === `/items/${fake.item}`) return { status: 200, body: itemResource(fake) };
  if (pathname.startsWith('/items/')) return refused(404, 'ITEM_NOT_FOUND', 'Item not found');
  if (pathname === '/transactions') return refused(410, 'DEPRECATED', 'Use GET /v2/transactions');
  if (pathname === '/accounts') {
    if (searchParams.get('itemId') !== fake.item) return refused(404, 'ITEM_NOT_FOUND', 'Item not found');
    const results = fake.accounts.map((account) => accountResource(account, fake.item));
    return { status: 200, body: { total: results.length, totalPages: 1, page: 1, results } };
  }
  if (pathname !== '/v2/transactions') return refused(404, 'NOT_FOUND', 'Not found');
  const account = fake.accounts.find(({ id }) => id === searchParams.get('accountId'));
  return account === undefined
    ? refused(404, 'ACCOUNT_NOT_FOUND', 'Account not found')
    : transactions(fake, account, url);
}

function itemResource({ item, status, error, lastUpdatedAt }: FakePluggy): object {
  return {
    id: item,
    connector: {
      id: 200,
      name: 'MeuPluggy',
      institutionUrl: 'https://meu.pluggy.ai',
      country: 'BR',
      type: 'PERSONAL_BANK',
    },
    status,
    executionStatus: status === 'UPDATED' ? 'SUCCESS' : (error?.code ?? 'ERROR'),
    error,
    statusDetail: null,
    lastUpdatedAt,
    createdAt: '2026-01-01T12:00:00.000Z',
    updatedAt: lastUpdatedAt,
    consentExpiresAt: null,
    consecutiveFailedLoginAttempts: 0,
  };
}

function accountResource(
  { id, type, name, number, balance, closingBalance = balance }: PluggyAccount,
  itemId: string,
): object {
  return {
    id,
    itemId,
    type,
    subtype: type === 'BANK' ? 'CHECKING_ACCOUNT' : 'CREDIT_CARD',
    number,
    name,
    marketingName: null,
    balance,
    owner: 'Kim Souza',
    taxNumber: '123.456.789-00',
    currencyCode: 'BRL',
    bankData:
      type === 'BANK' ? { transferNumber: `123/${number}`, closingBalance, automaticallyInvestedBalance: 0 } : null,
    creditData:
      type === 'CREDIT'
        ? { level: 'PLATINUM', brand: 'MASTERCARD', creditLimit: 5000, availableCreditLimit: 4000 }
        : null,
  };
}

/** Sorted by UTC time, newest first. The cursor is Base64, and the client must send it back unchanged. */
function transactions(fake: FakePluggy, account: PluggyAccount, url: URL): ServiceAnswer {
  const { searchParams } = url;
  const [from, to] = [searchParams.get('dateFrom') ?? '0000', searchParams.get('dateTo') ?? '9999'];
  const shown = account.bookings
    .filter(({ date }) => date >= from && date <= to)
    .toSorted((a, b) => (a.date < b.date ? 1 : -1));
  const [at = 0, time = 0] = Buffer.from(searchParams.get('after') ?? '', 'base64')
    .toString()
    .split('/')
    .map(Number);
  const isAgain = fake.repeatsPages && time === 0 && shown.length > 0;
  const then = isAgain ? [at, 1] : [at + fake.mostOnPage, 0];
  const isLast = !isAgain && at + fake.mostOnPage >= shown.length;
  const after = Buffer.from(then.join('/')).toString('base64');
  const query = `?accountId=${account.id}${searchParams.has('dateFrom') ? `&dateFrom=${from}` : ''}&after=${encodeURIComponent(after)}`;
  const next = fake.namesPagesByUrl ? `https://${PLUGGY_HOST}/v2/transactions${query}` : query;
  const results = shown.slice(at, at + fake.mostOnPage).map((booking) => transactionResource(booking, account));
  return { status: 200, body: { results, next: isLast ? null : next } };
}

function transactionResource(booking: PluggyBooking, { id: accountId }: PluggyAccount): object {
  return {
    descriptionRaw: null,
    currencyCode: 'BRL',
    amountInAccountCurrency: null,
    balance: null,
    category: null,
    categoryId: null,
    providerCode: null,
    providerId: null,
    paymentData: null,
    creditCardMetadata: null,
    merchant: null,
    operationType: null,
    ...booking,
    accountId,
    createdAt: booking.date,
    updatedAt: booking.date,
  };
}

function refused(code: number, codeDescription: string, message: string): ServiceAnswer {
  return { status: code, body: { code, codeDescription, message } };
}
