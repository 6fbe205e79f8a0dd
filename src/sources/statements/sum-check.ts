import { addAmounts, negateAmount, type Amount, parseAmount } from '../../core/amount.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import type { SourceMessage } from '../source.ts';
import { fileMessage } from './statement-error.ts';

interface DatedAmount {
  readonly amount: Amount;
  readonly date: CalendarDate | null;
}

/** The balances that a bank states for one statement, and the transactions read in between. */
export interface StatementSum {
  readonly account: string;
  readonly currency: string;
  readonly opening: DatedAmount;
  readonly closing: DatedAmount;
  readonly booked: Amount;
  /** The line of the closing balance; null if the format has no lines. */
  readonly line: (() => number) | null;
}

/** A difference is a warning only, because each transaction is certain in itself. */
export class SumCheck {
  readonly #file: string;
  readonly #warnings: SourceMessage[] = [];
  #hidden = 0;
  #last: object | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  see({ account, currency, opening, closing, booked, line }: StatementSum): void {
    const difference = addAmounts(closing.amount, negateAmount(addAmounts(opening.amount, booked)));
    if (difference === ZERO) return;
    if (this.#warnings.length >= SHOWN) this.#hidden += 1;
    const areDated = opening.date !== null && closing.date !== null;
    const params = {
      account,
      from: areDated ? opening.date : null,
      to: areDated ? closing.date : null,
      opening: { amount: opening.amount, currency },
      booked: { amount: booked, currency },
      closing: { amount: closing.amount, currency },
      difference: { amount: difference, currency },
    };
    this.#last = params;
    if (this.#hidden === 0) this.#warn({ ...params, line: line === null ? null : String(line()), more: null });
  }

  /** Lists the first few and counts the others, because a file may have thousands. */
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

/** An exact sum. Adds cents as numbers, because adding decimal texts is slow. */
export class ExactSum {
  #cents = 0;
  #rest: Amount;

  constructor(start: Amount = ZERO) {
    this.#rest = start;
  }

  add(amount: Amount): void {
    if (amount.length > SHORT || amount.charAt(amount.length - 3) !== '.') {
      this.#rest = addAmounts(this.#rest, amount);
      return;
    }
    this.#cents += Math.round(Number(amount) * 100);
    if (Math.abs(this.#cents) > MUCH) this.#flush();
  }

  total(): Amount {
    this.#flush();
    return this.#rest;
  }

  #flush(): void {
    const digits = String(Math.abs(this.#cents)).padStart(3, '0');
    const cents = parseAmount(`${this.#cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
    this.#rest = addAmounts(this.#rest, cents as Amount);
    this.#cents = 0;
  }
}

export const ZERO = parseAmount('0') as Amount;

/** Up to "-999999999.99", which a number represents exactly to the cent. */
const SHORT = 13;
const MUCH = 1e14;
