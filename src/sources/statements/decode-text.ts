import { isAscii, isUtf8 } from 'node:buffer';
import type * as Detector from 'jschardet';
import type { CsvEncoding } from '../../core/csv-mapping.ts';
import { plainLetters } from '../../core/plain-letters.ts';
import { excerpt, fileError, type StatementText } from './statement-error.ts';
import type { StatementFile } from './statement.ts';

export function peekText(bytes: Buffer): string {
  const beginning = bytes.subarray(0, PEEK_BYTES);
  const text = new TextDecoder(wideEncoding(beginning) ?? 'utf-8').decode(beginning);
  // In older encodings, a no-break space between digits is the byte A0. The last character may be cut.
  return text.indexOf('\uFFFD') === -1 || text.indexOf('\uFFFD') >= text.length - 1
    ? text
    : beginning.toString('latin1');
}

/** Uses the byte order mark, then UTF-8 if the bytes are valid, then the encoding that the file claims. */
export function decodeText({ name, bytes }: StatementFile, claimed: string | null): string {
  const wide = wideEncoding(bytes);
  // Latin-1 strings take half the memory of others.
  if (wide === null && isAscii(bytes)) return bytes.toString('latin1');
  const label = wide ?? (isUtf8(bytes) ? 'utf-8' : claimed);
  if (label === null) throw fileError('statement_encoding', name, { reason: 'other' });
  const decoder = decoderOf(name, label);
  const notAsClaimed = (cause?: unknown) =>
    fileError('statement_encoding', name, { reason: 'claim', text: decoder.encoding.toUpperCase() }, cause);
  if (decoder.encoding.startsWith('utf-16') && wide === null) throw notAsClaimed();
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw notAsClaimed(cause);
  }
}

function decoderOf(name: string, label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch (cause) {
    throw fileError('statement_encoding', name, { reason: 'label', text: excerpt(label) }, cause);
  }
}

/** Decodes a file that names no encoding, and converts the line breaks of old Macs. Offsets do not change. */
export function decodeLines(file: StatementFile): StatementText {
  const text = decodeText(file, guessEncoding(file.bytes));
  return { name: file.name, text: text.includes('\n') ? text : text.replaceAll('\r', '\n') };
}

/** Detects UTF-16 by its byte order mark, or by the zero in every second byte of ASCII. */
function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return null;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return null;
}

const PEEK_BYTES = 8192;

/** The detector takes 100 ms of CPU time to load, so only files in non-Latin scripts load it. */
let detector: typeof Detector | null = null;

/** Must be called before `guessEncoding`, which is synchronous. */
export async function loadDetectorFor(bytes: Buffer): Promise<void> {
  if (detector !== null || isUtf8(bytes) || bytes.subarray(0, SAMPLE_BYTES).includes(0)) return;
  const sample = linesOfLetters(bytes);
  if (isOtherScript(sample, guessLatin(sample))) detector = await import('jschardet');
}

/** The encoding of a text that declares none. The detector (jschardet) recognizes other scripts, `guessLatin` Latin alphabets. */
export function guessEncoding(bytes: Buffer): CsvEncoding {
  if (isUtf8(bytes)) return 'utf-8';
  const sample = linesOfLetters(bytes);
  const latin = guessLatin(sample);
  const name = isOtherScript(sample, latin)
    ? detector?.detect(sample, { detectEncodings: [...NAMES.keys(), 'windows-1252'], minimumThreshold: 0 }).encoding
    : null;
  const found = NAMES.get(name?.toLowerCase() ?? '') ?? latin.encoding;
  if (found !== 'koi8-r' || sample.includes(0xd2)) return found;
  // Read as KOI8-R, Greek capitals are small letters, never "р" (0xd2). Russian texts mostly begin with capitals instead.
  const begins = new TextDecoder(found).decode(sample).match(/(?<![\p{L}\d .])\p{L}/gu) ?? [];
  return begins.filter((letter) => /\p{Ll}/u.test(letter)).length * 2 > begins.length ? 'windows-1253' : found;
}

/** The detector's names for encodings of non-Latin scripts, and of Turkish, whose special letters are often adjacent. */
const NAMES: ReadonlyMap<string, CsvEncoding> = new Map([
  ['windows-1251', 'windows-1251'],
  ['koi8-r', 'koi8-r'],
  ['windows-1253', 'windows-1253'],
  ['windows-1254', 'windows-1254'],
  ['windows-1255', 'windows-1255'],
  ['windows-1256', 'windows-1256'],
  ['cp874', 'windows-874'],
  ['cp932', 'shift_jis'],
  ['euc-jp', 'euc-jp'],
  ['gb18030', 'gb18030'],
  ['big5', 'big5'],
  ['cp949', 'euc-kr'],
]);

/** Returns only lines with bytes outside ASCII, because all encodings read ASCII lines alike. */
function linesOfLetters(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  let length = 0;
  for (let from = 0; from < bytes.length && length < SAMPLE_BYTES;) {
    const lineBreak = bytes.indexOf(LINE_BREAK, from);
    const end = Math.min(lineBreak === -1 ? bytes.length : lineBreak + 1, from + SAMPLE_BYTES);
    const line = bytes.subarray(from, end);
    if (!isAscii(line)) {
      lines.push(line);
      length += line.length;
    }
    from = end;
  }
  return Buffer.concat(lines);
}

