import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHECKING, CHECKING_IN_FILE, SheetInHand, bankTransaction } from '../../../test/support/sheet-in-hand.ts';
import type { BankTransaction } from '../bank-transaction.ts';
import { addDays } from '../calendar-date.ts';
import type { Plan } from '../plan.ts';
import { day } from '../../../test/support/sheet-in-hand.ts';
import { planSync } from './plan-sync.ts';

const START = day('2026-01-01');
const MERCHANTS = ['Corner Coffee', 'Grocer Market', 'Night Bus', 'Cinema Royal'] as const;

/** One real payment and what the bank makes of it. */
interface Payment {
  readonly madeOn: number;
  readonly merchant: number;
  readonly amount: number;
  readonly tip: number;
  /** Days until it posts; 0 when it was never pending. */
  readonly postsAfter: number;
  readonly fate: 'same id' | 'new id' | 'no id' | 'voided';
}

const payment: fc.Arbitrary<Payment> = fc.record({
  madeOn: fc.integer({ min: 0, max: 25 }),
  merchant: fc.integer({ min: 0, max: 3 }),
  amount: fc.constantFrom(350, 350, 1000, 2400),
  tip: fc.constantFrom(0, 0, 0, 100),
  postsAfter: fc.constantFrom(0, 0, 1, 2, 4),
  fate: fc.constantFrom('same id', 'new id', 'new id', 'no id', 'voided'),
});

type Act =
  | { readonly kind: 'sync'; readonly window: number }
  | { readonly kind: 'statement'; readonly days: number }
  | { readonly kind: 'wait'; readonly days: number }
  | { readonly kind: 'describe' | 'categorise' | 'delete' | 'type' | 'sort' | 'lose the memory'; readonly at: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('sync' as const), window: fc.integer({ min: 14, max: 40 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('statement' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('describe' as const, 'categorise' as const, 'delete' as const, 'type' as const, 'sort' as const, 'lose the memory' as const),
      at: fc.nat(1000),
    }),
  },
);

function isVisible({ madeOn, postsAfter, fate }: Payment, today: number): boolean {
  return madeOn <= today && (fate !== 'voided' || today < madeOn + Math.max(1, postsAfter));
}

/** What the bank shows of the payments on a day: pending first, then posted, perhaps under another id. */
function feed(payments: readonly Payment[], today: number, window: number): BankTransaction[] {
  return payments.flatMap((made, place) => {
    if (!isVisible(made, today)) return [];
    const { madeOn, postsAfter, merchant, fate } = made;
    const name = MERCHANTS[merchant] as string;
    const pending = fate === 'voided' || today < madeOn + postsAfter;
    const date = addDays(START, pending ? madeOn : madeOn + postsAfter);
    if (date < addDays(START, today - window)) return [];
    const id = { 'same id': `t${place}`, 'new id': `t${place}${pending ? 'p' : ''}`, 'no id': null, voided: `t${place}` }[fate];
    return [bankTransaction({ id, on: date, amount: amountOf(made, pending), text: pending ? name.toUpperCase() : `${name} 0${place} Berlin`, pending })];
  });
}

function amountOf({ amount, tip, postsAfter }: Payment, pending: boolean): string {
  return `-${((amount + (pending || postsAfter === 0 ? 0 : tip)) / 100).toFixed(2)}`;
}

/** What a statement file of the last days holds, in other words and ids. */
function statement(payments: readonly Payment[], today: number, days: number): BankTransaction[] {
  return feed(payments, today, days)
    .filter(({ status }) => status === 'posted')
    .map((transaction, place) => ({
      ...transaction,
      account: CHECKING_IN_FILE,
      providerId: `${today}/${place}`,
      description: `POS ${transaction.description.toUpperCase()}`,
    }));
}

/** Plays a history on a sheet, checking after each sync what must always hold. */
class History {
  readonly sheet = new SheetInHand();
  readonly #payments: readonly Payment[];
  /** Descriptions that the user typed over, by Transaction ID. */
  readonly #typedOver = new Map<string, string>();
  readonly #categories = new Map<string, string>();
  #deleted = new Set<string>();
  #today = 0;
  #hasStatement = false;
  #memoryWasLost = false;

  constructor(payments: readonly Payment[]) {
    this.#payments = payments;
  }

