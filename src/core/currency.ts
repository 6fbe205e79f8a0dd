import { CURRENCIES, OTHER_CODES } from './column-titles.ts';
import { memoize } from './memoize.ts';
import { oneLine } from './one-line.ts';

/** ISO 4217's code for "no currency", for files that state no currency. */
export const NO_CURRENCY = 'XXX';

export function decimalsOf(currency: string | null): number {
  return currency !== null && /^[A-Za-z]{3}$/.test(currency) ? fractionDigits(currency) : 2;
}

const fractionDigits = memoize((currency: string): number => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
});

/** In upper case, at most 12 characters. May be a symbol that is not an ISO code. Null for empty text. */
export function currencyCode(text: string | undefined | null): string | null {
  const code = oneLine(text ?? '', 12).toUpperCase() || null;
  return OTHER_CODES.get(code ?? '') ?? code;
}

/** The code '' is for signs of several currencies. A lower-case sign matches in any case; "KM" does not match "20 km". */
const SIGNS_OF: Readonly<Record<string, string>> = {
  EUR: '€ eur euro euros',
  GBP: '£',
  USD: 'US$ U$S usd dolares dólares',
  CAD: 'CA$',
  AUD: 'A$ AU$',
  NZD: 'NZ$',
  HKD: 'HK$',
  TWD: 'NT$ 圓',
  BRL: 'R$',
  JPY: '円',
  CNY: '元 圆 RMB CNH',
  KRW: '원 원화 ₩',
  ILS: '₪ ש"ח ש״ח NIS',
  THB: '฿ บาท',
  VND: '₫ đ',
  PHP: '₱',
  IDR: 'rp',
  MYR: 'RM',
  INR: '₹',
  BDT: '৳',
  RUB: '₽ руб р',
  UAH: '₴ грн',
  KZT: '₸ тг',
  GEL: '₾',
  AMD: '֏',
  AZN: '₼',
  MNT: '₮',
  BGN: 'лв',
  MKD: 'ден',
  RSD: 'дин din',
  BAM: 'КМ KM',
  PLN: 'zł zl',
  CZK: 'kč kc',
  HUF: 'Ft FT',
  RON: 'lei leu',
  CHF: 'Fr SFr sFr',
  TRY: '₺ TL',
  NGN: '₦',
  GHS: '₵ GH₵',
  CRC: '₡ colones',
  DOP: 'RD$',
  GTQ: 'Q',
  JOD: 'د.أ د.ا',
  PYG: '₲ Gs',
  PEN: 'S/ S/. soles',
  KES: 'ksh',
  TZS: 'tsh',
  UGX: 'ush',
  ZAR: 'R',
  AED: 'د.إ',
  SAR: 'ر.س',
  EGP: 'ج.م LE',
  KWD: 'د.ك',
  '': 'rs kr Bs Dh DH',
};

const CODES = new Map(
  Object.entries(SIGNS_OF).flatMap(([code, signs]) => signs.split(' ').map((sign) => [sign, code] as const)),
);

/** An empty text if several currencies use the sign; null if it is no currency sign. */
export function currencyOfSign(sign: string): string | null {
  const bare = sign.replace(/(?<=[\p{L}/])\.$/u, '');
  const code = CODES.get(bare) ?? CODES.get(bare.toLowerCase());
  if (code !== undefined) return code;
  if (CURRENCIES.has(bare)) return bare;
  return /\p{Sc}$/u.test(bare) ? '' : null;
}

/** The currency that a title names by a code, sign or name: "Betrag EUR", "金額(円)", "Amount (Q)". Null for shared signs. */
export function currencyInTitle(title: string): string | null {
  const code = title.match(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g)?.find((one) => CURRENCIES.has(one));
  const name = NAMES.exec(title)?.[0];
  const inBrackets = /[([\uff08]([^)\]\uff09]+)[)\]\uff09]/.exec(title)?.[1]?.trim() ?? '';
  const sign = SIGNS.exec(title)?.[0] ?? inBrackets;
  return code ?? OTHER_CODES.get(name ?? '') ?? (currencyOfSign(/^euros?$/i.test(sign) ? '€' : sign) || null);
}

const NAMES = new RegExp([...OTHER_CODES.keys()].filter((name) => name > '\x7f').join('|'));

/** Signs beside other words of a title. East Asian titles have no spaces, but no letter may follow: "元金" names no currency. */
const SIGNS =
  /(?<![A-Z])(?:(?:US|HK|NT|CA|AU?|NZ|RD?)\$|U\$S)|(?!\$)\p{Sc}|원화|[円元원圓圆](?!\p{L})|ש["״]ח|(?<!\p{L})(?:[Ee]uros?|[Dd][oó]lares|[Ss]oles|[Cc]olones|S\/|zł|Kč|บาท|KSh|ر\.س|د\.ك|د\.إ|ج\.م|د\.أ)(?!\p{L})/u;
