import { hash } from 'node:crypto';
import { parseAmount, type Amount } from '../../src/core/amount.ts';
import type { BankAccount, BankTransaction } from '../../src/core/bank-transaction.ts';
import {
  parseCalendarDate,
  type CalendarDate,
  type Instant,
  type LocalDateTime,
} from '../../src/core/calendar-date.ts';
import type { MemoryEntry } from '../../src/core/memory.ts';
import type { Plan, PlanInput } from '../../src/core/plan.ts';
import { planSync } from '../../src/core/planner/plan-sync.ts';
import type { Row } from '../../src/core/row.ts';
import type { Rule } from '../../src/core/snapshot.ts';
import { CHOSEN_CELLS } from './chosen-blanks.ts';

export const day = (text: string): CalendarDate => parseCalendarDate(text) as CalendarDate;
export const money = (text: string): Amount => parseAmount(text) as Amount;

export const CHECKING: BankAccount = {
  id: 'bank/checking',
  name: 'Checking ••4321',
  currency: 'EUR',
  lastDigits: '4321',
};
/** `CHECKING` as a statement file identifies it. */
export const CHECKING_IN_FILE: BankAccount = { ...CHECKING, id: 'DE89 4321', name: 'DE89…4321' };
export const SAVINGS: BankAccount = { id: 'bank/savings', name: 'Savings ••9876', currency: 'EUR', lastDigits: '9876' };

export interface Sample {
  readonly id?: string | null;
  readonly on: string;
  readonly amount: string;
  readonly text?: string;
  readonly pending?: boolean;
  readonly account?: BankAccount;
}

export function bankTransaction({
  id = null,
  on,
  amount,
  text = 'Corner Coffee',
  pending = false,
  account = CHECKING,
}: Sample): BankTransaction {
  return inParts({
    account,
    providerId: id,
    date: day(on),
    amount: money(amount),
    currency: account.currency,
    description: text,
    status: pending ? 'pending' : 'posted',
    raw: null,
  });
}

export interface SyncOptions {
  readonly connection?: string;
  /** Accounts with a complete feed; by default the checking account. */
  readonly complete?: readonly string[];
  readonly since?: string;
  /** The number of transactions in each file. */
  readonly pieces?: readonly number[];
  /** The user's decisions in a preview, by the id that a new row would have: the row to match, or null to add a row. */
  readonly answers?: readonly (readonly [string, number | null])[];
  readonly declined?: readonly string[];
}

/** Splits the text as a source does: the part before the first number is the payee. */
export function inParts({ parts: _parts, ...transaction }: BankTransaction): BankTransaction {
  const [, payee = '', notes = ''] = /^(\D+) (\d.*)$/.exec(transaction.description) ?? [];
  return notes === '' ? transaction : { ...transaction, parts: { payee, notes } };
}

/** Simulates what a workbook and a store keep between two syncs: the sheet and the memory of transactions. */
export class SheetSimulator {
  rows: Row[] = [];
  memory: MemoryEntry[] = [];
  rules: Rule[] = [];
  /** True if the sheet has a column for payees and another for notes. */
  hasSeparateNotes = false;

  /** Plans and applies a sync. */
  sync(transactions: readonly BankTransaction[], options: SyncOptions = {}): Plan {
    const plan = this.plan(transactions, options);
    this.apply(plan);
    return plan;
  }

  plan(transactions: readonly BankTransaction[], options: SyncOptions = {}): Plan {
    return planSync(this.input(transactions, options));
  }

  input(
    transactions: readonly BankTransaction[],
    {
      connection = 'feed',
      complete = [CHECKING.id],
      since = '2026-01-01',
      pieces = [],
      answers,
      declined,
    }: SyncOptions,
  ): PlanInput {
    return {
      snapshot: { rows: this.rows, rules: this.rules },
      memory: this.memory,
      connectionId: connection,
      transactions,
      hasSeparateNotes: this.hasSeparateNotes,
      pieces,
      completeAccountIds: complete,
      since: day(since),
      ...(answers === undefined ? {} : { answers: new Map(answers) }),
      ...(declined === undefined ? {} : { declined: new Set(declined) }),
      now: { instant: '2026-03-01T09:00:00.000Z' as Instant, local: '2026-03-01T10:00:00' as LocalDateTime },
      digest: (text) => hash('sha256', text).slice(0, 24),
    };
  }

  apply(plan: Plan): void {
    for (const { row, cells } of plan.updates) {
      for (const { column, to } of cells) this.edit(row, { [column]: to });
    }
    for (const { row, transactionId } of plan.claims) this.edit(row.index, { transactionId });
    let last = this.rows.reduce((highest, { index }) => Math.max(highest, index), 1);
    for (const { values } of plan.appends) {
      // Like most sheets, this one has none of Tiller's columns.
      const shown = { ...values, ...CHOSEN_CELLS, dateText: values.date, amountText: values.amount };
      this.rows.push({ ...shown, index: (last += 1) });
    }
    const changed = new Map(plan.memory.map((entry) => [entry.transactionId, entry]));
    const untouched = this.memory.filter(({ transactionId }) => !changed.has(transactionId));
    this.memory = [...untouched, ...changed.values()];
  }

  /** Edits cells of one row as a user does. */
  edit(index: number, cells: Partial<Row>): void {
    this.rows = this.rows.map((row) => (row.index === index ? { ...row, ...cells } : row));
  }

  delete(index: number): void {
    this.rows = this.rows
      .filter((row) => row.index !== index)
      .map((row) => (row.index > index ? { ...row, index: row.index - 1 } : row));
  }

  /** Reorders the rows, as a sort does. */
  reorder(rows: readonly Row[]): void {
    this.rows = rows.map((row, place) => ({ ...row, index: place + 2 }));
  }

  /** Adds a row without a Transaction ID below the others, as a user does. */
  type(on: string, amount: string, text: string): void {
    const sample = bankTransaction({ on, amount, text });
    const { date, description } = sample;
    const empty = {
      notes: '',
      ...CHOSEN_CELLS,
      category: '',
      account: '',
      accountId: '',
      transactionId: '',
      dateAdded: null,
      currency: '',
    };
    this.rows.push({
      ...empty,
      index: this.rows.length + 2,
      dateText: on,
      date,
      description,
      amountText: amount,
      amount: sample.amount,
    });
  }

  /** A short text for each row, in sheet order. */
  get lines(): string[] {
    return this.rows.map(({ date, amount, description }) => `${date} ${amount} ${description}`);
  }

  states(): string[] {
    return this.memory.map(({ state }) => state).sort();
  }
}
