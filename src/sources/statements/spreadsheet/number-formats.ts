import { amountFromNumber } from '../../../core/amount.ts';
import { fromEpochDay } from '../../../core/calendar-date.ts';
import { currencyOfSign } from '../../../core/currency.ts';

export interface NumberFormat {
  readonly isDate: boolean;
  /** The code of the currency that the format shows; null if it shows none, or a sign of several currencies. */
  readonly currency: string | null;
}

export const PLAIN_FORMAT: NumberFormat = { isDate: false, currency: null };

export function formatsOf(ids: readonly number[], codes: ReadonlyMap<number, string>): readonly NumberFormat[] {
  return ids.map((id) => {
    const code = codes.get(id);
    if (code === undefined) return { isDate: isBuiltInDate(id), currency: null };
    return { isDate: isDateCode(code), currency: currencyOfCode(code) };
  });
}

/** Ids of ECMA-376 part 1, 18.8.30, where 27 to 36 and 50 to 58 are East Asian dates. */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

function isDateCode(code: string): boolean {
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|general/gi, ''));
}

/** Examples: `#,##0.00 [$€-407]`, `"kr" #,##0`, `€#,##0.00`. */
function currencyOfCode(code: string): string | null {
  const texts = [...code.matchAll(/\[\$([^\]-]+)[^\]]*\]|"([^"]+)"|(\p{Sc})/gu)];
  for (const [, inBrackets, quoted, sign] of texts) {
    const currency = currencyOfSign((inBrackets ?? quoted ?? sign ?? '').trim());
    if (currency !== null && currency !== '') return currency;
  }
  return null;
}

/** Days as ISO 8601, other numbers with a decimal point and currency. A fraction of three digits would look like thousands. */
export function numberText(value: number, { isDate, currency } = PLAIN_FORMAT, isFrom1904 = false): string {
  if (isDate && value >= 1 && value < LAST_DAY)
    return fromEpochDay(Math.floor(value) - (isFrom1904 ? EPOCH_1904 : EPOCH));
  if (isDate && value >= 0 && value < 1) return timeText(value);
  const amount = amountFromNumber(value);
  if (amount === null) return '';
  const number = Number.isInteger(value) ? amount.replace('.00', '') : amount.replace(/(?<=\.\d{3})$/, '0');
  return currency === null ? number : `${number} ${currency}`;
}

function timeText(value: number): string {
  const minutes = Math.floor(value * 24 * 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Day numbers: 9999-12-31, and 1970-01-01 as counted from 1900 and from 1904. */
const LAST_DAY = 2_958_466;
const [EPOCH, EPOCH_1904] = [25_569, 24_107];
