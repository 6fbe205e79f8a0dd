import { addAmounts, parseAmount, type Amount } from '../../../src/core/amount.ts';

/** The data of a fake SimpleFIN server: accounts and transactions, in the protocol's terms. */

export interface FakeTransaction {
  readonly id: string;
  /** Epoch seconds; 0 while pending. Null for banks that report only the time of purchase. */
  readonly posted: number | null;
  readonly amount: string;
  readonly description: string;
  readonly pending?: boolean;
  readonly transacted_at?: number;
  readonly payee?: string;
  readonly memo?: string;
  readonly [field: string]: unknown;
}

export interface FakeAccount {
  readonly conn_id: string;
  readonly id: string;
  name: string;
  currency: string;
  transactions: FakeTransaction[];
  /** The balance before all transactions of the account; positive by default. */
  opening?: string;
  /** Epoch seconds of the reported balance. By default now, or the end of the requested period if that is earlier. */
  balanceDate?: number;
  /** Merged into the answer, overriding the fields above. */
  extra?: Record<string, unknown>;
}

export interface FakeError {
  readonly code: string;
  readonly msg: string;
  readonly conn_id?: string;
  readonly account_id?: string;
}

export interface FakeBank {
  readonly banks: Record<string, { name: string; domain: string }>;
  readonly accounts: FakeAccount[];
  /** If true, every answer includes pending transactions, whatever period it covers. */
  pendingEverywhere?: boolean;
  /** Version 2 sends them unchanged, version 1 as texts. */
  errors: FakeError[];
}

export interface TransactionQuery {
  readonly start: number;
  readonly end: number;
  readonly pending: boolean;
  readonly balancesOnly: boolean;
  /** Epoch seconds. */
  readonly now: number;
  readonly accounts: readonly string[];
}

/** `bridge`: the public Bridge's answer to `version=2`, in which each account has the `org` of version 1 and a `conn_id`. */
export type Shape = 1 | 2 | 'both' | 'bridge';

/** The body of an answer, with the errors of the bank and `errors`. */
export function answerBody(
  bank: FakeBank,
  version: Shape,
  query: TransactionQuery,
  errors: readonly FakeError[] = [],
): object {
  const allErrors = [...bank.errors, ...errors];
  const accounts = bank.accounts
    .filter(({ id }) => query.accounts.length === 0 || query.accounts.includes(id))
    .map((account) => accountBody(bank, account, version, query));
  if (version === 1) return { errors: allErrors.map(({ msg }) => msg), accounts };
  const connections = Object.entries(bank.banks).map(([conn_id, { name, domain }]) => ({
    conn_id,
    name,
    org_id: domain,
    org_url: `https://${domain}`,
    sfin_url: `https://${domain}/simplefin`,
  }));
  return {
    errlist: allErrors,
    ...(version === 'both' ? { errors: allErrors.map(({ msg }) => msg) } : {}),
    connections,
    accounts,
  };
}

function accountBody(
  bank: FakeBank,
  { conn_id, id, name, currency, transactions, opening = '1234.50', balanceDate, extra = {} }: FakeAccount,
  version: Shape,
  query: TransactionQuery,
): object {
  const { name: bankName, domain } = bank.banks[conn_id] ?? { name: 'Unknown', domain: 'unknown.example' };
  const belongs = {
    ...(version === 2 ? {} : { org: { domain, name: bankName, 'sfin-url': `https://${domain}/simplefin` } }),
    ...(version === 1 ? {} : { conn_id }),
  };
  const balanceAt = balanceDate ?? Math.min(query.now, query.end - 1);
  const booked = transactions.filter(
    (one) => one.pending !== true && momentOf(one) > 0 && momentOf(one) < dayAfter(balanceAt),
  );
  const pendingOnes = transactions.filter(({ pending }) => pending === true);
  const shown = transactions.filter((transaction) => isShown(transaction, query, bank.pendingEverywhere === true));
  return {
    ...belongs,
    id,
    name,
    currency,
    balance: sum(booked, opening),
    'available-balance': sum([...booked, ...pendingOnes], opening),
    'balance-date': balanceAt,
    ...(query.balancesOnly ? {} : { transactions: shown }),
    ...extra,
  };
}

