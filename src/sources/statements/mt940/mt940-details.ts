import { joinDistinct } from '../description-parts.ts';

export function readDetails(field: string, firstWidth: number): EntryDetails {
  const written = field.slice(0, LONGEST);
  const separator = CODED.exec(written)?.[1];
  if (separator !== undefined) return readGermanDetails(unwrap(written, separator, SWIFT_WIDTH), separator);
  const text = unwrap(written, null, firstWidth);
  return readSlashDetails(text) ?? { ...NO_DETAILS, purpose: text };
}

export const NO_DETAILS: EntryDetails = { party: '', purpose: '', kind: '', reference: '', wasIgnored: false };

const LONGEST = 4000;

/** A business code of three digits (four at Bank Pekao), which some banks omit, then a separator and a code of two digits. */
const CODED = /^\s*(?:\d{3,4}\s*)?([?<>~^|$!#*@%&])(?=[0-6]\d)/;

/**
 * German coding, also used by Austrian and Polish banks: "166?00GUTSCHRIFT?20SVWZ+…?32NAME". Purpose: ?20 to ?29 and
 * ?60 to ?63, in pieces of 27 characters. Counterparty: ?32 and ?33.
 */
function readGermanDetails(text: string, separator: string): EntryDetails {
  const pieces = splitPieces(text, separator);
  const { text: purpose, behalf, reference } = readPurpose(joinPieces(pieces.filter(({ code }) => PURPOSE.test(code))));
  const name = joinPieces(pieces.filter(({ code }) => code === '32' || code === '33')).trim();
  const kind = pieces.find(({ code }) => code === '00')?.text.trim() ?? '';
  return { ...NO_DETAILS, party: joinDistinct(name, behalf), purpose, kind, reference };
}

/** Lines of ":NS:" with a code of two digits: 01 to 14 are the purpose, 15 and 16 the name, 17 is the kind of payment. */
export function readNumberedDetails(field: string): EntryDetails {
  const pieces = field.split(/\r?\n/).map((line) => ({ code: line.slice(0, 2), text: line.slice(2) }));
  const textOf = (first: string, last: string): string =>
    joinPieces(pieces.filter(({ code }) => first <= code && code <= last));
  const [party, purpose, kind] = [textOf('15', '16'), textOf('01', '14'), textOf('17', '17')];
  return { ...NO_DETAILS, party, purpose, kind, wasIgnored: true };
}

interface Piece {
  readonly code: string;
  readonly text: string;
}

function splitPieces(text: string, separator: string): Piece[] {
  const found: { readonly code: string; readonly at: number }[] = [];
  let lastPurpose = '';
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) {
    const code = text.slice(at + 1, at + 3);
    const isOld = found.some((piece) => piece.code === code) || (PURPOSE.test(code) && code < lastPurpose);
    if (!CODES.has(code) || isOld) continue;
    found.push({ code, at });
    if (PURPOSE.test(code)) lastPurpose = code;
  }
  return found.map(({ code, at }, index) => ({ code, text: text.slice(at + 3, found[index + 1]?.at) }));
}

const PURPOSE = /^(?:2\d|6[0-3])$/;
const CODES = new Set('00 10 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 60 61 62 63'.split(' '));

/** Adds a space after a piece unless it has the full width: such a piece continues in the next one, even within a word. */
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
  const parts = written.split(TAG);
  for (let index = 0; index < parts.length; index += 2) {
    const [tag, value] = [(parts[index - 1] ?? '').slice(0, 4), (parts[index] ?? '').trim()];
    if (tag === '' || tag === 'SVWZ') text = text === '' ? value : `${text} ${value}`;
    else if (tag === 'ABWA') behalf = value;
    else if (tag === 'ABWE') behalfOther = value;
    else if (tag === 'EREF') reference = value;
  }
  return { text: text.trim(), behalf: behalf || behalfOther, reference: reference === 'NOTPROVIDED' ? '' : reference };
}

