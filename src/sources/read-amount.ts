import { parseAmount, type Amount } from '../core/amount.ts';

/** A spreadsheet keeps 15 significant digits. */
const MOST_DIGITS = 15;

/** Decimal text; a number only as long as its digits survived being one. Null for anything else. */
export function readAmount(value: unknown): Amount | null {
  const text = typeof value === 'number' ? String(value) : value;
  const amount = typeof text === 'string' ? parseAmount(text) : null;
  if (amount === null) return null;
  return amount.replaceAll(/[-.]|^-?0\.0*/g, '').length <= MOST_DIGITS ? amount : null;
}
