import { memoize } from '../../core/memoize.ts';
import { oneLine } from '../../core/one-line.ts';

/** ISO 4217's code for "no currency", for files that do not state theirs. */
export const NO_CURRENCY = 'XXX';

export function decimalsOf(currency: string | null): number {
  return currency !== null && /^[A-Za-z]{3}$/.test(currency) ? fractionDigits(currency) : 2;
}

const fractionDigits = memoize((currency: string): number => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
});

/** Keeps symbols that are not ISO codes. Russian banks still use the code of the ruble from before 1998. */
export function currencyCode(text: string | undefined | null): string | null {
  const code = oneLine(text ?? '', 12).toUpperCase() || null;
  return code === 'RUR' ? 'RUB' : code;
}