const SAMPLE_BYTES = 32 * 1024;
const LINE_BREAK = 0x0a;

/** True if most bytes outside ASCII are adjacent, or belong to no Latin alphabet. */
function isOtherScript(bytes: Buffer, { fit }: LatinGuess): boolean {
  let [count, runs] = [0, 0];
  bytes.forEach((byte, place) => {
    if (byte < 0x80) return;
    count += 1;
    if ((bytes[place - 1] ?? 0) < 0x80) runs += 1;
  });
  return fit < 0 || count >= runs * 1.7;
}

/** The frequent letters of a language besides a to z, then the rare ones. The languages of a country share an alphabet. */
type Alphabet = readonly [frequent: string, rare: string];

const ESTONIAN: Alphabet = ['äõöü', 'šž'];
const WESTERN: readonly Alphabet[] = [
  ['äöüßéèàç', 'âêëîïôùûœæÿìò'],
  ['áéíóúñçã', 'âêôõàüïèòºª'],
  ['åäö', 'éüàšžøæ'],
  ['æøå', 'éöäüèòô'],
  ['áðéíóúýþæö', 'Ý'],
  ['éë', 'ïèöüáó'],
  ESTONIAN,
];
const CENTRAL: readonly Alphabet[] = [
  ['ąćęłńóśźż', ''],
  ['áčěéířšůýž', 'Ýďňóťúäöü'],
  ['áčéíšúýžť', 'Ýäďĺľňóôŕöü'],
  ['áéíóöőúüű', 'ä'],
  ['ăâîşţ', ''],
  ['čćđšž', ''],
];
const LATIN: readonly (readonly [CsvEncoding, readonly Alphabet[]])[] = [
  ['windows-1252', WESTERN],
  ['iso-8859-15', WESTERN],
  ['windows-1250', CENTRAL],
  ['iso-8859-2', CENTRAL],
  ['windows-1254', [['çğıiöşü', 'âîû']]],
  ['windows-1257', [['ąčęėįšųūž', ''], ['āēīšū', 'čģķļņōŗž'], ESTONIAN]],
];

/** The encoding whose alphabet fits best; if several fit equally, the one whose words look most regular (`shapeOf`). */
function guessLatin(sample: Buffer): LatinGuess {
  let best: LatinGuess = { encoding: 'windows-1252', fit: -Infinity, shape: 0 };
  for (const [encoding, alphabets] of LATIN) {
    const text = new TextDecoder(encoding).decode(sample);
    const [fit, shape] = [fitOf(text, alphabets), shapeOf(text)];
    if (fit > best.fit || (fit === best.fit && shape > best.shape)) best = { encoding, fit, shape };
  }
  return best;
}

interface LatinGuess {
  readonly encoding: CsvEncoding;
  readonly fit: number;
  readonly shape: number;
}

function fitOf(text: string, alphabets: readonly Alphabet[]): number {
  const letters = lowerLetters(text).match(LETTER) ?? [];
  const fits = alphabets.map(([frequent, rare]) =>
    letters.reduce((sum, letter) => sum + (frequent.includes(letter) ? 1 : rare.includes(letter) ? 0.6 : -1), 0),
  );
  return Math.max(...fits) - (text.match(GARBAGE)?.length ?? 0);
}

/** Higher for real words: a special letter counts 1 between letters of the other kind (vowel, consonant), -1 between its own kind. */
function shapeOf(text: string): number {
  let shape = 0;
  for (const [, before = '', letter = '', after = ''] of lowerLetters(text).matchAll(BETWEEN_LETTERS)) {
    const isVowel = VOWEL.test(plainLetters(letter));
    if (VOWEL.test(before) === VOWEL.test(after)) shape += VOWEL.test(before) === isVowel ? -1 : 1;
  }
  return shape;
}

/** "İ" would become two characters. "Ý" is not lowered, so that it counts less than "ý": its byte is usually the Turkish "İ". */
const lowerLetters = (text: string) => text.replaceAll('İ', 'ı').replace(/[^Ý]+/g, (part) => part.toLowerCase());

const LETTER = /(?=[^\0-\x7f])\p{L}/gu;
const BETWEEN_LETTERS = /(?<=([a-z]))((?=[^\0-\x7f])\p{L})(?=([a-z]))/gu;
const VOWEL = /^[aeiouy]/;

/** Signs of a wrong encoding: control characters, rare symbols, and capitals within words or alone ("Ł12.00"). */
const GARBAGE =
  /[\x80-\x9f¤¦¨¬¯¶¸¼½¾×÷ˇ˘˙˛˝\ufffd]|(?<=\p{L})[£¥§©®°±²³µ¹¿]|[£§©±²³µ¹](?=\p{L})|(?<=\p{Ll})(?![A-Z])\p{Lu}(?=\p{Ll})|(?<!\p{L})(?![A-Z])\p{Lu}(?![\p{L}.])/gu;
