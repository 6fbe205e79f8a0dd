import { addAmounts, parseAmount, type Amount } from '../../core/amount.ts';

/** A sum of many amounts, exact: whole cents in a number as long as a number holds them, the rest as text. */
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

/** Up to "-999999999.99", where a number is exact to the cent with room to spare. */
const SHORT = 13;
const MUCH = 1e14;
