import { joinDistinct } from '../description-parts.ts';

export function readDetails(field: string): EntryDetails {
  const written = field.slice(0, LONGEST);
  const separator = separatorOf(written);
  if (separator !== null) return readGermanDetails(unwrap(written, separator), separator);
  const text = unwrap(written, null);
  return readSlashDetails(text) ?? { party: '', purpose: text, kind: '', reference: '' };
}

const LONGEST = 4000;

function separatorOf(text: string): string | null {
  return CODED.exec(text)?.[1] ?? null;
}

/** A business code of three digits, which some banks omit, then a separator and a code of two digits. */
const CODED = /^(?:\d{3}\s*)?([?<>~^|$!#*@%&])(?=[0-6]\d)/;

/**
 * German coding, also used by Austrian and Polish banks: "166?00GUTSCHRIFT?20SVWZ+…?32NAME". Purpose: ?20 to ?29 and
 * ?60 to ?63, in pieces of 27 characters. Counterparty: ?32 and ?33.
 */
function readGermanDetails(text: string, separator: string): EntryDetails {
  const pieces = splitPieces(text, separator);
  const purpose = readPurpose(joinPieces(pieces.filter(({ code }) => isPurpose(code))));
  const name = joinPieces(pieces.filter(({ code }) => code === 32 || code === 33)).trim();
  const kind = pieces.find(({ code }) => code === 0)?.text.trim() ?? '';
  return { party: joinDistinct(name, purpose.behalf), purpose: purpose.text, kind, reference: purpose.reference };
}

interface Piece {
  readonly code: number;
  readonly text: string;
}

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

/** A full piece continues in the next one, even within a word. A shorter one has ended or lost a space. */
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
/** "SVWZ+" is a tag anywhere; "SVWZ:", "IBAN+" and "BIC+" only at the beginning of a word. */
const TAG = new RegExp(`(?:${TAGS})\\+|(?<!\\S)(?:(?:${TAGS}|IBAN|BIC):|(?:IBAN|BIC)\\+)`, 'g');
const TAG_AT_START = new RegExp(`^(?:${TAGS}|IBAN|BIC)[+:]`);

/**
 * Dutch coding: "/TRTP/SEPA OVERBOEKING/IBAN/…/NAME/…/REMI/…/EREF/…", also "/ORDP//NAME/…" and ING's
 * "/CNTP/IBAN/BIC/NAME/CITY///REMI/USTD//…/". Null for other texts.
 */
function readSlashDetails(text: string): EntryDetails | null {
  if (!BEGINS.test(text)) return null;
  const parts = text.split(CODE);
  const values = new Map<string, string>();
  let outer = '';
  let counterparty = '';
  for (let index = 1; index + 1 < parts.length; index += 2) {
    const [code, value] = [parts[index] as string, parts[index + 1] as string];
    // "/ULTD//NAME/…" names the ultimate party in addition to the counterparty.
    const key = code === 'NAME' && outer.startsWith('ULT') ? 'ULTIMATE' : code;
    if (GROUPS.has(code)) outer = code;
    if (code === 'CNTP') counterparty = value;
    if (!values.has(key)) values.set(key, trimSlashes(value));
  }
  const party = values.get('NAME') || counterparty.split('/')[COUNTERPARTY_NAME] || '';
  const reference = values.get('EREF') ?? '';
  return {
    party: joinDistinct(party.trim(), values.get('ULTIMATE') ?? ''),
    purpose: remittance(values.get('REMI') ?? ''),
    kind: values.get('TRTP') ?? values.get('RTYP') ?? '',
    reference: reference === 'NOTPROVIDED' ? '' : reference,
  };
}

function remittance(value: string): string {
  return trimSlashes(value.replace(/^(?:USTD|STRD\/(?:CUR|ISO))(?=\/)/, ''));
}

function trimSlashes(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isSlashOrSpace(value, start)) start += 1;
  while (end > start && isSlashOrSpace(value, end - 1)) end -= 1;
  return value.slice(start, end);
}

function isSlashOrSpace(text: string, at: number): boolean {
  return text[at] === '/' || text[at] === ' ';
}

const SLASH_CODES =
  'TRTP|RTYP|PREF|EREF|IREF|CREF|MARF|CSID|CNTP|IBAN|BIC|NAME|ADDR|REMI|PURP|ORDP|BENM|RTRN|ULTD|ULTB|ULTC|ISDT|SVCL|TRCD|OCMT|EXCH|CHGS|CHGB';
/** Only existing codes: texts may contain slashes. */
const CODE = new RegExp(`/(${SLASH_CODES})(?=/)`);
const BEGINS = new RegExp(`^\\s*/(?:${SLASH_CODES})/`);
/** Codes that assign the following names to a party. */
const GROUPS = new Set(['ORDP', 'BENM', 'ULTD', 'ULTB', 'ULTC']);
/** "/CNTP/IBAN/BIC/NAME/…": the name follows IBAN and BIC. */
const COUNTERPARTY_NAME = 3;

/**
 * SWIFT wraps at 65 characters, even within a word, and many programs drop spaces at the end of a line. So a full line
 * continues without a space, a shorter one with a space. Coded text (with a separator, "?") lacks a space only if a
 * line is one character short.
 */
export function unwrap(text: string, separator: string | null): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const width = widthOf(lines);
  let whole = lines[0] ?? '';
  for (let index = 1; index < lines.length; index += 1) {
    const [before, line] = [lines[index - 1] as string, lines[index] as string];
    const isBroken =
      before.length >= width || (separator !== null && (before.length < width - 1 || line.startsWith(separator)));
    whole += isBroken ? line : ` ${line}`;
  }
  return whole;
}

/** If all lines except the last have the same length, it is the bank's own width. */
function widthOf(lines: readonly string[]): number {
  const first = lines[0]?.length ?? 0;
  const isEven =
    lines.length > 2 &&
    first >= NARROWEST &&
    lines.every((line, index) => index === lines.length - 1 || line.length === first);
  return isEven ? first : SWIFT_WIDTH;
}

const SWIFT_WIDTH = 65;
/** Narrower lines are not wrapped text. */
const NARROWEST = 40;

interface EntryDetails {
  readonly party: string;
  readonly purpose: string;
  readonly kind: string;
  readonly reference: string;
}
