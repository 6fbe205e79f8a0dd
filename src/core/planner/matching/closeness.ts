import { amountToNumber, type Amount } from '../../amount.ts';

/** Limits for two views of one transaction. They are habits of banks, not promises: change them here. */

/** Beyond this, one bank id refers to two transactions. */
export const SAME_ID_DAYS = 10;

/** The shift of the date when a bank exports a posted transaction again. */
export const SHIFTED_DAYS = 3;

/** A posted entry has a date at most this many days before its pending one, */
export const POSTS_EARLIER_DAYS = 2;
/** or after it. */
export const POSTS_LATER_DAYS = 10;

/** The difference between the dates of two sources: purchase and booking. */
export const OTHER_SOURCE_DAYS = 3;

/** The maximum share that a tip adds. */
const TIP_SHARE = 0.35;

/** Rows without a currency, and files without one such as QIF ("XXX" in ISO 4217), match any. */
export function mayBeSameCurrency(a: string, b: string): boolean {
  return a === b || [a, b].some((currency) => currency === '' || currency === 'XXX');
}

/** The kind of change from a pending to the final amount; null if it is implausible. */
export function amountChange(pending: Amount, final: Amount): 'tip' | 'smaller' | null {
  const authorised = amountToNumber(pending);
  const paid = amountToNumber(final);
  if (authorised >= 0 || paid >= 0) return null;
  if (paid > authorised) return 'smaller';
  return paid < authorised && paid >= authorised * (1 + TIP_SHARE) ? 'tip' : null;
}

/** The days from `-earlier` to `later`, nearest first: 0, 1, -1, 2, -2, ... */
export function nearestFirst(earlier: number, later: number): number[] {
  const days = Array.from({ length: earlier + later + 1 }, (_, at) => at - earlier);
  return days.sort((a, b) => Math.abs(a) - Math.abs(b) || b - a);
}
