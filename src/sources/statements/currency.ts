import { oneLine } from '../../core/one-line.ts';

/** ISO 4217's code for "no currency", for files that do not say theirs. */
export const NO_CURRENCY = 'XXX';

/** A format takes longer to make than a line to read. There are no more codes than three letters can write. */
const decimals = new Map<string, number>();

/** How many decimals a currency has; two where it is not known, as nearly all have. */
export function decimalsOf(currency: string | null): number {
  if (currency === null || !/^[A-Za-z]{3}$/.test(currency)) return 2;
  const known = decimals.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  decimals.set(currency, digits);
  return digits;
}

/**
 * "eur" is "EUR"; null when there is none. A symbol that is no ISO code is kept as it is. Banks of Russia write the rouble's code
 * of before 1998 to this day.
 */
export function currencyCode(text: string | undefined | null): string | null {
  const code = oneLine(text ?? '', 12).toUpperCase() || null;
  return code === 'RUR' ? 'RUB' : code;
}