function sum(transactions: readonly FakeTransaction[], opening: string): string {
  const amounts = [opening, ...transactions.map(({ amount }) => amount)];
  return amounts.reduce<Amount>((total, amount) => addAmounts(total, parseAmount(amount) ?? ZERO), ZERO);
}

/** The start of the next day, because a balance includes all transactions of its day. */
function dayAfter(epochSeconds: number): number {
  return (Math.floor(epochSeconds / DAY) + 1) * DAY;
}

function momentOf({ posted, transacted_at }: FakeTransaction): number {
  return posted ?? transacted_at ?? 0;
}

const ZERO = '0.00' as Amount;

function isShown(transaction: FakeTransaction, query: TransactionQuery, pendingEverywhere: boolean): boolean {
  const { posted, pending, transacted_at } = transaction;
  if (pending === true && (!query.pending || pendingEverywhere)) return query.pending;
  const moment = posted === 0 ? (transacted_at ?? query.end - 1) : momentOf(transaction);
  return moment >= query.start && moment < query.end;
}

/** Noon UTC of the day, which the public Bridge sends if only the day is known. */
export function noon(day: string): number {
  return Date.parse(`${day}T12:00:00Z`) / 1000;
}

const DAY = 86_400;

/** Noon UTC some days ago, for the built program, which uses the system clock. */
export function daysAgo(days: number): number {
  return (Math.floor(Date.now() / 1000 / DAY) - days) * DAY + DAY / 2;
}

/** The banks of `twoBanks`, with transactions of the last weeks. */
export function recentBanks(): FakeBank {
  const bank = twoBanks();
  const days = [[20, 10, 3], [11], [7]];
  for (const [index, account] of bank.accounts.entries()) {
    account.transactions = account.transactions.map((transaction, place) => ({
      ...transaction,
      posted: daysAgo(days[index]?.[place] ?? 1),
      ...(transaction.transacted_at === undefined ? {} : { transacted_at: daysAgo(4) }),
    }));
  }
  return bank;
}

/** Two banks with three accounts; both banks use the id `ACT-1`. */
export function twoBanks(): FakeBank {
  return {
    banks: {
      'CON-linden': { name: 'Linden Bank', domain: 'linden.example' },
      'CON-harbour': { name: 'Harbour Union', domain: 'harbour.example' },
    },
    accounts: [
      {
        conn_id: 'CON-linden',
        id: 'ACT-1',
        name: 'Everyday (4321)',
        currency: 'EUR',
        transactions: [
          {
            id: 'T-1',
            posted: noon('2026-02-20'),
            amount: '-12.50',
            description: 'BAKERY LINDEN 12',
            payee: 'Bakery',
            memo: '',
          },
          { id: 'T-2', posted: noon('2026-03-02'), amount: '2846.17', description: 'SALARY PAPERMILL' },
          {
            id: 'T-3',
            posted: noon('2026-03-09'),
            amount: '-3.80',
            description: 'Coffee Corner',
            transacted_at: noon('2026-03-08'),
          },
        ],
      },
      {
        conn_id: 'CON-linden',
        id: 'ACT-2',
        name: 'Savings',
        currency: 'EUR',
        transactions: [{ id: 'T-1', posted: noon('2026-03-01'), amount: '200.00', description: 'From everyday' }],
      },
      {
        conn_id: 'CON-harbour',
        id: 'ACT-1',
        name: 'Card x8830',
        currency: 'usd',
        transactions: [{ id: 'T-1', posted: noon('2026-03-05'), amount: '-98.00', description: 'HOTEL ABROAD' }],
      },
    ],
    errors: [],
  };
}
