import { amountToNumber, type Amount } from '../../amount.ts';

/** How near two views of one transaction must be. Habits of banks, not promises: change them here. */

/** Further apart than this, one id of the bank's names two transactions. */
export const SAME_ID_DAYS = 10;

/** A bank that exports a posted transaction again dates it up to this many days apart. */
export const SHIFTED_DAYS = 3;

/** A posted entry is dated up to this many days before its pending one ... */
export const POSTS_EARLIER_DAYS = 2;
/** ... or after it. */
export const POSTS_LATER_DAYS = 10;

/** Two sources date the same transaction up to this many days apart: one by purchase, one by booking. */
export const OTHER_SOURCE_DAYS = 3;

/** A tip adds up to this share to what was authorised. */
const TIP_SHARE = 0.35;

/** A row without a currency and a file that does not say its own, such as QIF ("XXX" in ISO 4217), may mean any. */
export function mayBeSameCurrency(a: string, b: string): boolean {
  return a === b || [a, b].some((currency) => currency === '' || currency === 'XXX');
}

/** How a pending payment's amount became the final one; null when it plausibly did not. */
export function amountChange(pending: Amount, final: Amount): 'tip' | 'smaller' | null {
  const authorised = amountToNumber(pending);
  const paid = amountToNumber(final);
  if (authorised >= 0 || paid >= 0) return null;
  if (paid > authorised) return 'smaller';
  return paid < authorised && paid >= authorised * (1 + TIP_SHARE) ? 'tip' : null;
}

/** 0, 1, -1, 2, -2, ...: the days from `-earlier` to `later`, nearest first. */
export function nearestFirst(earlier: number, later: number): number[] {
  const days = Array.from({ length: earlier + later + 1 }, (_, at) => at - earlier);
  return days.sort((a, b) => Math.abs(a) - Math.abs(b) || b - a);
}
