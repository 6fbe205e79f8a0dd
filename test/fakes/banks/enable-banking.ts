import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { FakeService, ServiceAnswer, ServiceRequest } from './bank-world.ts';
import {
  accountResource,
  bankResource,
  hasGoodToken,
  pageOf,
  periodRefused,
  refused,
} from './enable-banking-answers.ts';
import { banksOf, type Approach, type EuropeanBank } from './european-banks.ts';

/** A booking as the API sends it; fields that its bank does not provide are missing. */
export type EnableBankingBooking = Readonly<Record<string, unknown>>;

export interface EnableBankingAccount {
  iban: string;
  readonly details: string | null;
  /** Identification hashes; the first one belongs to the main account number. */
  hashes: string[];
  /** Newest first, as most banks send them. */
  readonly bookings: EnableBankingBooking[];
  /** The balances as sent; null if the bank provides none. */
  balances: readonly object[] | null;
}

type SessionState = 'AUTHORIZED' | 'EXPIRED' | 'CLOSED' | 'REVOKED';

interface Session {
  readonly id: string;
  state: SessionState;
  /** Accounts by their uid in this session. */
  readonly accounts: Map<string, EnableBankingAccount>;
  readonly validUntil: string;
  readonly bank: EuropeanBank;
  readonly country: string;
  readonly psuType: string;
}

export interface FakeEnableBanking {
  readonly service: FakeService;
  readonly applicationId: string;
  /** PEM. */
  readonly privateKey: string;
  readonly accounts: EnableBankingAccount[];
  readonly sessions: Session[];
  redirectUrls: string[];
  /** Epoch milliseconds; also used for the Date header. */
  now: () => number;
  mostOnPage: number;
  /** If true, each page is followed by the same page under a new key. */
  repeatsPages: boolean;
  /** If true, an empty page precedes each page. */
  sendsEmptyPages: boolean;
  /**
   * The bank allows this many requests per endpoint of an account in 24 hours without the user; further pages do not
   * count.
   */
  readonly mostUnattended: number;
  /** How many days of history the bank provides without the `longest` strategy. */
  readonly pastDays: number;
  /**
   * Rejects a start date of more than `days` ago, even with the `longest` strategy: with Enable Banking's code, with
   * this code and the earliest possible date, or with an error of the bank.
   */
  refusesPeriod: { readonly days: number; readonly how: 'code' | 'suggestion' | 'bank' } | null;
  /** The error for a request with a continuation key: an invalid key, or an invalid period; null for none. */
  refusesLaterPages: 'key' | 'period' | null;
  requiredHeaders: string[];
  /** The longest duration of a consent, in seconds. */
  longestConsent: number;
  /** If false, the bank rejects the PSU headers as invalid. */
  believesPerson: boolean;
  /** The approach and the name of the bank that asks for consent at this address. */
  asksBy(url: string): { readonly bank: string; readonly approach: Approach };
  /** Opens the consent page, agrees, and returns the address to which the browser is redirected. */
  agree(url: string): string;
  /** Opens the consent page, declines, and returns the address to which the browser is redirected. */
  refuse(url: string): string;
}

export const ENABLE_BANKING_HOST = 'api.enablebanking.com';

const DAY = 86_400_000;

interface ConsentRequest {
  readonly bank: EuropeanBank;
  readonly country: string;
  readonly psuType: string;
  readonly state: string;
  readonly redirectUrl: string;
  readonly validUntil: string;
}

let made: string | null = null;

/** Shared by all fakes of a test file, because generating an RSA key is slow. */
function privateKeyOfAll(): string {
  made ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;
  return made;
}

/**
 * A fake of Enable Banking, based on its OpenAPI document (enablebanking.com/docs/api/reference) and on users' reports.
 */
