import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate, LocalDateTime } from '../../src/core/calendar-date.ts';
import type { RowValues } from '../../src/core/row.ts';
import type { Layout, Snapshot } from '../../src/core/snapshot.ts';
import type { Applied, WorkbookChange } from '../../src/core/workbook-change.ts';
import type { Workbook } from '../../src/workbooks/workbook.ts';
import { CHOSEN_VALUES } from '../support/chosen-blanks.ts';

/** A new workbook without rows, and the actions of a user who works on it in another program. */
export interface WorkbookUnderTest {
  readonly workbook: Workbook;
  readonly person: Person;
  /** Advances the clock until cached reads expire. Undefined if the workbook caches no reads. */
  letTimePass?(): void;
  /** Waits until the service has reported all changes. Undefined if the service reports them at once. */
  letNewsArrive?(): void;
  close(): Promise<void>;
}

/** Rows count from 1, columns from 0; the header is row 1 until the user inserts rows above it. */
export interface Person {
  renameSheet(from: string, to: string): Promise<void>;
  deleteSheet(name: string): Promise<void>;
  /** Null clears the cell; a date is typed as a real date. */
  type(sheet: string, row: number, column: number, value: TypedValue): Promise<void>;
  /** `formula` begins with the equals sign. */
  typeFormula(sheet: string, row: number, column: number, formula: string): Promise<void>;
  /**
   * Types one array formula that copies the cells of `source`, such as B2:B4, into this cell and the ones below. Undefined
   * if the user's program does not support array formulas.
   */
  typeArray?(sheet: string, row: number, column: number, source: string): Promise<void>;
  /** The formula in a cell, with its equals sign; null if there is none. */
  formula(sheet: string, row: number, column: number): Promise<string | null>;
  /** The displayed content of a cell: numbers as numbers, dates as YYYY-MM-DD. */
  look(sheet: string, row: number, column: number): Promise<string | number | null>;
  nameRange(sheet: string, a1: string, name: string): Promise<void>;
  /** The first and the last row of a named range. */
  rowsNamed(name: string): Promise<readonly number[]>;
  insertColumn(sheet: string, at: number): Promise<void>;
  moveColumn(sheet: string, from: number, to: number): Promise<void>;
  insertRow(sheet: string, at: number): Promise<void>;
  deleteRow(sheet: string, row: number): Promise<void>;
  /** Reverses the order of these rows, as sorting would. */
  reverseRows(sheet: string, first: number, last: number): Promise<void>;
}

export type TypedValue = string | number | { readonly date: CalendarDate } | null;

/** Uses a workbook as a sync does: with a read before and after each change, and the layout of the last read. */
export class WorkbookSession {
  readonly #subject: WorkbookUnderTest;
  #layout: Layout | null = null;

  constructor(subject: WorkbookUnderTest) {
    this.#subject = subject;
  }

  get workbook(): Workbook {
    return this.#subject.workbook;
  }

  get person(): Person {
    return this.#subject.person;
  }

  letTimePass(): void {
    this.#subject.letTimePass?.();
  }

  letNewsArrive(): void {
    this.#subject.letNewsArrive?.();
  }

  async read(): Promise<Snapshot> {
    const snapshot = await this.workbook.read({ remembered: this.#layout });
    this.#layout = snapshot.layout;
    return snapshot;
  }

  /** Sets the layout for the next read or write, as if the last read had returned it. */
  know(layout: Layout): void {
    this.#layout = layout;
  }

  async apply(change: Partial<WorkbookChange>): Promise<Applied> {
    const { revision, layout } = await this.read();
    const applied = await this.workbook.apply(
      { runId: 'run-1', revision, appends: [], updates: [], removals: [], ...change },
      { layout },
    );
    await this.read();
    return applied;
  }

  append(...appends: readonly RowValues[]): Promise<Applied> {
    return this.apply({ appends });
  }

  close(): Promise<void> {
    return this.#subject.close();
  }
}

export const SHEET = 'Transactions';
/** The columns of a new workbook, repeated here so that tests notice a changed order. */
export const COLUMN = {
  date: 0,
  description: 1,
  amount: 2,
  category: 3,
  account: 4,
  accountId: 5,
  transactionId: 6,
  dateAdded: 7,
  currency: 8,
} as const;

/** The transaction with this number; equal arguments give equal values. */
export function transaction(number: number, values: Partial<RowValues> = {}): RowValues {
  return {
    date: `2026-01-${String(number).padStart(2, '0')}` as CalendarDate,
    description: `Corner shop ${number}`,
    notes: '',
    ...CHOSEN_VALUES,
    amount: `-${number}.50` as Amount,
    category: '',
    account: 'Everyday ••4321',
    accountId: 'acc-1',
    transactionId: `txn-${number}`,
    dateAdded: `2026-02-01T08:15:${String(number).padStart(2, '0')}` as LocalDateTime,
    currency: 'EUR',
    ...values,
  };
}

export function valuesOf({
  index: _index,
  dateText: _dateText,
  amountText: _amountText,
  monthText: _monthText,
  weekText: _weekText,
  ...values
}: Snapshot['rows'][number]): Partial<RowValues> {
  return { ...values, month: values.month ?? '', week: values.week ?? '' } as RowValues;
}
