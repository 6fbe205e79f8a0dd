import { oneLine } from '../../core/one-line.ts';

/** ISO 4217's code for "no currency", for files that do not state theirs. */
export const NO_CURRENCY = 'XXX';

const decimals = new Map<string, number>();

export function decimalsOf(currency: string | null): number {
  if (currency === null || !/^[A-Za-z]{3}$/.test(currency)) return 2;
  const cached = decimals.get(currency);
  if (cached !== undefined) return cached;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  decimals.set(currency, digits);
  return digits;
}

/** Keeps symbols that are not ISO codes. Russian banks still use the code of the ruble from before 1998. */
export function currencyCode(text: string | undefined | null): string | null {
  const code = oneLine(text ?? '', 12).toUpperCase() || null;
  return code === 'RUR' ? 'RUB' : code;
}
