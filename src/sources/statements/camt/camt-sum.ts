import { addAmounts, parseAmount, type Amount } from '../../../core/amount.ts';

/** Adds up many amounts: exact, and in whole hundredths as long as they are such. */
export class CamtSum {
  #hundredths = 0n;
  #others = ZERO;

  add(amount: Amount): void {
    if (amount.at(-3) === '.') this.#hundredths += BigInt(amount.slice(0, -3) + amount.slice(-2));
    else this.#others = addAmounts(this.#others, amount);
  }

  get total(): Amount {
    const digits = String(this.#hundredths < 0n ? -this.#hundredths : this.#hundredths).padStart(3, '0');
    const text = `${this.#hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
    return addAmounts(parseAmount(text) ?? ZERO, this.#others);
  }
}

export const ZERO = parseAmount('0') as Amount;
