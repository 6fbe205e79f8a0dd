import fc from 'fast-check';
import type { BankAccount, BankTransaction } from '../../src/core/bank-transaction.ts';
import { addDays } from '../../src/core/calendar-date.ts';
import { withScheme } from '../../src/core/provider-scheme.ts';
import { bankTransaction, day } from './sheet-simulator.ts';

const START = day('2026-01-01');

/** A purchase in the account. Each source presents it differently. */
export interface Purchase {
  readonly day: number;
  readonly shop: number;
  readonly cents: number;
  /** How many equal purchases occurred on that day. */
  readonly times: number;
  /** True if all sources date the purchase on `day`, without their shift. */
  readonly isAtEdge: boolean;
}

/** How a source presents purchases. */
export interface Habits {
  readonly kind: 'feed' | 'ofx' | 'camt' | 'mt940' | 'mt940 without ids' | 'csv' | 'csv with iban';
  readonly text: 'as it is' | 'upper case' | 'cut' | 'joined';
  /** The maximum number of days by which its date is later than the purchase. */
  readonly shift: number;
}

/** One file or fetch: the index of its source, and the days of the purchases in it. */
export interface Delivery {
  readonly source: number;
  readonly from: number;
  readonly to: number;
}

const SHOPS = [
  'Corner Coffee, 12 Market Street, Springfield',
  'Corner Bakery',
  'Grocer Market Central Station Branch 0815',
  'Night Bus',
  'Cinema Royal',
  'Transfer to Savings',
  'Transfer from Ada Lovelace',
  'Müller & Söhne GmbH',
] as const;

const KINDS: readonly Habits['kind'][] = ['feed', 'ofx', 'camt', 'mt940', 'mt940 without ids', 'csv', 'csv with iban'];

export const habits: fc.Arbitrary<Habits> = fc.record({
  kind: fc.constantFrom(...KINDS),
  text: fc.constantFrom('as it is', 'upper case', 'cut', 'joined'),
  shift: fc.constantFrom(0, 0, 1, 2),
});

/** Up to sixty purchases within 46 days, with few distinct amounts, so that many look alike. */
export const purchases: fc.Arbitrary<readonly Purchase[]> = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 45 }),
    shop: fc.nat(SHOPS.length - 1),
    cents: fc.oneof(fc.constantFrom(-350, -350, -1000, -2400, 5000), fc.integer({ min: -9999, max: 9999 })),
    times: fc.constantFrom(1, 1, 1, 2, 3),
    isAtEdge: fc.constant(false),
  }),
  { minLength: 1, maxLength: 60, size: 'max' },
);

/** The transactions that a source delivers for some days, in order. `raw` is the index of the purchase. */
export function deliver(
  happened: readonly Purchase[],
  of: Habits,
  { from, to }: Pick<Delivery, 'from' | 'to'>,
): BankTransaction[] {
  const account = accountOf(of.kind);
  const delivered: BankTransaction[] = [];
  for (const [place, purchase] of happened.entries()) {
    if (purchase.day < from || purchase.day > to) continue;
    const shift = of.shift === 0 || purchase.isAtEdge ? 0 : (place * 7 + of.kind.length) % (of.shift + 1);
    const on = addDays(START, purchase.day + shift);
    const amount = (purchase.cents / 100).toFixed(2);
    for (let time = 0; time < purchase.times; time++) {
      const text = textOf(of.text, SHOPS[purchase.shop] as string, `${place}${time}`);
      const transaction = bankTransaction({ id: idOf(of.kind, `${place}-${time}`), on, amount, text, account });
      delivered.push({ ...transaction, raw: place });
    }
  }
  return delivered;
}

function idOf(kind: Habits['kind'], id: string): string | null {
  if (kind === 'feed' || kind === 'ofx') return `${kind}${id}`;
  return kind === 'camt' || kind === 'mt940' ? withScheme(kind, id) : null;
}

export function accountOf(kind: Habits['kind'], digits = '4321'): BankAccount {
  const scheme = {
    feed: 'simplefin',
    ofx: 'ofx',
    camt: 'iban',
    mt940: 'mt940',
    'mt940 without ids': 'iban',
    csv: 'csv',
    'csv with iban': 'iban',
  }[kind];
  return {
    id: `${scheme}:${digits}-0123456789abcdef`,
    name: `${kind} ••${digits}`,
    currency: 'EUR',
    lastDigits: digits,
  };
}

/** The text as a format writes it: truncated, in upper case, or with words and a reference added. */
function textOf(habit: Habits['text'], text: string, reference: string): string {
  if (habit === 'upper case') return text.toUpperCase();
  if (habit === 'cut') return text.slice(0, 32);
  return habit === 'joined' ? `SEPA direct debit ${text} REF ${reference}` : text;
}
