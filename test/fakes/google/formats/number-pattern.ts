import type { Locale } from './locale.ts';

/** Formats a number with a pattern such as `#,##0.00;[Red]-#,##0.00;"none"`. */
export function numberText(value: number, pattern: string, locale: Locale): string {
  const sections = splitSections(pattern);
  const [positive = '', negative, zero] = sections;
  if (value < 0 && negative !== undefined) return section(-value, negative, locale);
  if (value === 0 && zero !== undefined) return section(0, zero, locale);
  const text = section(Math.abs(value), positive, locale);
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

/** Formats text with the fourth section of a pattern, where @ represents the text. */
export function textAsPattern(value: string, pattern: string): string {
  const fourth = splitSections(pattern)[3];
  return fourth === undefined ? value : fourth.replaceAll('@', value).replaceAll('"', '');
}

/** Splits at semicolons outside quotes. */
function splitSections(pattern: string): string[] {
  const sections = [''];
  for (const piece of pattern.match(/"[^"]*"|\\.|[^"\\]/g) ?? []) {
    if (piece === ';') sections.push('');
    else sections.push(`${sections.pop()}${piece}`);
  }
  return sections;
}

const TOKEN = /"[^"]*"|\\.|\[[^\]]*\]|_.|\*.|[0#?]+(?:,[0#?]+)*,*(?:\.[0#?]*)?(?:E[+-]0+)?|\.[0#?]+|%|./gi;

function section(value: number, pattern: string, locale: Locale): string {
  const tokens = pattern.match(TOKEN) ?? [];
  const percents = tokens.filter((token) => token === '%').length;
  const scaled = value * 100 ** percents;
  return tokens.map((token) => literal(token) ?? digits(scaled, token, locale)).join('');
}

function literal(token: string): string | null {
  if (/^[.]?[0#?]/.test(token)) return null;
  if (token.startsWith('"')) return token.slice(1, -1);
  if (token.startsWith('\\')) return token.slice(1);
  if (token.startsWith('_')) return ' ';
  if (token.startsWith('*')) return '';
  // A currency is written as [$€-407]; colors and conditions add no text.
  if (token.startsWith('[')) return /^\[\$([^-\]]*)/.exec(token)?.[1] ?? '';
  return token;
}

function digits(value: number, token: string, { decimal, group }: Locale): string {
  const [mantissa = '', exponent] = token.split(/E[+-]/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const least = (fraction.match(/0/g) ?? []).length;
  if (exponent !== undefined) {
    const [number = '', power = '0'] = value.toExponential(fraction.length).split('e');
    return `${number.replace('.', decimal)}E${power.startsWith('-') ? '-' : '+'}${power.replace(/^[+-]/, '').padStart(exponent.length, '0')}`;
  }
  const thousands = /,+$/.exec(whole)?.[0].length ?? 0;
  const [integer = '', decimals = ''] = rounded(value / 1000 ** thousands, fraction.length).split('.');
  const places = decimals.replace(/0+$/, '').padEnd(least, '0');
  const least0 = (whole.match(/0/g) ?? []).length;
  const padded = (integer === '0' && least0 === 0 ? '' : integer).padStart(least0, '0');
  const grouped = /,[0#?]/.test(whole) ? padded.replaceAll(/\B(?=(\d{3})+$)/g, group) : padded;
  return places === '' ? grouped : `${grouped}${decimal}${places}`;
}

/** Rounds the displayed decimals, so that 1.005 becomes 1.01 although its binary value is smaller. */
function rounded(value: number, places: number): string {
  if (value >= 1e21) return BigInt(value).toString();
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + places}`));
  return Number.isSafeInteger(shifted) ? Number(`${shifted}e-${places}`).toFixed(places) : value.toFixed(places);
}
