import { columnNumber } from './column-letters.ts';

/**
 * Whether ranges of a formula differ in size, so that `SUMIF(D2:D40,"Food",C2)` may add up more cells than it names.
 * A single cell counts where it is the last argument, which is the one that is resized.
 */
export function haveOtherSizes(formula: string, ranges: readonly string[]): boolean {
  const sizes = new Set(ranges.filter((range) => range.includes(':')).map(sizeOf));
  return sizes.size > 1 || LAST_IS_A_CELL.test(formula);
}

const LAST_IS_A_CELL = /[,!]\s*\$?[A-Z]{1,3}\$?\d{1,7}\s*\)/i;

function sizeOf(range: string): string {
  const [left = '', top = '', right = '', bottom = ''] =
    /^(\D*)(\d*):(\D*)(\d*)$/.exec(range.replaceAll('$', ''))?.slice(1) ?? [];
  return `${columnNumber(right.toUpperCase()) - columnNumber(left.toUpperCase())} ${Number(bottom) - Number(top)}`;
}
