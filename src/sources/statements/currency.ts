import { oneLine } from '../../core/one-line.ts';

/** ISO 4217's code for "no currency", for files that do not say theirs. */
export const NO_CURRENCY = 'XXX';

/** "eur" is "EUR"; null when there is none. A symbol that is no ISO code is kept as it is. */
export function currencyCode(text: string | undefined | null): string | null {
  return oneLine(text ?? '', 12).toUpperCase() || null;
}
