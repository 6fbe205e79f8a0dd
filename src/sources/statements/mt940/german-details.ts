import { saidOnce } from '../said-once.ts';
import type { EntryDetails } from './entry-details.ts';

/** The character that begins each coded piece, usually "?"; null when the text is not coded. */
export function separatorOf(text: string): string | null {
  return CODED.exec(text)?.[1] ?? null;
}

/** A business code of three digits, then a code of two digits behind a separator; some banks leave out the first. */
const CODED = /^(?:\d{3}\s*)?([?<>~^|$!#*@%&])(?=[0-6]\d)/;

/**
 * The German banks' coding, which Austrian, Polish and other banks use as well: "166?00GUTSCHRIFT?20SVWZ+…?32NAME".
 * Purpose is ?20 to ?29 and ?60 to ?63, in pieces of 27 characters; the other party ?32 and ?33.
 */
export function readGermanDetails(text: string, separator: string): EntryDetails {
  const pieces = splitPieces(text, separator);
  const purpose = readPurpose(joinPieces(pieces.filter(({ code }) => isPurpose(code))));
  const name = joinPieces(pieces.filter(({ code }) => code === 32 || code === 33)).trim();
  const kind = pieces.find(({ code }) => code === 0)?.text.trim() ?? '';
  return { party: saidOnce(name, purpose.behalf), purpose: purpose.text, kind, reference: purpose.reference };
}

interface Piece {
  readonly code: number;
  readonly text: string;
}

/**
 * Banks do not mask a separator inside a text. So only codes that exist begin a piece, each once, those of
 * the purpose in rising order: "?23 Was ?20 Euro?" stays one piece.
 */
function splitPieces(text: string, separator: string): Piece[] {
  const pieces: Piece[] = [];
  let code = Number.NaN;
  let start = 0;
  let lastPurpose = 0;
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) {
    const next = codeAt(text, at + 1);
    const isRepeated = next === code || pieces.some((piece) => piece.code === next);
    if (!CODES.has(next) || isRepeated || (isPurpose(next) && next < lastPurpose)) continue;
    if (!Number.isNaN(code)) pieces.push({ code, text: text.slice(start, at) });
    code = next;
    start = at + 3;
    if (isPurpose(next)) lastPurpose = next;
  }
  if (!Number.isNaN(code)) pieces.push({ code, text: text.slice(start) });
  return pieces;
}

/** The number of two digits; out of range where there are none. */
function codeAt(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - ZERO, text.charCodeAt(at + 1) - ZERO];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

const ZERO = 48;

function isPurpose(code: number): boolean {
  return (code >= 20 && code <= 29) || (code >= 60 && code <= 63);
}

const CODES = new Set([
  0, 10, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 60, 61, 62, 63,
]);

/** A full piece goes on in the next one, in the middle of a word as well; a shorter one has ended, or lost a space. */
function joinPieces(pieces: readonly Piece[]): string {
  let whole = '';
  let before = PIECE_WIDTH;
  for (const { text } of pieces) {
    whole += before >= PIECE_WIDTH && !TAG_AT_START.test(text) ? text : ` ${text}`;
    before = text.length;
  }
  return whole;
}

const PIECE_WIDTH = 27;

/** What SEPA's tags in the purpose say: the text for people, on whose behalf, the payer's reference. */
function readPurpose(written: string): { text: string; behalf: string; reference: string } {
  let [text, behalf, behalfOther, reference] = ['', '', '', ''];
  let tag = '';
  let start = 0;
  TAG.lastIndex = 0;
  do {
    const match = TAG.exec(written);
    const value = written.slice(start, match?.index).trim();
    if (tag === '' || tag === 'SVWZ') text = text === '' ? value : `${text} ${value}`;
    else if (tag === 'ABWA') behalf = value;
    else if (tag === 'ABWE') behalfOther = value;
    else if (tag === 'EREF') reference = value;
    tag = match?.[0].slice(0, 4) ?? '';
    start = TAG.lastIndex;
  } while (tag !== '');
  return { text: text.trim(), behalf: behalf || behalfOther, reference: reference === 'NOTPROVIDED' ? '' : reference };
}

const TAGS = 'EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|PURP|BREF|RREF';
/** "SVWZ+" is a tag wherever it stands; "SVWZ:", "IBAN+" and "BIC+" only where a word begins. */
const TAG = new RegExp(`(?:${TAGS})\\+|(?<!\\S)(?:(?:${TAGS}|IBAN|BIC):|(?:IBAN|BIC)\\+)`, 'g');
const TAG_AT_START = new RegExp(`^(?:${TAGS}|IBAN|BIC)[+:]`);
