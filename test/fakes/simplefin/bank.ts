import { addAmounts, parseAmount, type Amount } from '../../../src/core/amount.ts';

/** What is behind a fake SimpleFIN server: accounts and their transactions, in the protocol's own words. */

export interface FakeTransaction {
  readonly id: string;
  /** Epoch seconds; 0 while pending. Null at banks that tell only when something was bought, settled or not. */
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
  /** What it held before all of its transactions; by default some money. */
  opening?: string;
  /** Epoch seconds of what it states; by default now, or the end of the days asked for where that is earlier. */
  balanceDate?: number;
  /** Put into the answer as they are, over the fields above. */
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
  /** Whether pending ones are in every answer, whatever days it is for. */
  pendingEverywhere?: boolean;
  /** Shown by version 2 as they are, by version 1 as texts. */
  errors: FakeError[];
}

export interface Asked {
  readonly start: number;
  readonly end: number;
  readonly pending: boolean;
  readonly balancesOnly: boolean;
  /** Epoch seconds. */
  readonly now: number;
  readonly accounts: readonly string[];
}

/** `bridge`: as the public Bridge answers `version=2`, with the bank of version 1 in each account beside its `conn_id`. */
export type Shape = 1 | 2 | 'both' | 'bridge';

/** The body of an answer. `errors` come beside the bank's own. */
export function answerBody(bank: FakeBank, version: Shape, asked: Asked, errors: readonly FakeError[] = []): object {
  const said = [...bank.errors, ...errors];
  const accounts = bank.accounts
    .filter(({ id }) => asked.accounts.length === 0 || asked.accounts.includes(id))
    .map((account) => accountBody(bank, account, version, asked));
  if (version === 1) return { errors: said.map(({ msg }) => msg), accounts };
  const connections = Object.entries(bank.banks).map(([conn_id, { name, domain }]) => ({
    conn_id,
    name,
    org_id: domain,
    org_url: `https://${domain}`,
    sfin_url: `https://${domain}/simplefin`,
  }));
  return {
    errlist: said,
    ...(version === 'both' ? { errors: said.map(({ msg }) => msg) } : {}),
    connections,
    accounts,
  };
}

function accountBody(
  bank: FakeBank,
  { conn_id, id, name, currency, transactions, opening = '1234.50', balanceDate, extra = {} }: FakeAccount,
  version: Shape,
  asked: Asked,
): object {
  const { name: bankName, domain } = bank.banks[conn_id] ?? { name: 'Unknown', domain: 'unknown.example' };
  const belongs = {
    ...(version === 2 ? {} : { org: { domain, name: bankName, 'sfin-url': `https://${domain}/simplefin` } }),
    ...(version === 1 ? {} : { conn_id }),
  };
  const balanceAt = balanceDate ?? Math.min(asked.now, asked.end - 1);
  const booked = transactions.filter(
    (one) => one.pending !== true && momentOf(one) > 0 && momentOf(one) < dayAfter(balanceAt),
  );
  const held = transactions.filter(({ pending }) => pending === true);
  const shown = transactions.filter((transaction) => isShown(transaction, asked, bank.pendingEverywhere === true));
  return {
    ...belongs,
    id,
    name,
    currency,
    balance: sum(booked, opening),
    'available-balance': sum([...booked, ...held], opening),
    'balance-date': balanceAt,
    ...(asked.balancesOnly ? {} : { transactions: shown }),
    ...extra,
  };
}

function sum(transactions: readonly FakeTransaction[], opening: string): string {
  const amounts = [opening, ...transactions.map(({ amount }) => amount)];
  return amounts.reduce<Amount>((total, amount) => addAmounts(total, parseAmount(amount) ?? ZERO), ZERO);
}

/** What is posted on a day is in that day's balance, by whatever moment the day is marked. */
function dayAfter(epochSeconds: number): number {
  return (Math.floor(epochSeconds / DAY) + 1) * DAY;
}

function momentOf({ posted, transacted_at }: FakeTransaction): number {
  return posted ?? transacted_at ?? 0;
}

const ZERO = '0.00' as Amount;

function isShown(transaction: FakeTransaction, asked: Asked, pendingEverywhere: boolean): boolean {
  const { posted, pending, transacted_at } = transaction;
  if (pending === true && (!asked.pending || pendingEverywhere)) return asked.pending;
  const moment = posted === 0 ? (transacted_at ?? asked.end - 1) : momentOf(transaction);
  return moment >= asked.start && moment < asked.end;
}

/** Noon in UTC, as the public Bridge marks a day. */
export function noon(day: string): number {
  return Date.parse(`${day}T12:00:00Z`) / 1000;
}

const DAY = 86_400;

/** Noon in UTC some days before today: for the built program, which goes by the clock of the machine. */
export function daysAgo(days: number): number {
  return (Math.floor(Date.now() / 1000 / DAY) - days) * DAY + DAY / 2;
}

/** The two banks below, with transactions of the last weeks. */
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

/** Two banks with three accounts; `ACT-1` is an id that both use. */
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
