import { Dice } from './dice.ts';
import type { Rarity, Style } from './style.ts';

/** Tables with lower seeds have no rare features, so that adding these features did not change them. */
export const FIRST_RARE_SEED = 2_000_000;

const SHARE = 0.06;
const CURRENCY_SIGNS: Readonly<Record<string, string>> = { EUR: '€', GBP: '£', PLN: 'zł', INR: '₹', USD: '$' };

/** Chooses a few rare notations and lines that fit this style, at random by the seed. */
export function chooseRarities(seed: number, style: Style): ReadonlySet<Rarity> {
  const { money, hasHeader, extras, balance, mark, thousands, lines, date, currency, quotes, bank } = style;
  const isDayFirst = date === 'dmy/' || date === 'dmy.' || date === 'dmy-';
  const fits: Readonly<Record<Rarity, boolean>> = {
    declined: hasHeader && extras.includes('status') && balance !== 'daily',
    'plus-on-income': money === 'signed' && !style.isUnsigned && !style.isInverted && lines.length === 0,
    note: hasHeader && !style.isUnsigned,
    'indian-grouping': mark === '.' && thousands === ',' && style.decimals === 2,
    'currency-sign': style.currencyBeside === 'none' && CURRENCY_SIGNS[currency] !== undefined,
    'apostrophe-date': isDayFirst || date === 'iso',
    'japanese-date': date === 'iso',
    'korean-date': date === 'iso',
    'thai-year': date === 'dmy/',
    'russian-date': date === 'dmy.',
    'blank-before-quote': quotes === 'all' && style.delimiter !== '\t',
    'backslash-quote': quotes === 'needed',
    'sale-and-payment': money === 'marked' && hasHeader && lines.length === 0,
    'constant-payee': hasHeader && extras.includes('memo'),
    'repeated-titles': hasHeader && style.accounts === 1,
    'purchase-day': hasHeader && extras.includes('value') && bank.salary === 'Salary' && date !== 'as-of',
    'several-kinds':
      money === 'marked' && hasHeader && lines.length === 0 && !extras.includes('memo') && balance !== 'daily',
    'two-currencies':
      money === 'signed' &&
      hasHeader &&
      balance === 'none' &&
      style.currencyBeside === 'none' &&
      style.footer !== 'total' &&
      !(['currency', 'fee', 'original'] as const).some((extra) => extras.includes(extra)),
    'no-end': money === 'start-end',
  };
  const dice = new Dice(seed ^ 0x2545f491);
  const drawn = (Object.keys(fits) as Rarity[]).filter((rarity) => dice.chance(SHARE) && fits[rarity]);
  // Amounts with the sign of a currency are not in a column of another currency.
  const chosen = drawn.includes('currency-sign') ? drawn.filter((rarity) => rarity !== 'two-currencies') : drawn;
  return new Set(seed < FIRST_RARE_SEED ? [] : chosen);
}

const KINDS = {
  out: ['Card payment', 'Direct debit', 'Fee', 'Transfer sent'],
  in: ['Salary', 'Transfer received', 'Refund'],
};

/** The currency of a transaction: that of the account, or in some lines another one, which has a separate column. */
export function currencyOfLine({ rarities, currency }: Style, index: number): string {
  if (!rarities.has('two-currencies') || index % 3 !== 1) return currency;
  return currency === 'USD' ? 'EUR' : 'USD';
}

/** The kind of a transaction. "Transfer" does not show the direction, so it occurs only if each row has a balance. */
export function kindOf({ balance, accounts }: Style, isOut: boolean, index: number): string {
  const kinds = KINDS[isOut ? 'out' : 'in'];
  return balance === 'every' && accounts === 1 && index % 5 === 4 ? 'Transfer' : (kinds[index % kinds.length] ?? '');
}

/** False for an incoming kind, and for a kind that may go in either direction. */
export const isOutgoingKind = (kind: string): boolean => KINDS.out.includes(kind);

export const currencySign = ({ currency }: Style): string => CURRENCY_SIGNS[currency] ?? currency;

/** The day as banks of some countries write it; null if the style has no rare notation. */
export function writeRareDay({ rarities }: Style, iso: string, usual: string): string | null {
  const [year = '', month = '', day = ''] = iso.split('-');
  if (rarities.has('japanese-date')) return `${year}年${month}月${day}日`;
  if (rarities.has('korean-date')) return `${year}. ${month}. ${day}.`;
  if (rarities.has('thai-year')) return `${day}/${month}/${Number(year) + 543}`;
  if (rarities.has('russian-date')) return `${usual} г.`;
  return rarities.has('apostrophe-date') ? `'${usual}` : null;
}

/** Groups the last three digits, and the others in pairs: 12,34,567. */
export function groupAsInIndia(whole: string): string {
  return whole.replace(/\B(?=(\d\d)*\d{3}$)/g, ',');
}
