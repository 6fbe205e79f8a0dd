import type { TransactionView } from '../../contract/transaction-view.ts';

/** Whether a row has an amount that was asked for. */
export type AmountTest = (view: Pick<TransactionView, 'amount' | 'currency'>) => boolean;

/**
 * An amount as people write it: "71,70", "€71", "-1.234,56", "29.000". Without cents, any of that many whole units is
 * meant; without a sign, money in and out. Null for what is no amount, and for bare digits, which may be anything.
 */
export function saidAmount(word: string): AmountTest | null {
  const [, sign = '', before = '', digits, after = ''] =
    /^([+-]?)(\p{Sc}?)(\d[\d.,'’]*\d|\d)(\p{Sc}?)$/u.exec(word) ?? [];
  if (digits === undefined) return null;
  const symbol = before || after;
  if (sign === '' && symbol === '' && /^\d+$/.test(digits)) return null;
  const beginnings = readings(digits);
  return ({ amount, currency }) =>
    (sign === '' || (sign === '-') === amount.startsWith('-')) &&
    (symbol === '' || symbol === symbolOf(currency)) &&
    beginnings.some((beginning) => amount.replace(/^-/, '').startsWith(beginning));
}

/** What an amount must begin with: one for each way to read the marks. */
function readings(digits: string): readonly string[] {
  const whole = `${digits.replaceAll(/\D/g, '')}.`;
  const [, head = '', mark = '', tail = ''] = /^(.*)([.,'’])(\d+)$/.exec(digits) ?? [];
  if (mark === '') return [whole];
  const withCents = `${head.replaceAll(/\D/g, '')}.${tail}`;
  // Only three digits may be thousands, and then a mark that came before is the same one.
  if (tail.length !== 3 || mark === "'" || mark === '’') return tail.length === 3 ? [whole] : [withCents];
  return /\D/.test(head) ? [whole] : [whole, withCents];
}

const symbols = new Map<string, string>();

/** "€" for EUR; the code itself where it has none. */
function symbolOf(currency: string): string {
  const known = symbols.get(currency);
  if (known !== undefined) return known;
  const symbol = /^[A-Z]{3}$/.test(currency)
    ? (new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value ?? currency)
    : currency;
  symbols.set(currency, symbol);
  return symbol;
}