const TAGS = 'EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|PURP|BREF|RREF';
/** "SVWZ+" is a tag anywhere; "SVWZ:", "IBAN+" and "BIC+" only at the beginning of a word. */
const TAG = new RegExp(`((?:${TAGS})\\+|(?<!\\S)(?:(?:${TAGS}|IBAN|BIC):|(?:IBAN|BIC)\\+))`);
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
    // Rabobank writes an empty purpose before the real one.
    if (!values.has(key) || (key === 'REMI' && values.get(key) === '')) values.set(key, trimSlashes(value));
  }
  const party = values.get('NAME') || counterparty.split('/')[COUNTERPARTY_NAME] || '';
  const reference = values.get('EREF') ?? '';
  const details = {
    ...NO_DETAILS,
    party: joinDistinct(party.trim(), values.get('ULTIMATE') ?? ''),
    purpose: trimSlashes((values.get('REMI') ?? '').replace(/^(?:USTD|STRD(?:\/(?:CUR|ISO))?)(?=\/)/, '')),
    kind: values.get('TRTP') ?? values.get('RTYP') ?? '',
    reference: reference === 'NOTPROVIDED' ? '' : reference,
  };
  // Banks outside of the Netherlands write their text after a code, without "/REMI/".
  return Object.values(details).some(Boolean)
    ? details
    : { ...details, purpose: trimSlashes(text.replace(BEGINS, '')), wasIgnored: true };
}

function trimSlashes(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && '/ '.includes(value.charAt(start))) start += 1;
  while (end > start && '/ '.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

const SLASH_CODES =
  'TRTP|RTYP|PREF|EREF|IREF|CREF|MARF|CSID|CNTP|IBAN|BIC|NAME|ADDR|REMI|PURP|ORDP|BENM|RTRN|ULTD|ULTB|ULTC|ISDT|SVCL|TRCD|OCMT|EXCH|CHGS|CHGB';
const CODE = new RegExp(`/(${SLASH_CODES})(?=/)`);
const BEGINS = new RegExp(`^\\s*/(?:${SLASH_CODES})/`);
/** Codes that say to which party the next NAME belongs. */
const GROUPS = new Set(['ORDP', 'BENM', 'ULTD', 'ULTB', 'ULTC']);
/** "/CNTP/IBAN/BIC/NAME/…": the name follows IBAN and BIC. */
const COUNTERPARTY_NAME = 3;

/**
 * SWIFT wraps at 65 characters, even within a word, and many programs drop spaces at the end of a line. So a full line
 * continues without a space, a shorter one with a space. Coded text (with a separator, "?") gets a space only
 * after a line that is one character short.
 */
export function unwrap(text: string, separator: string | null, firstWidth: number): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const width = widthOf(lines);
  let whole = lines[0] ?? '';
  for (let index = 1; index < lines.length; index += 1) {
    const [before, line] = [lines[index - 1] as string, lines[index] as string];
    const isBroken =
      before.length >= (index === 1 ? Math.min(width, firstWidth) : width) ||
      (separator !== null && (before.length < width - 1 || line.startsWith(separator)));
    whole += isBroken ? line : ` ${line}`;
  }
  return whole;
}

/** ING, Triodos and ABN AMRO count the tag ":86:" as part of the first line, which therefore has four characters less text. */
export function firstWidthOf(statement: string): number {
  return COUNTS_TAG.test(statement) && !EXCEEDS_TAG.test(statement) ? SWIFT_WIDTH - ':86:'.length : SWIFT_WIDTH;
}

const COUNTS_TAG = /^:86:.{61}\r?\n.{62,65}\r?$/m;
const EXCEEDS_TAG = /^:86:.{62}/m;

/** The bank's line width, if all lines except the last have the same length; otherwise SWIFT's. */
function widthOf(lines: readonly string[]): number {
  const first = lines[0]?.length ?? 0;
  const isEven =
    lines.length > 2 &&
    first >= NARROWEST &&
    lines.every((line, index) => index === lines.length - 1 || line.length === first);
  return isEven ? first : SWIFT_WIDTH;
}

const SWIFT_WIDTH = 65;
/** Lines of one length below this are separate texts, not one wrapped text. */
const NARROWEST = 40;

export interface EntryDetails {
  readonly party: string;
  readonly purpose: string;
  readonly kind: string;
  readonly reference: string;
  /** True if earlier versions of Pennyrow ignored this text, so that existing rows may have another description. */
  readonly wasIgnored: boolean;
}
