import { oneLine } from '../../core/one-line.ts';

/** ISO 4217's code for "no currency", for files that do not say theirs. */
export const NO_CURRENCY = 'XXX';

/** How many decimals a currency has; two where it is not known, as nearly all have. */
export function decimalsOf(currency: string | null): number {
  if (currency === null || !/^[A-Za-z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * "eur" is "EUR"; null when there is none. A symbol that is no ISO code is kept as it is. Banks of Russia write the rouble's code
 * of before 1998 to this day.
 */
export function currencyCode(text: string | undefined | null): string | null {
  const code = oneLine(text ?? '', 12).toUpperCase() || null;
  return code === 'RUR' ? 'RUB' : code;
}
