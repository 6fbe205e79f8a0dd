import type { Amount } from '../../core/amount.ts';
import { readAmount } from '../read-amount.ts';

/** So many digits of a number in JSON are what was meant. */
const MEANT_DIGITS = 15;

/** An amount from a service that writes numbers: digits that its own arithmetic left behind, as in 0.30000000000000004, are dropped. */
export function readNumber(value: unknown): Amount | null {
  return readAmount(typeof value === 'number' ? Number(value.toPrecision(MEANT_DIGITS)) : value);
}
