import fc from 'fast-check';
import type { BankAccount, BankTransaction } from '../../src/core/bank-transaction.ts';
import { addDays } from '../../src/core/calendar-date.ts';
import { planSync } from '../../src/core/planner/plan-sync.ts';
import { MERCHANTS, START, amountOf, feed, statement, type Payment } from './random-bank.ts';
import { CHECKING, SheetSimulator, type SyncOptions } from './sheet-simulator.ts';

export type Act =
  | { readonly kind: 'sync'; readonly window: number }
  | { readonly kind: 'statement'; readonly days: number }
  | { readonly kind: 'wait'; readonly days: number }
  | {
      readonly kind: 'describe' | 'note' | 'categorise' | 'delete' | 'type' | 'sort' | 'lose the memory' | 'take apart';
      readonly at: number;
    };

export const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('sync' as const), window: fc.integer({ min: 14, max: 40 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 5 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('statement' as const), days: fc.integer({ min: 1, max: 20 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'describe' as const,
        'note' as const,
        'categorise' as const,
        'delete' as const,
        'type' as const,
        'sort' as const,
        'lose the memory' as const,
        'take apart' as const,
      ),
      at: fc.nat(1000),
    }),
  },
);

/** Syncs payments into a sheet while a user edits it, and checks the invariants after each sync; see `problems`. */
export class BankHistory {
  readonly sheet = new SheetSimulator();
  /** Violations of the invariants. */
  readonly problems: string[] = [];
  readonly #payments: readonly Payment[];
  /** Descriptions that the user overwrote, by Transaction ID. */
  readonly #typedOver = new Map<string, string>();
  readonly #categories = new Map<string, string>();
  /** The notes of each row when it was added or last edited by the user. */
  readonly #notes = new Map<string, string>();
  #deleted = new Set<string>();
  #today = 0;
  #hasStatement = false;
  #memoryWasLost = false;

  readonly #accountInFile: BankAccount;

  constructor(payments: readonly Payment[], accountInFile: BankAccount) {
    this.#payments = payments;
    this.#accountInFile = accountInFile;
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

  /** Call last: advances until every payment has posted, and imports the last ones. */
  finish(): void {
    this.#today += 40;
    this.sync(100);
    this.sync(100);
  }

  /** Amounts and merchants of posted transactions whose rows are in the sheet or were deleted by the user. */
  counted(): string[] {
    return this.sheet.memory
      .filter(({ state }) => state === 'in-sheet' || state === 'deleted')
      .filter(({ status }) => status === 'posted')
      .map(({ written }) => `${written.amount} ${nameIn(written.description)}`)
      .sort();
  }

  expected(): string[] {
    return this.#payments
      .filter(({ fate }) => fate !== 'voided')
      .map((made) => `${amountOf(made, false)} ${MERCHANTS[made.merchant]}`)
      .sort();
  }

  #import(days: number): void {
    // Without the memory, Pennyrow would treat the account in the file, which has another id, as a different account.
    if (this.#memoryWasLost && this.#accountInFile !== CHECKING) return;
    this.sync(this.#memoryWasLost ? 100 : 40);
    this.#hasStatement = true;
    this.#plan(statement(this.#payments, this.#today, days, this.#accountInFile), { connection: 'file', complete: [] });
  }

  #plan(batch: readonly BankTransaction[], options: SyncOptions): void {
    const { sheet } = this;
    const plan = planSync(sheet.input(batch, options));
    const accountedFor = plan.appends.length + plan.updates.length + plan.skips.length;
    this.#claim(accountedFor === batch.length, 'a bank transaction is not accounted for');
    this.#claim(!plan.appends.some(({ values }) => this.#deleted.has(values.transactionId)), 'a deleted row came back');
    sheet.apply(plan);
    for (const { transactionId, category, description, notes } of sheet.rows) {
      if (!this.#notes.has(transactionId)) this.#notes.set(transactionId, notes);
      this.#claim(transactionId === '' || notes === this.#notes.get(transactionId), 'notes were changed');
      this.#claim(category === (this.#categories.get(transactionId) ?? ''), 'a category was changed');
      this.#claim(
        description === (this.#typedOver.get(transactionId) ?? description),
        'a cell of the user was overwritten',
      );
    }
    const ids = sheet.rows.map(({ transactionId }) => transactionId).filter((id) => id !== '');
    this.#claim(new Set(ids).size === ids.length, 'an id was given out twice');
    const again = planSync(sheet.input(batch, options));
    const left = again.appends.length + again.updates.length + again.leftFeed.length + again.memory.length;
    this.#claim(left === 0, 'the same sync again was not empty');
  }

  #claim(holds: boolean, otherwise: string): void {
    if (!holds) this.problems.push(otherwise);
  }

  #byHand(kind: Extract<Act, { at: number }>['kind'], at: number): void {
    const { sheet } = this;
    if (kind === 'type') sheet.type('2026-01-10', '-777', 'cash');
    if (kind === 'lose the memory') this.#loseTheMemory();
    if (kind === 'take apart') sheet.hasSeparateNotes = !sheet.hasSeparateNotes;
    if (kind === 'sort')
      sheet.reorder(sheet.rows.toSorted((a, b) => ((a.index * 7919) % (at + 1)) - ((b.index * 7919) % (at + 1))));
    const row = sheet.rows[at % sheet.rows.length];
    if (row === undefined || row.transactionId === '') return;
    if (kind === 'describe') {
      sheet.edit(row.index, { description: `mine ${at}` });
      this.#typedOver.set(row.transactionId, `mine ${at}`);
    }
    if (kind === 'note') {
      sheet.edit(row.index, { notes: `note ${at}` });
      this.#notes.set(row.transactionId, `note ${at}`);
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

  /** Syncs, forgets all transactions and the user's deletions, as if the database were lost, and syncs again. */
  #loseTheMemory(): void {
    if (this.#hasStatement && this.#accountInFile !== CHECKING) return;
    // Only the memory marks rows whose payment was voided; without it, a statement could be matched to such a row.
    if (this.#accountInFile === CHECKING && this.#payments.some(({ fate }) => fate === 'voided')) return;
    this.sync(100);
    this.sheet.memory = [];
    this.#memoryWasLost = true;
    for (const id of this.#deleted) {
      this.#typedOver.delete(id);
      this.#notes.delete(id);
    }
    this.#deleted = new Set();
    this.#categories.forEach(
      (_, id) => this.sheet.rows.some(({ transactionId }) => transactionId === id) || this.#categories.delete(id),
    );
    this.sync(100);
  }
}

function nameIn(description: string): string {
  return MERCHANTS.find((name) => description.toLowerCase().includes(name.toLowerCase())) ?? description;
}
