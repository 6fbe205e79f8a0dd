import { parseAmount, type Amount } from './amount.ts';

/** What separates the cents. */
export type DecimalMark = '.' | ',';

/** Why a file's amounts cannot be read. */
export type DecimalMarkProblem = 'unreadable' | 'ambiguous' | 'conflicting';

/**
 * Decides over a whole file which decimal mark its amounts use: "1.234" alone may be one and a bit or a
 * thousand, but beside "12,50" it is a thousand. Never guesses: an amount that is none, that contradicts
 * those before it, or that stays open at the end is a problem. `place` says where an amount stands.
 */
export class DecimalMarkSearch<Place> {
  #decided: DecimalMark | null = null;
  #open: { readonly place: Place } | null = null;

  /** @param decimals how many decimals the amount's currency has; three make "1.234" clear. */
  see(text: string, decimals: number, place: Place): Exclude<DecimalMarkProblem, 'ambiguous'> | null {
    const hint = markOf(text, decimals);
    if (hint === 'unreadable') return hint;
    if (hint === 'open') this.#open ??= { place };
    else if (hint !== 'none' && this.#decided !== null && hint !== this.#decided) return 'conflicting';
    else if (hint !== 'none') this.#decided = hint;
    return null;
  }

  /** The mark, or where the first amount stands that may mean two things. */
  decide(): DecimalMark | { readonly ambiguous: Place } {
    if (this.#decided === null && this.#open !== null) return { ambiguous: this.#open.place };
    return this.#decided ?? '.';
  }
}

/**
 * Null unless the text is an amount in plain digits, with `mark` before its decimals and groups of three if any,
 * that a spreadsheet keeps to its last digit.
 */
export function readDecimal(text: string, mark: DecimalMark): Amount | null {
  if (text.length > LONGEST) return null;
  if (mark === '.' && isUsual(text)) return parseAmount(text);
  const match = SHAPES[mark].exec(text);
  if (match === null) return null;
  const sign = match[1] === '-' || match[1] === '\u2212' ? '-' : '';
  return kept(parseAmount(`${sign}${(match[2] ?? '').replace(/\D/g, '')}.${match[4] ?? ''}`));
}

/** Beyond 15 significant digits a sheet would show another amount than the bank's. */
function kept(amount: Amount | null): Amount | null {
  const significant = amount?.replace(/[-.]/g, '').replace(/^0+|0+$/g, '') ?? '';
  return significant.length <= KEPT_DIGITS ? amount : null;
}

const KEPT_DIGITS = 15;

/** The text of an amount may be 32 characters long (OFX 2.2, section 3.2.9.1). */
const LONGEST = 32;

const SHAPES: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^([+\-\u2212]?) ?(?=[.\d])(\d+|[1-9]\d{0,2}(?:([, '\u00a0\u2019\u202f])\d{3})(?:\3\d{3})*)?(?:\.(\d*))?$/,
  ',': /^([+\-\u2212]?) ?(?=[,\d])(\d+|[1-9]\d{0,2}(?:([. '\u00a0\u2019\u202f])\d{3})(?:\3\d{3})*)?(?:,(\d*))?$/,
};

/** How nearly all files write; the other shapes are slower to tell. */
function isUsual(text: string): boolean {
  return text.length <= KEPT_DIGITS && USUAL.test(text);
}

const USUAL = /^[+-]?\d+\.\d\d$/;

function markOf(text: string, decimals: number): DecimalMark | 'none' | 'open' | 'unreadable' {
  if (isUsual(text)) return '.';
  const asPoint = readDecimal(text, '.');
  const asComma = readDecimal(text, ',');
  if (asPoint === null) return asComma === null ? 'unreadable' : ',';
  if (asComma === null) return '.';
  if (asPoint === asComma) return 'none';
  if (decimals !== 3) return 'open';
  return text.includes('.') ? '.' : ',';
}
