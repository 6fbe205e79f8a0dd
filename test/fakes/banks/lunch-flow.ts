import type { FakeService, ServiceAnswer, ServiceRequest } from './bank-world.ts';

/** A transaction as the API sends it; fields that its provider does not report are missing. */
export interface LunchFlowBooking {
  /** Some providers leave it blank for pending transactions. */
  id: string | null;
  /** YYYY-MM-DD */
  date: string;
  /** Some providers send text instead of a number. */
  amount: number | string;
  merchant?: string | null;
  description: string | null;
  isPending: boolean;
}

export interface LunchFlowAccount {
  readonly id: number;
  name: string;
  readonly institution: string;
  readonly currency: string;
  status: string;
  /** Null if the provider reports none; Lunch Flow then answers 404. */
  balance: number | null;
  readonly bookings: LunchFlowBooking[];
}

export interface FakeLunchFlow {
  readonly service: FakeService;
  readonly key: string;
  readonly accounts: LunchFlowAccount[];
  /** The reason for which every request is refused; null while the subscription is active and the key is valid. */
  refusal: 'key' | 'payment' | 'subscription' | null;
  /** If true, each answer lists each transaction twice. */
  repeats: boolean;
}

export const LUNCH_FLOW_HOST = 'www.lunchflow.app';

const REFUSALS: Readonly<Record<NonNullable<FakeLunchFlow['refusal']>, ServiceAnswer>> = {
  key: refused(
    401,
    'Unauthorized',
    'Authentication required. Provide x-api-key header or Authorization: Bearer token.',
  ),
  payment: refused(402, 'Payment Required', 'Your subscription has ended.'),
  subscription: refused(403, 'Forbidden', 'Your plan does not include API access.'),
};

/**
 * A fake of Lunch Flow's personal API, based on its documentation (www.lunchflow.app/docs/personal-api) and users'
 * reports.
 */
export function fakeLunchFlow(): FakeLunchFlow {
  const fake: FakeLunchFlow = {
    key: 'lf_0123456789abcdefghijklmnopqrstuv',
    accounts: [],
    refusal: null,
    repeats: false,
    service: (request) => answer(fake, request),
  };
  return fake;
}

function answer(fake: FakeLunchFlow, { method, url, headers }: ServiceRequest): ServiceAnswer {
  if (headers['x-api-key'] !== fake.key) return REFUSALS.key;
  if (fake.refusal !== null) return REFUSALS[fake.refusal];
  const [, id, part] = /^\/api\/v1\/accounts(?:\/([^/]+)\/(transactions|balance))?$/.exec(url.pathname) ?? [null];
  if (method !== 'GET') return refused(404, 'Not Found', 'There is nothing here.');
  if (url.pathname === '/api/v1/accounts')
    return { status: 200, body: { accounts: fake.accounts.map(accountResource), total: fake.accounts.length } };
  const account = fake.accounts.find((one) => String(one.id) === id);
  if (account === undefined) return refused(404, 'Not Found', 'Account not found.');
  return part === 'balance' ? balance(account) : transactions(fake, account, url);
}

function accountResource({ id, name, institution, currency, status }: LunchFlowAccount): object {
  return {
    id,
    name,
    institution_name: institution,
    institution_logo: 'https://www.lunchflow.app/logos/bank.png',
    provider: 'finicity',
    currency,
    status,
  };
}

function balance({ balance: amount, currency }: LunchFlowAccount): ServiceAnswer {
  return amount === null
    ? refused(404, 'Not Found', 'No balance is available for this account.')
    : { status: 200, body: { balance: { amount, currency } } };
}

function transactions(
  fake: FakeLunchFlow,
  { id: accountId, currency, bookings }: LunchFlowAccount,
  url: URL,
): ServiceAnswer {
  const { searchParams } = url;
  const from = searchParams.get('from') ?? '0000-01-01';
  const to = searchParams.get('to') ?? '9999-12-31';
  if (![from, to].every((day) => /^\d{4}-\d\d-\d\d$/.test(day))) return refused(400, 'Bad Request', 'Invalid date.');
  const shown = bookings
    .filter(
      ({ date, isPending }) =>
        date >= from && date <= to && (!isPending || searchParams.get('include_pending') === 'true'),
    )
    .toSorted((a, b) => (a.date < b.date ? 1 : -1))
    .map((booking) => ({ ...booking, accountId, currency }));
  const list = fake.repeats ? shown.flatMap((one) => [one, one]) : shown;
  return { status: 200, body: { transactions: list, total: list.length } };
}

function refused(status: number, error: string, message: string): ServiceAnswer {
  return { status, body: { error, message } };
}
