import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BankTransaction } from '../bank-transaction.ts';
import { addDays } from '../calendar-date.ts';
import { CHECKING, SAVINGS, SheetSimulator, bankTransaction, day } from '../../../test/support/sheet-simulator.ts';
import type { Plan } from '../plan.ts';
import { planSync } from './plan-sync.ts';

const FIRST = day('2026-01-01');

/** Shops with their prices. Several have the price 3.50, so that an amount alone does not identify a purchase. */
const SHOPS = [
  { bank: 'Corner Coffee 0815 Berlin', typed: 'coffee', prices: ['3.50'] },
  { bank: 'NIGHT BUS GMBH', typed: 'Night bus', prices: ['3.50', '7.00'] },
  { bank: 'REWE SAGT DANKE 44123', typed: 'groceries', prices: ['23.10', '41.99', '8.05', '3.50'] },
  { bank: 'PAYPAL *QX7', typed: 'present for Ana', prices: ['19.99', '71.70', '120.00'] },
  { bank: 'Landlord Housing Association', typed: 'Rent', prices: ['900.00'] },
];

const purchase = fc.record({
  on: fc.integer({ min: 0, max: 60 }),
  shop: fc.nat(SHOPS.length - 1),
  price: fc.nat(9),
  isTyped: fc.boolean(),
  isSavings: fc.constantFrom(false, false, false, true),
  /** True if the row has the bank's text, as if another program had written it. */
  isCopied: fc.boolean(),
});

const life = fc.record({
  purchases: fc.array(purchase, { maxLength: 50, size: 'max' }),
  /** Cash purchases, which no bank reports. */
  cash: fc.array(fc.record({ on: fc.integer({ min: 0, max: 60 }), price: fc.constantFrom('3.50', '7.00', '12.00') }), {
    maxLength: 4,
  }),
  /** The number of days until the bank books a purchase. */
  books: fc.constantFrom(0, 0, 1, 2),
  /** The part of the purchases that the user typed into the sheet. */
  typed: fc.constantFrom('all', 'some'),
  namesAccounts: fc.boolean(),
  from: fc.constantFrom(0, 20),
  seed: fc.nat(1000),
});

type Life = typeof life extends fc.Arbitrary<infer Value> ? Value : never;

interface Truth {
  /** By row number: the index of the purchase that the user typed in that row. Rows of cash purchases are absent. */
  readonly ofRow: ReadonlyMap<number, number>;
  readonly ofTransaction: ReadonlyMap<BankTransaction, number>;
}

function live({ purchases, cash, books, typed, namesAccounts, from }: Life) {
  const sheet = new SheetSimulator();
  const ofRow = new Map<number, number>();
  const batch: BankTransaction[] = [];
  const ofTransaction = new Map<BankTransaction, number>();
  const amountOf = ({ shop, price }: Life['purchases'][number]): string => {
    const { prices } = SHOPS[shop] as (typeof SHOPS)[number];
    return `-${prices[price % prices.length]}`;
  };
  for (const [number, made] of purchases.entries()) {
    const { bank, typed: words } = SHOPS[made.shop] as (typeof SHOPS)[number];
    const account = made.isSavings ? SAVINGS : CHECKING;
    if (made.on + books >= from) {
      const transaction = bankTransaction({
        id: `t${number}`,
        on: addDays(FIRST, made.on + books),
        amount: amountOf(made),
        text: bank,
        account,
      });
      batch.push(transaction);
      ofTransaction.set(transaction, number);
    }
    if (typed === 'some' && !made.isTyped) continue;
    sheet.type(addDays(FIRST, made.on), amountOf(made), made.isCopied ? bank : words);
    const index = sheet.rows.length + 1;
    if (namesAccounts) sheet.edit(index, { account: made.isSavings ? 'my savings' : 'checking' });
    ofRow.set(index, number);
  }
  for (const { on, price } of cash) sheet.type(addDays(FIRST, on), `-${price}`, 'cash, market');
  return { sheet, batch, truth: { ofRow, ofTransaction } satisfies Truth };
}

/** True if no program can distinguish two purchases: same shop, price and account (if the sheet has one), nearly the same day. */
function areAlike(lived: Life, a: number, b: number): boolean {
  const [x, y] = [lived.purchases[a], lived.purchases[b]];
  if (x === undefined || y === undefined) return false;
  const prices = SHOPS[x.shop]?.prices ?? [];
  return (
    x.shop === y.shop &&
    x.price % prices.length === y.price % prices.length &&
    (!lived.namesAccounts || x.isSavings === y.isSavings) &&
    Math.abs(x.on - y.on) <= 7
  );
}

function wrongClaims(lived: Life, { claims }: Plan, { ofRow, ofTransaction }: Truth): string[] {
  return claims.flatMap(({ row, transaction }) => {
    const [shown, real] = [ofRow.get(row.index), ofTransaction.get(transaction)];
    return shown !== undefined && real !== undefined && areAlike(lived, shown, real)
      ? []
      : [
          `${transaction.date} ${transaction.amount} ${transaction.description} is not row ${row.index} ${row.date} ${row.description}`,
        ];
  });
}

/** Transactions that are added without a warning, although the user typed their row and no other transaction matched that row. */
function doubled({ appends }: Plan, { ofRow, ofTransaction }: Truth, claimed: ReadonlySet<number>): string[] {
  const rowOf = new Map([...ofRow].map(([row, purchase]) => [purchase, row]));
  return appends.flatMap(({ transaction, possibleDuplicateOf }) => {
    const row = rowOf.get(ofTransaction.get(transaction) ?? -1);
    return row === undefined || claimed.has(row) || possibleDuplicateOf.length > 0
      ? []
      : [`${transaction.date} ${transaction.amount} ${transaction.description} is row ${row}`];
  });
}

describe('rows that the user typed before the first sync', () => {
  it('are never duplicated without a warning, never matched to another purchase, and only their id changes', () => {
    fc.assert(
      fc.property(life, (lived) => {
        const { sheet, batch, truth } = live(lived);
        const before = sheet.rows;
        const options = { complete: [], connection: 'file' };
        const plan = planSync(sheet.input(batch, options));
        expect(wrongClaims(lived, plan, truth)).toEqual([]);
        expect(doubled(plan, truth, new Set(plan.claims.map(({ row }) => row.index)))).toEqual([]);
        expect(plan.appends.length + plan.claims.length).toBe(batch.length);
        expect(plan.updates).toEqual([]);
        sheet.apply(plan);
        for (const row of before) {
          const { transactionId: _id, ...now } = sheet.rows.find(({ index }) => index === row.index) ?? row;
          const { transactionId: _none, ...earlier } = row;
          expect(now).toEqual(earlier);
        }
        const ids = sheet.rows.flatMap(({ transactionId }) => (transactionId === '' ? [] : [transactionId]));
        expect(new Set(ids).size).toBe(ids.length);
        const again = planSync(sheet.input(batch, options));
        expect([again.appends, again.claims, again.updates, again.memory]).toEqual([[], [], [], []]);
      }),
      { numRuns: 500 },
    );
  });
});