export function fakeEnableBanking(): FakeEnableBanking {
  const privateKey = privateKeyOfAll();
  const consentRequests = new Map<string, ConsentRequest>();
  const codes = new Map<string, ConsentRequest>();
  const unattended = new Map<string, number[]>();
  const fake: FakeEnableBanking = {
    applicationId: randomUUID(),
    privateKey,
    accounts: [],
    sessions: [],
    redirectUrls: ['https://localhost:28400/consent'],
    now: Date.now,
    mostOnPage: 100,
    repeatsPages: false,
    sendsEmptyPages: false,
    mostUnattended: 4,
    pastDays: 90,
    refusesPeriod: null,
    refusesLaterPages: null,
    requiredHeaders: [],
    longestConsent: 180 * 86_400,
    believesPerson: true,
    service: (request) => {
      const answer = respond(request);
      return { ...answer, headers: { Date: new Date(fake.now()).toUTCString(), ...answer.headers } };
    },
    asksBy: (url) => {
      const { bank } = questionAt(url);
      return { bank: bank.name, approach: bank.approach };
    },
    agree: (url) => {
      const question = questionAt(url);
      const code = randomUUID();
      codes.set(code, question);
      return `${question.redirectUrl}?${new URLSearchParams({ state: question.state, code }).toString()}`;
    },
    refuse: (url) => {
      const { redirectUrl, state } = questionAt(url);
      const parameters = { state, error: 'access_denied', error_description: 'Denied by the user' };
      return `${redirectUrl}?${new URLSearchParams(parameters).toString()}`;
    },
  };

  function questionAt(url: string): ConsentRequest {
    const id = new URL(url).searchParams.get('sessionid') ?? '';
    const request = consentRequests.get(id);
    if (request === undefined) throw new Error(`No consent request has the address ${url}.`);
    return request;
  }

  function respond(request: ServiceRequest): ServiceAnswer {
    const { method, url } = request;
    if (!hasGoodToken(fake, request)) return refused(401, 'UNAUTHORIZED_ACCESS', 'Unauthorized access');
    const [, room, id, part] = url.pathname.split('/');
    if (method === 'GET' && room === 'aspsps') return banks(url);
    if (method === 'POST' && room === 'auth') return begin(JSON.parse(request.body) as never);
    if (method === 'POST' && room === 'sessions') return authorize(JSON.parse(request.body) as never);
    if (room === 'sessions' && id !== undefined) return session(method, id);
    if (method === 'GET' && room === 'accounts' && id !== undefined) return ofAccount(request, id, part ?? '');
    return refused(404, null, 'Not found');
  }

  function banks(url: URL): ServiceAnswer {
    const country = url.searchParams.get('country') ?? '';
    const psuType = url.searchParams.get('psu_type') as 'personal' | null;
    const aspsps = banksOf(country).filter(({ psuTypes }) => psuType === null || psuTypes.includes(psuType));
    return {
      status: 200,
      body: {
        aspsps: aspsps.map((bank) =>
          bankResource(bank, country, {
            longestConsent: longestOf(bank),
            requiredHeaders: headersOf(bank),
          }),
        ),
      },
    };
  }

  /** The longest duration of a consent, in seconds. */
  function longestOf({ consentDays }: EuropeanBank): number {
    return Math.min(fake.longestConsent, consentDays === null ? Infinity : consentDays * 86_400);
  }

  function headersOf({ personHeaders }: EuropeanBank): readonly string[] {
    return [...personHeaders, ...fake.requiredHeaders];
  }

  function begin(body: Readonly<Record<string, unknown>>): ServiceAnswer {
    const {
      access,
      aspsp,
      state,
      redirect_url: redirectUrl,
      psu_type: psuType = 'personal',
    } = body as {
      access?: { valid_until?: string };
      aspsp?: { name?: string; country?: string };
      state?: string;
      redirect_url?: string;
      psu_type?: 'business' | 'personal';
    };
    const validUntil = access?.valid_until;
    if (validUntil === undefined || state === undefined || redirectUrl === undefined)
      return refused(422, 'WRONG_REQUEST_PARAMETERS', 'Wrong request parameters');
    const country = aspsp?.country ?? '';
    const bank = banksOf(country).find(({ name }) => name === aspsp?.name);
    if (bank === undefined) return refused(400, 'WRONG_ASPSP_PROVIDED', 'Wrong ASPSP name provided');
    if (!bank.psuTypes.includes(psuType))
      return refused(422, 'WRONG_REQUEST_PARAMETERS', 'Wrong request parameters', 'PSU type is not supported');
    if (!fake.redirectUrls.includes(redirectUrl))
      return refused(400, 'REDIRECT_URI_NOT_ALLOWED', 'Redirect URI not allowed');
    if (Date.parse(validUntil) > fake.now() + longestOf(bank) * 1000)
      return refused(422, 'WRONG_REQUEST_PARAMETERS', 'Wrong request parameters', 'Consent validity is too long');
    const id = randomUUID();
    consentRequests.set(id, { bank, country, psuType, state, redirectUrl, validUntil });
    const page = `https://tilisy.enablebanking.com/welcome?sessionid=${id}`;
    return { status: 200, body: { url: page, authorization_id: id, psu_id_hash: 'f3a1bd7e' } };
  }

  function authorize({ code = '' }: { readonly code?: string }): ServiceAnswer {
    const question = codes.get(code);
    if (question === undefined) return refused(422, 'WRONG_AUTHORIZATION_CODE', 'Wrong authorization code provided');
    codes.delete(code);
    const { validUntil, bank, country, psuType } = question;
    const accounts = new Map(fake.accounts.map((account) => [randomUUID() as string, account]));
    const made: Session = { id: randomUUID(), state: 'AUTHORIZED', accounts, validUntil, bank, country, psuType };
    fake.sessions.push(made);
    return {
      status: 200,
      body: {
        session_id: made.id,
        accounts: [...accounts].map(([uid, account]) => accountResource(uid, account, { bank, psuType })),
        aspsp: { name: bank.name, country },
        psu_type: psuType,
        access: { valid_until: validUntil, balances: true, transactions: true },
      },
    };
  }

  function session(method: string, id: string): ServiceAnswer {
    const found = fake.sessions.find((one) => one.id === id);
    if (found === undefined) return refused(404, 'SESSION_DOES_NOT_EXIST', 'No session found matching provided id');
    if (method === 'DELETE') {
      if (stateOf(found) !== 'AUTHORIZED') return refused(422, 'CLOSED_SESSION', 'Session is closed');
      found.state = 'CLOSED';
      return { status: 200, body: { message: 'OK' } };
    }
    return {
      status: 200,
      body: {
        status: stateOf(found),
        accounts: [...found.accounts.keys()],
        accounts_data: [...found.accounts].map(([uid, { hashes }]) => ({
          uid,
          identification_hash: hashes[0],
          identification_hashes: hashes,
        })),
        aspsp: { name: found.bank.name, country: found.country },
        psu_type: found.psuType,
        psu_id_hash: 'f3a1bd7e',
        access: { valid_until: found.validUntil },
        created: '2026-01-01T00:00:00Z',
      },
    };
  }

  function stateOf({ state, validUntil }: Session): SessionState {
    return state === 'AUTHORIZED' && Date.parse(validUntil) <= fake.now() ? 'EXPIRED' : state;
  }

  function ofAccount({ url, headers }: ServiceRequest, uid: string, part: string): ServiceAnswer {
    const owner = fake.sessions.find(({ accounts }) => accounts.has(uid));
    const account = owner?.accounts.get(uid);
    if (owner === undefined || account === undefined)
      return refused(404, 'ACCOUNT_DOES_NOT_EXIST', 'No account found matching provided id');
    const state = stateOf(owner);
    if (state === 'EXPIRED') return refused(401, 'EXPIRED_SESSION', 'Session is expired');
    if (state === 'REVOKED') return refused(403, 'REVOKED_SESSION', 'Session is revoked');
    if (state === 'CLOSED') return refused(401, 'CLOSED_SESSION', 'Session is closed');
    const isPerson = Object.keys(headers).some((name) => name.startsWith('psu-'));
    const missing = headersOf(owner.bank).filter((name) => headers[name.toLowerCase()] === undefined);
    if (isPerson && missing.length > 0)
      return refused(422, 'PSU_HEADER_NOT_PROVIDED', 'Required PSU header is not provided');
    if (isPerson && !fake.believesPerson) return refused(422, 'PSU_HEADER_INVALID', 'PSU header is invalid');
    const key = url.searchParams.get('continuation_key');
    if (!isPerson && key === null && !countUnattended(`${uid} ${part}`))
      return refused(429, 'ASPSP_RATE_LIMIT_EXCEEDED', 'Rate limit exceeded');
    if (part === 'balances') {
      return account.balances === null
        ? refused(400, 'ASPSP_ERROR', 'Error interacting with ASPSP')
        : { status: 200, body: { balances: account.balances } };
    }
    return part === 'transactions' ? transactions(url, account) : refused(404, null, 'Not found');
  }

  function countUnattended(endpoint: string): boolean {
    const recent = (unattended.get(endpoint) ?? []).filter((at) => at > fake.now() - DAY);
    if (recent.length >= fake.mostUnattended) return false;
    unattended.set(endpoint, [...recent, fake.now()]);
    return true;
  }

  function transactions(url: URL, { bookings }: EnableBankingAccount): ServiceAnswer {
    const from = url.searchParams.get('date_from') ?? '';
    const status = url.searchParams.get('transaction_status');
    const dayBefore = (days: number): string => new Date(fake.now() - days * DAY).toISOString().slice(0, 10);
    const key = url.searchParams.get('continuation_key');
    if (key !== null && fake.refusesLaterPages === 'key')
      return refused(422, 'WRONG_REQUEST_PARAMETERS', 'Wrong request parameters', 'The key belongs to another status');
    const isTooEarly = url.searchParams.get('strategy') !== 'longest' && from < dayBefore(fake.pastDays);
    if (isTooEarly || (key !== null && fake.refusesLaterPages === 'period'))
      return refused(422, 'WRONG_TRANSACTIONS_PERIOD', 'Wrong transactions period requested');
    if (fake.refusesPeriod !== null && from < dayBefore(fake.refusesPeriod.days))
      return periodRefused(from, dayBefore(fake.refusesPeriod.days), fake.refusesPeriod.how);
    const all = bookings.filter((one) => {
      const booked = one['booking_date'];
      return (typeof booked !== 'string' || booked >= from) && (status === null || one['status'] === status);
    });
    return { status: 200, body: pageOf(all, key, fake) };
  }

  return fake;
}
