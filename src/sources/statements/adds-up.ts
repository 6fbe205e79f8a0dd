import { addAmounts, negateAmount, type Amount } from '../../core/amount.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import type { SourceMessage } from '../source.ts';
import { ZERO } from './exact-sum.ts';
import { fileMessage } from './statement-message.ts';

/** What a bank says that one statement begins and ends with, and what Pennyrow read in between. */
export interface StatementSum {
  /** The account's name. */
  readonly account: string;
  /** Of all three amounts. */
  readonly currency: string;
  readonly opening: Amount;
  readonly closing: Amount;
  /** What the booked transactions come to; pending ones are in no balance. */
  readonly booked: Amount;
  /** The days of the two balances; null where either does not tell its own. */
  readonly days: { readonly from: CalendarDate; readonly to: CalendarDate } | null;
  /** Of the closing balance, where the file has lines. */
  readonly line: (() => number) | null;
}

/**
 * Checks each statement of a file against its own balances: what was read must lead from the opening to the closing one.
 * What does not add up is imported all the same, since each transaction that was read is certain in itself.
 */
export class SumCheck {
  readonly #file: string;
  readonly #warnings: SourceMessage[] = [];
  #hidden = 0;
  #last: object | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  see({ account, currency, opening, closing, booked, days, line }: StatementSum): void {
    const difference = addAmounts(closing, negateAmount(addAmounts(opening, booked)));
    if (difference === ZERO) return;
    if (this.#warnings.length >= SHOWN) this.#hidden += 1;
    const params = {
      account,
      from: days?.from ?? null,
      to: days?.to ?? null,
      opening: { amount: opening, currency },
      booked: { amount: booked, currency },
      closing: { amount: closing, currency },
      difference: { amount: difference, currency },
    };
    this.#last = params;
    if (this.#hidden === 0) this.#warn({ ...params, line: line === null ? null : String(line()), more: null });
  }

  /** The first few in full, the others as a number, since a file may have thousands. */
  warnings(): readonly SourceMessage[] {
    if (this.#hidden > 0) this.#warn({ ...this.#last, line: null, more: this.#hidden });
    this.#hidden = 0;
    return this.#warnings;
  }

  #warn(params: object): void {
    const whole = params as Parameters<typeof fileMessage<'statement_balance_mismatch'>>[3];
    this.#warnings.push(fileMessage('warning', 'statement_balance_mismatch', this.#file, whole));
  }
}

const SHOWN = 5;
