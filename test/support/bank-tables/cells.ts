import { currencySign, groupAsInIndia, writeRareDay } from './rarities.ts';
import type { Style } from './style.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function isoDay(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

export function writeDay(style: Style, day: number, earlier: number): string {
  const usual = writeUsualDay(style, day, earlier);
  return writeRareDay(style, isoDay(day), usual) ?? usual;
}

function writeUsualDay({ date }: Style, day: number, earlier: number): string {
  const [year = '', month = '', number = ''] = isoDay(day).split('-');
  switch (date) {
    case 'iso':
      return `${year}-${month}-${number}`;
    case 'ymd/':
      return `${year}/${month}/${number}`;
    case 'dmy.':
      return `${number}.${month}.${year}`;
    case 'dmy.short':
      return `${number}.${month}.${year.slice(2)}`;
    case 'dmy/':
      return `${number}/${month}/${year}`;
    case 'dmy-':
      return `${number}-${month}-${year}`;
    case 'mdy/':
      return `${month}/${number}/${year}`;
    case 'mdy/short':
      return `${Number(month)}/${Number(number)}/${year.slice(2)}`;
    case 'compact':
      return `${year}${month}${number}`;
    case 'd-mon-y':
      return `${number}-${MONTHS[Number(month) - 1] ?? ''}-${year}`;
    case 'mon d, y':
      return `${MONTHS[Number(month) - 1] ?? ''} ${Number(number)}, ${year}`;
    case 'iso-time':
      return `${year}-${month}-${number} 10:15:00`;
    case 'ofx':
      return `${year}${month}${number}120000[0:GMT]`;
    case 'as-of': {
      const [y = '', m = '', d = ''] = isoDay(earlier).split('-');
      return `${month}/${number}/${year}${earlier === day ? '' : ` as of ${m}/${d}/${y}`}`;
    }
  }
}

/** The true amount as a plain decimal. */
export function plainAmount({ decimals }: Style, units: number): string {
  const size = String(Math.abs(units)).padStart(decimals + 1, '0');
  const whole = decimals === 0 ? size : size.slice(0, -decimals);
  const cents = decimals === 0 ? '00' : size.slice(-decimals);
  return `${units < 0 ? '-' : ''}${whole}.${cents}`;
}

export function writeMoney(style: Style, units: number): string {
  const { mark, thousands, decimals, trimmed, sign, currencyBeside, currency, isInverted } = style;
  const [whole = '', cents = ''] = plainAmount(style, Math.abs(units)).split('.');
  const grouped = style.rarities.has('indian-grouping')
    ? groupAsInIndia(whole)
    : whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  const shown = trimmed ? cents.replace(/0+$/, '') : cents;
  const digits = decimals === 0 || shown === '' ? grouped : `${grouped}${mark}${shown}`;
  const beside = style.rarities.has('currency-sign')
    ? mark === '.'
      ? `${currencySign(style)}${digits}`
      : `${digits} ${currencySign(style)}`
    : currencyBeside === 'before'
      ? `${currency} ${digits}`
      : currencyBeside === 'behind'
        ? `${digits} ${currency}`
        : digits;
  if (units < 0)
    return sign === 'behind'
      ? currencyBeside === 'none'
        ? `${digits}-`
        : `-${beside}`
      : sign === 'brackets'
        ? `(${beside})`
        : `-${beside}`;
  // No known bank writes a plus before outgoing amounts.
  return sign === 'plus-too' && !isInverted && units > 0 ? `+${beside}` : beside;
}

export function quoted({ quotes, delimiter, rarities }: Style, cell: string): string {
  const isNeeded = cell.includes('"') || cell.includes('\n') || cell.includes(delimiter);
  const blank = rarities.has('blank-before-quote') ? ' ' : '';
  const escaped = rarities.has('backslash-quote') ? '\\"' : '""';
  return quotes === 'all' || isNeeded ? `${blank}"${cell.replaceAll('"', escaped)}"` : cell;
}
