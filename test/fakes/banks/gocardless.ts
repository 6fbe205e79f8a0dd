import { randomUUID } from 'node:crypto';
import type { FakeService, ServiceAnswer, ServiceRequest } from './bank-world.ts';
import { banksOf, COUNTRIES, type EuropeanBank } from './european-banks.ts';
import { ended, institutionId, institutionResource, limited, refused, TOKEN_REFUSED } from './gocardless-answers.ts';

/** A booking as the API sends it; fields that its bank does not provide are missing. */
export type GocardlessBooking = Readonly<Record<string, unknown>>;

export interface GocardlessAccount {
  /** Null if the bank does not report it. */
  iban: string | null;
  readonly name: string | null;
  readonly currency: string;
  readonly booked: GocardlessBooking[];
  /** A pending booking has no id, and its description changes when it is booked. */
  readonly pending: GocardlessBooking[];
  balances: readonly object[];
}

interface Requisition {
  readonly id: string;
  readonly agreement: Agreement;
  readonly reference: string;
  readonly redirect: string;
  status: 'CR' | 'LN' | 'EX' | 'RJ';
  readonly accounts: Map<string, GocardlessAccount>;
}

interface Agreement {
  readonly id: string;
  readonly institution: string;
  readonly historyDays: number;
  readonly accessDays: number;
  accepted: number | null;
}

export interface FakeGocardless {
  readonly service: FakeService;
  readonly secretId: string;
  readonly secretKey: string;
  readonly accounts: GocardlessAccount[];
  readonly requisitions: Requisition[];
  /** Epoch milliseconds. */
  now: () => number;
  /** How many tokens were issued. */
  tokens: number;
  /** Invalidates all tokens that were issued. */
  endTokens(): void;
  /** How many requests each endpoint of an account answers in 24 hours. */
  mostPerDay: number;
  /** If true, the bank reports no names and currencies. */
  hidesDetails: boolean;
  /** The reason for which the bank refuses every account; null if it does not. */
  refusal: 'revoked' | 'suspended' | null;
  /** If set, requests with a matching path fail as if the user had withdrawn the access. */
  ends: ((path: string) => boolean) | null;
  /** The longest duration of a consent, in days. */
  longestConsent: number;
  /** Withdraws the user's consent; the bank reports this to GoCardless. */
  withdraw(): void;
  /** Opens the consent page, agrees, and returns the address to which the browser is redirected. */
  agree(url: string): string;
  /** Opens the consent page, declines, and returns the address to which the browser is redirected. */
  refuse(url: string): string;
}

export const GOCARDLESS_HOST = 'bankaccountdata.gocardless.com';

const DAY = 86_400_000;

/**
 * A fake of GoCardless Bank Account Data, based on its reference (developer.gocardless.com/bank-account-data), its help
 * pages and users' reports.
 */
