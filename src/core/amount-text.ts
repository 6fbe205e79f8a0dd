import { type Amount, parseAmount } from './amount.ts';
import { currencyOfSign } from './currency.ts';
import { plainDigits } from './plain-digits.ts';

export type DecimalMark = '.' | ',';

export type DecimalMarkProblem = 'unreadable' | 'ambiguous' | 'conflicting';

/** Finds the decimal mark of a file: "1.234" alone is ambiguous, but in a file with "12,50" it means 1234. Never guesses. */
export class DecimalMarkSearch<Place> {
  #decided: DecimalMark | null = null;
  #open: { readonly place: Place } | null = null;

  see(text: string, decimals: number, place: Place): Exclude<DecimalMarkProblem, 'ambiguous'> | null {
    const hint = markOf(text, decimals);
    if (hint === 'unreadable') return hint;
    if (hint === 'open') this.#open ??= { place };
    else if (hint !== 'none' && this.#decided !== null && hint !== this.#decided) return 'conflicting';
    else if (hint !== 'none') this.#decided = hint;
    return null;
  }

  decide(): DecimalMark | { readonly ambiguous: Place } {
    if (this.#decided === null && this.#open !== null) return { ambiguous: this.#open.place };
    return this.#decided ?? '.';
  }
}

export function readDecimal(text: string, mark: DecimalMark): Amount | null {
  if (text.length > LONGEST_DECIMAL) return null;
  if (mark === '.' && isPlainDecimal(text)) return parseAmount(text);
  const match = SHAPES[mark].exec(text);
  if (match === null) return null;
  const sign = match[1] === '-' || match[1] === '\u2212' ? '-' : '';
  return withinPrecision(parseAmount(`${sign}${(match[2] ?? '').replace(/\D/g, '')}.${match[4] ?? ''}`));
}

/** Null for more than 15 significant digits, which a spreadsheet would round. */
function withinPrecision(amount: Amount | null): Amount | null {
  const significant = amount?.replace(/[-.]/g, '').replace(/^0+|0+$/g, '') ?? '';
  return significant.length <= KEPT_DIGITS ? amount : null;
}

const KEPT_DIGITS = 15;

/** The text of an amount may be 32 characters long (OFX 2.2, section 3.2.9.1). */
const LONGEST_DECIMAL = 32;

/** Thousands groups with any separator; with commas also Indian groups: "12,34,567". */
const SHAPES: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^([+\-\u2212]?) ?(?=[.\d])(\d+|[1-9]\d{0,2}(?:([, '\u00a0\u2019\u202f])\d{3})(?:\3\d{3})*|[1-9]\d?(?:,\d\d)+,\d{3})?(?:\.(\d*))?$/,
  ',': /^([+\-\u2212]?) ?(?=[,\d])(\d+|[1-9]\d{0,2}(?:([. '\u00a0\u2019\u202f])\d{3})(?:\3\d{3})*)?(?:,(\d*))?$/,
};

function isPlainDecimal(text: string): boolean {
  return text.length <= KEPT_DIGITS && PLAIN_DECIMAL.test(text);
}

const PLAIN_DECIMAL = /^[+-]?\d+\.\d\d$/;

function markOf(text: string, decimals: number): DecimalMark | 'none' | 'open' | 'unreadable' {
  if (isPlainDecimal(text)) return '.';
  const asPoint = readDecimal(text, '.');
  const asComma = readDecimal(text, ',');
  if (asPoint === null) return asComma === null ? 'unreadable' : ',';
  if (asComma === null) return '.';
  if (asPoint === asComma) return 'none';
  if (decimals !== 3) return 'open';
  return text.includes('.') ? '.' : ',';
}

const PLAIN = /^[+-]?\d[\d.,]*$/;

/** "(1,234.50 $)" is "-1,234.50", "12,50 S" is "-12,50". Null if the text cannot be an amount. */
export function plainNumber(cell: string): string | null {
  if (PLAIN.test(cell)) return cell;
  const parts = partsOf(cell);
  return parts === null ? null : `${parts.isOut ? '-' : ''}${parts.digits}`;
}

/** The direction that a word beside the number states ("12,50 S", "500.00 (Dr)", "Cr 9.99"), regardless of any sign. */
export function ownDirection(cell: string): 'in' | 'out' | null {
  if (!/[A-Za-z][.)]*$|^[CD][RB]/i.test(cell)) return null;
  const word = partsOf(cell)?.word ?? null;
  return word === null ? null : OUT.test(word) ? 'out' : 'in';
}

export function currencyBeside(cell: string): string | null {
  return PLAIN.test(cell) ? null : (partsOf(cell)?.currency ?? null);
}

function partsOf(cell: string) {
  if (cell === '' || cell.length > LONGEST_CELL || !DIGIT.test(cell)) return null;
  const groups = DRESSED.exec(tidyNumber(cell))?.groups as Record<string, string | undefined> | undefined;
  if (groups === undefined) return null;
  const { open, openInside, before, inner, digits = '', after, last, close, front, lead, mark } = groups;
  const isWord = mark === undefined && WORD.test(groups['back'] ?? '');
  const back = isWord ? undefined : groups['back'];
  const [word, ...words] = [lead, isWord ? groups['back'] : mark].filter((one) => one !== undefined);
  if (words.length > 0) return null;
  const signs = [before, inner, after, last].filter((sign) => sign !== undefined);
  const hasBrackets = open !== undefined || openInside !== undefined;
  if (hasBrackets !== (close !== undefined) || (open !== undefined && openInside !== undefined)) return null;
  if (signs.length + (hasBrackets ? 1 : 0) + (word === undefined ? 0 : 1) > 1) return null;
  if ([front, back].some((sign) => sign !== undefined && currencyOfSign(sign) === null)) return null;
  const isOut = hasBrackets || signs[0] === '-' || OUT.test(word ?? '');
  return { digits, isOut, currency: front ?? back ?? null, word: word?.replace('.', '') ?? null };
}

/** Normalizes minus signs and digits of any script; removes direction marks, a leading apostrophe and the dash of "250,-". */
function tidyNumber(cell: string): string {
  const text = NOT_ASCII.test(cell) ? plainDigits(cell).replace(MINUS, '-') : cell;
  return text
    .trim()
    .replace(/^'+/, '')
    .replace(
      NO_CENTS,
      (_, grouped: string, digits: string, mark: string) => `${grouped}${digits}${grouped === '' ? '' : `${mark}00`}`,
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** True for "1.234,50" if `mark` is a comma: two decimals and valid thousands groups leave no other reading. */
export function isUsual(cell: string, mark: DecimalMark): boolean {
  return mark === ',' ? UNAMBIGUOUS_COMMA.test(cell) : UNAMBIGUOUS_POINT.test(cell);
}

const UNAMBIGUOUS_COMMA = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d\d$/;
const UNAMBIGUOUS_POINT = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d\d)+,\d{3})\.\d\d$/;

export function readNumber(cell: string, mark: DecimalMark): Amount | null {
  if (mark === ',' && cell.length <= 15 && isUsual(cell, ','))
    return readDecimal(cell.replaceAll('.', '').replace(',', '.'), '.');
  const plain = plainNumber(cell);
  return plain === null ? null : readDecimal(plain, mark);
}

export function isNumber(cell: string): boolean {
  const plain = plainNumber(cell);
  return plain !== null && (readDecimal(plain, '.') !== null || readDecimal(plain, ',') !== null);
}

/** A dash for no cents: "250,-" becomes "250", but "1.234,--" becomes "1.234,00", because its comma must be the decimal mark. */
const NO_CENTS = /((?:\d{1,3}[.,'’ ])*)(\d+)([.,:])--?(?!\d)/;
const DIGIT = /\p{Nd}/u;
const NOT_ASCII = /[^ -~]/;
/** Hyphens, dashes, and the triangles that mark negative amounts in Japan and Korea. */
const MINUS = /[\u2010-\u2015\u2212\ufe63\uff0d\u25b2\u25b3]/g;

const CURRENCY = String.raw`\p{L}{0,3}\p{Sc}|\p{L}[\p{L}\p{M}./"״]{0,4}`;
const DEBIT_CREDIT = 'CR|DR|DB|Cr|Dr|cr|dr';
const DIRECTION = `${DEBIT_CREDIT}|C|D|S|H|Debit|Credit|DEBIT|CREDIT|debit|credit|Soll|Haben`;
const DRESSED = new RegExp(
  String.raw`^(?:(?<lead>${DEBIT_CREDIT})\.? ?(?=\d))?(?<open>\()?(?<before>[-+])? ?(?<front>${CURRENCY})? ?(?<openInside>\()?(?<inner>[-+])? ?(?<digits>(?:\d|[.,](?=\d))[\d.,'’ \u00a0\u202f]*?) ?(?<after>[-+])? ?(?<back>${CURRENCY})? ?(?<last>[-+])?(?<close>\))?(?: ?(?<mark>\((?:${DEBIT_CREDIT})\.?\)|(?:${DIRECTION})\.?))?$`,
  'u',
);
const OUT = /^\(?(?:D|S)/i;
const WORD = new RegExp(`^(?:${DIRECTION})\\.?$`);

const LONGEST_CELL = 40;