  do(act: Act): void {
    if (act.kind === 'wait') this.#today += act.days;
    else if (act.kind === 'sync') this.sync(this.#memoryWasLost ? 100 : act.window);
    else if (act.kind === 'statement') this.#import(act.days);
    else this.#byHand(act.kind, act.at);
  }

  sync(window: number): void {
    const since = addDays(START, this.#today - window);
    this.#plan(feed(this.#payments, this.#today, window), { since });
  }

  /** Once everything has posted and was fetched. */
  finish(): void {
    this.#today += 40;
    this.sync(100);
    this.sync(100);
  }

  /** Amounts and merchants of what is shown or was deleted by hand; rows that left the feed are marked, not counted. */
  counted(): string[] {
    return this.sheet.memory
      .filter(({ state }) => state === 'in-sheet' || state === 'deleted')
      .filter(({ status }) => status === 'posted')
      .map(({ written }) => `${written.amount} ${nameIn(written.description)}`)
      .sort();
  }

  expected(): string[] {
    return this.#payments.filter(({ fate }) => fate !== 'voided').map((made) => `${amountOf(made, false)} ${MERCHANTS[made.merchant]}`).sort();
  }

  #import(days: number): void {
    // Links between accounts of different ids live in the memory alone.
    if (this.#memoryWasLost) return;
    this.sync(40);
    this.#hasStatement = true;
    this.#plan(statement(this.#payments, this.#today, days), { connection: 'file', complete: [] });
  }

  #plan(batch: readonly BankTransaction[], options: Parameters<SheetInHand['input']>[1]): void {
    const { sheet } = this;
    const plan = planSync(sheet.input(batch, options));
    expect(plan.appends.length + plan.updates.length + plan.skips.length).toBe(batch.length);
    for (const { transactionId, cells } of plan.updates) {
      if (this.#typedOver.has(transactionId)) expect(cells.map(({ column }) => column)).not.toContain('description');
    }
    expect(plan.appends.filter(({ values }) => this.#deleted.has(values.transactionId))).toEqual([]);
    sheet.apply(plan);
    for (const { transactionId, category, description } of sheet.rows) {
      expect(category).toBe(this.#categories.get(transactionId) ?? '');
      expect(description).toBe(this.#typedOver.get(transactionId) ?? description);
    }
    const ids = sheet.rows.map(({ transactionId }) => transactionId).filter((id) => id !== '');
    expect(new Set(ids).size).toBe(ids.length);
    expectNothingLeft(planSync(sheet.input(batch, options)));
  }

  #byHand(kind: Extract<Act, { at: number }>['kind'], at: number): void {
    const { sheet } = this;
    if (kind === 'type') sheet.type('2026-01-10', '-777', 'cash');
    if (kind === 'lose the memory') this.#loseTheMemory();
    if (kind === 'sort') sheet.reorder(sheet.rows.toSorted((a, b) => ((a.index * 7919) % (at + 1)) - ((b.index * 7919) % (at + 1))));
    const row = sheet.rows[at % sheet.rows.length];
    if (row === undefined || row.transactionId === '') return;
    if (kind === 'describe') {
      sheet.edit(row.index, { description: `mine ${at}` });
      this.#typedOver.set(row.transactionId, `mine ${at}`);
    }
    if (kind === 'categorise') {
      sheet.edit(row.index, { category: `category ${at}` });
      this.#categories.set(row.transactionId, `category ${at}`);
    }
    if (kind === 'delete') {
      sheet.delete(row.index);
      this.#deleted.add(row.transactionId);
    }
  }

  /** Deletions go with the memory, and so does what nothing in the sheet tells; what posts meanwhile is fetched first. */
  #loseTheMemory(): void {
    if (this.#hasStatement) return;
    this.sync(100);
    this.sheet.memory = [];
    this.#memoryWasLost = true;
    for (const id of this.#deleted) this.#typedOver.delete(id);
    this.#deleted = new Set();
    this.#categories.forEach((_, id) => this.sheet.rows.some(({ transactionId }) => transactionId === id) || this.#categories.delete(id));
    this.sync(100);
  }
}

function nameIn(description: string): string {
  return MERCHANTS.find((name) => description.toLowerCase().includes(name.toLowerCase())) ?? description;
}

function expectNothingLeft(plan: Plan): void {
  expect([plan.appends, plan.updates, plan.leftFeed, plan.memory]).toEqual([[], [], [], []]);
}

const history = fc.record({
  payments: fc.array(payment, { maxLength: 16, size: 'max' }),
  acts: fc.array(act, { maxLength: 25, size: 'max' }),
});

describe('whatever happens between the bank, the sheet and the user', () => {
  it('every real transaction is there once, unless the user deleted it, and nothing of the user is touched', () => {
    fc.assert(
      fc.property(history, ({ payments, acts }) => {
        const played = new History(payments);
        for (const act of acts) played.do(act);
        played.finish();
        expect(played.counted()).toEqual(played.expected());
      }),
      { numRuns: 600 },
    );
  });
});