export function fakeGocardless(): FakeGocardless {
  const tokens = new Map<string, number>();
  const agreements: Agreement[] = [];
  const requestTimes = new Map<string, number[]>();
  const fake: FakeGocardless = {
    secretId: '3f0d2f3c-8d4b-4c57-9a51-6a3a3c8a7a10',
    secretKey: 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00',
    accounts: [],
    requisitions: [],
    now: Date.now,
    tokens: 0,
    endTokens: () => tokens.clear(),
    mostPerDay: 4,
    hidesDetails: false,
    refusal: null,
    ends: null,
    longestConsent: 180,
    service: (request) => {
      if (request.url.pathname === '/api/v2/token/new/') return trade(request);
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      return (tokens.get(token) ?? 0) <= fake.now() ? TOKEN_REFUSED : respond(request);
    },
    withdraw: () => {
      fake.refusal = 'revoked';
      for (const requisition of fake.requisitions) requisition.status = 'EX';
    },
    agree: (url) => {
      const requisition = requisitionAt(url);
      requisition.status = 'LN';
      for (const account of fake.accounts) requisition.accounts.set(randomUUID(), account);
      requisition.agreement.accepted = fake.now();
      return `${requisition.redirect}?${new URLSearchParams({ ref: requisition.reference }).toString()}`;
    },
    refuse: (url) => {
      const { redirect, reference } = requisitionAt(url);
      const parameters = { ref: reference, error: 'UserCancelledSession', details: 'User cancelled the session.' };
      return `${redirect}?${new URLSearchParams(parameters).toString()}`;
    },
  };

  function requisitionAt(url: string): Requisition {
    const found = fake.requisitions.find(({ id }) => url.includes(id));
    if (found === undefined) throw new Error(`No consent request has the address ${url}.`);
    return found;
  }

  function trade({ method, body }: ServiceRequest): ServiceAnswer {
    const { secret_id: id, secret_key: key } = method === 'POST' ? (JSON.parse(body) as Record<string, unknown>) : {};
    if (id !== fake.secretId || key !== fake.secretKey)
      return refused(401, 'Authentication failed', 'No active account found with the given credentials');
    const access = `eyJ0eXAiOiJKV1QifQ.${randomUUID()}`;
    tokens.set(access, fake.now() + DAY);
    fake.tokens += 1;
    const refresh = `eyJ0eXAiOiJKV1QifQ.${randomUUID()}`;
    return { status: 200, body: { access, access_expires: 86_400, refresh, refresh_expires: 2_592_000 } };
  }

  function respond({ method, url, body }: ServiceRequest): ServiceAnswer {
    const [, , , room, id = '', part = ''] = url.pathname.split('/');
    // GoCardless redirects addresses without the final slash.
    if (!url.pathname.endsWith('/')) return { status: 301, headers: { Location: `${url.pathname}/` } };
    if (method === 'GET' && room === 'institutions') return institutions(url);
    if (room === 'agreements' && part === '' && method === 'POST')
      return agree(JSON.parse(body) as Record<string, never>);
    if (room === 'agreements' && method === 'GET') return agreementResource(part);
    if (room === 'requisitions' && id === '' && method === 'POST')
      return request(JSON.parse(body) as Record<string, never>);
    if (room === 'requisitions') return requisition(method, id);
    if (room === 'accounts' && method === 'GET') return ofAccount(url, id, part);
    return refused(404, 'Not found.', 'Not found.');
  }

  function institutions(url: URL): ServiceAnswer {
    const country = url.searchParams.get('country') ?? '';
    if (!/^[a-z]{2}$/i.test(country)) return refused(400, 'Unknown country code', 'Please use a valid country code.');
    return {
      status: 200,
      body: banksOf(country).map((bank) => institutionResource(bank, country, longestOf(bank))),
    };
  }

  function longestOf({ consentDays }: EuropeanBank): number {
    return Math.min(fake.longestConsent, consentDays ?? Infinity);
  }

  function agree(terms: Readonly<Record<string, unknown>>): ServiceAnswer {
    const [historyDays, accessDays] = [Number(terms['max_historical_days']), Number(terms['access_valid_for_days'])];
    const bank = COUNTRIES.flatMap(banksOf).find((one) => institutionId(one) === String(terms['institution_id']));
    if (bank === undefined) return refused(400, 'Unknown Institution ID', 'Get Institution IDs from /institutions/.');
    if (!(historyDays >= 1 && historyDays <= bank.historyDays) || !(accessDays >= 1 && accessDays <= longestOf(bank)))
      return refused(400, 'Incorrect days', 'The bank does not give that many days.');
    agreements.push({ id: randomUUID(), institution: institutionId(bank), historyDays, accessDays, accepted: null });
    return agreementResource(agreements.at(-1)?.id ?? '', 201);
  }

  function agreementResource(id: string, status = 200): ServiceAnswer {
    const found = agreements.find((one) => one.id === id);
    if (found === undefined) return refused(404, 'Not found.', 'Not found.');
    const accepted = found.accepted === null ? null : new Date(found.accepted).toISOString();
    return {
      status,
      body: {
        id,
        created: '2026-01-01T00:00:00Z',
        max_historical_days: found.historyDays,
        access_valid_for_days: found.accessDays,
        access_scope: ['balances', 'details', 'transactions'],
        accepted,
      },
    };
  }

  function request({ agreement: agreed, reference, redirect }: Readonly<Record<string, string>>): ServiceAnswer {
    const agreement = agreements.find((one) => one.id === agreed);
    if (agreement === undefined) return refused(400, 'Invalid agreement ID', 'No such agreement.');
    if (fake.requisitions.some((one) => one.reference === reference))
      return refused(400, 'Reference exists', 'Client reference must be unique');
    const id = randomUUID();
    fake.requisitions.push({
      id,
      agreement,
      reference: reference ?? '',
      redirect: redirect ?? '',
      status: 'CR',
      accounts: new Map(),
    });
    return {
      status: 201,
      body: {
        id,
        status: 'CR',
        accounts: [],
        reference,
        redirect,
        link: `https://ob.gocardless.com/ob-psd2/start/${id}/NORDEA_NDEAFIHH`,
      },
    };
  }

  function requisition(method: string, id: string): ServiceAnswer {
    const place = fake.requisitions.findIndex((one) => one.id === id);
    const found = fake.requisitions[place];
    if (found === undefined) return refused(404, 'Not found.', 'Not found.');
    if (method === 'DELETE') {
      fake.requisitions.splice(place, 1);
      return { status: 200, body: { summary: 'Requisition deleted', detail: `Requisition ${id} deleted` } };
    }
    const isOver = found.status === 'LN' && endOf(found) <= fake.now();
    return {
      status: 200,
      body: {
        id,
        status: isOver ? 'EX' : found.status,
        institution_id: found.agreement.institution,
        accounts: [...found.accounts.keys()],
      },
    };
  }

  function endOf({ agreement: { accepted, accessDays } }: Requisition): number {
    return (accepted ?? 0) + accessDays * DAY;
  }

  function ofAccount(url: URL, id: string, part: string): ServiceAnswer {
    const owner = fake.requisitions.find(({ accounts }) => accounts.has(id));
    const account = owner?.accounts.get(id);
    if (owner === undefined || account === undefined) return refused(404, 'Not found.', 'Account not found');
    if (part === '')
      return {
        status: 200,
        body: {
          id,
          iban: account.iban,
          status: 'READY',
          institution_id: owner.agreement.institution,
          owner_name: 'Kim Virtanen',
        },
      };
    if (endOf(owner) <= fake.now()) return ended('expired');
    if (fake.refusal !== null) return ended(fake.refusal);
    if (fake.ends?.(url.pathname) === true) return ended('revoked');
    if (part === 'details' && fake.hidesDetails)
      return refused(503, 'Institution service unavailable', 'The bank is down.', 'ServiceError');
    const times = (requestTimes.get(`${id} ${part}`) ?? []).filter((at) => at > fake.now() - DAY);
    const reset = Math.ceil(((times[0] ?? fake.now()) + DAY - fake.now()) / 1000);
    if (times.length >= fake.mostPerDay) return limited(fake.mostPerDay, reset);
    // Only successful requests count toward the daily limit.
    requestTimes.set(`${id} ${part}`, [...times, fake.now()]);
    return {
      status: 200,
      headers: { HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_REMAINING: String(fake.mostPerDay - times.length - 1) },
      body: answerOf(account, part, url, owner),
    };
  }

  function answerOf(
    { iban, name, currency, booked, pending, balances }: GocardlessAccount,
    part: string,
    url: URL,
    owner: Requisition,
  ): object {
    if (part === 'details')
      return {
        account: {
          resourceId: randomUUID(),
          ...(iban === null ? {} : { iban }),
          currency,
          ownerName: 'Kim Virtanen',
          ...(name === null ? {} : { name }),
          product: 'Current account',
          cashAccountType: 'CACC',
        },
      };
    if (part === 'balances') return { balances };
    const { accepted, historyDays } = owner.agreement;
    const oldest = new Date((accepted ?? 0) - historyDays * DAY).toISOString().slice(0, 10);
    const from = [url.searchParams.get('date_from') ?? '', oldest].toSorted().at(-1) ?? '';
    const isShown = (booking: GocardlessBooking): boolean =>
      String(booking['bookingDate'] ?? booking['valueDate']) >= from;
    return { transactions: { booked: booked.filter(isShown), pending } };
  }

  return fake;
}
