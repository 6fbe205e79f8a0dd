import { dateOfSerial, type Locale } from './locale.ts';

const TOKEN = /"[^"]*"|\\.|\[(?:h+|m+|s+)\]|am\/pm|a\/p|y+|m+|d+|h+|s+|\.0+|./gi;

/** Formats a serial number with a date pattern. */
export function dateText(serial: number, pattern: string, locale: Locale): string {
  const tokens = pattern.match(TOKEN) ?? [];
  const isTwelve = tokens.some((token) => /^(am\/pm|a\/p)$/i.test(token));
  const date = dateOfSerial(serial);
  return tokens
    .map((token, index) =>
      /^m+$/i.test(token) && isMinutes(tokens, index)
        ? padded(date.getUTCMinutes(), token.length)
        : part(token, date, serial, isTwelve, locale),
    )
    .join('');
}

/** An `m` after hours or before seconds means minutes, not months. */
function isMinutes(tokens: readonly string[], index: number): boolean {
  const letters = (token: string): boolean => /^(\[?[ymdhs]+\]?|am\/pm)$/i.test(token);
  const before = tokens.slice(0, index).findLast(letters);
  const after = tokens.slice(index + 1).find(letters);
  return /^\[?h/i.test(before ?? '') || /^\[?s/i.test(after ?? '');
}

function part(token: string, date: Date, serial: number, isTwelve: boolean, { tag, decimal }: Locale): string {
  const name = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(date);
  const hours = date.getUTCHours();
  const { length } = token;
  switch (token.slice(0, 1).toLowerCase()) {
    case '"':
      return token.slice(1, -1);
    case '\\':
      return token.slice(1);
    case 'y':
      return length <= 2 ? padded(date.getUTCFullYear() % 100, 2) : String(date.getUTCFullYear());
    case 'm':
      if (length <= 2) return padded(date.getUTCMonth() + 1, length);
      return length === 5 ? name({ month: 'narrow' }) : name({ month: length === 3 ? 'short' : 'long' });
    case 'd':
      return length <= 2 ? padded(date.getUTCDate(), length) : name({ weekday: length === 3 ? 'short' : 'long' });
    case 'h':
      return padded(isTwelve ? hours % 12 || 12 : hours, length);
    case 's':
      return padded(date.getUTCSeconds(), length);
    case 'a':
      if (length === 1) return token;
      return length === 5 ? (hours < 12 ? 'AM' : 'PM') : hours < 12 ? 'A' : 'P';
    case '[':
      return padded(
        Math.floor(serial * ({ h: 24, m: 1440, s: 86_400 }[token[1]?.toLowerCase() ?? ''] ?? 1)),
        length - 2,
      );
    case '.':
      return length === 1 ? token : decimal + '0'.repeat(length - 1);
    default:
      return token;
  }
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
