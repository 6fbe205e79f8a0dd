import { isAscii, isUtf8 } from 'node:buffer';
import { guessEncoding } from './guess-encoding.ts';
import { excerpt, fileError, type Fault, type StatementText } from './statement-error.ts';
import type { StatementFile } from './statement.ts';

export function peekText(bytes: Buffer): string {
  const beginning = bytes.subarray(0, PEEK_BYTES);
  return new TextDecoder(wideEncoding(beginning) ?? 'utf-8').decode(beginning);
}

/** Uses the byte order mark, then UTF-8 if the bytes are valid, then the encoding that the file claims. */
export function decodeText(file: StatementFile, claimed: string | null): string {
  const { bytes } = file;
  const wide = wideEncoding(bytes);
  if (wide !== null) return decodeAs(file, wide);
  // Latin-1 strings take half the memory of others.
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (isUtf8(bytes)) return withoutMark(bytes.toString('utf8'));
  if (claimed === null) throw unreadable(file, { reason: 'other' });
  return decodeAs(file, claimed);
}

/** Decodes a file that names no encoding, and converts the line breaks of old Macs. Offsets do not change. */
export function decodeLines(file: StatementFile): StatementText {
  const text = decodeText(file, guessEncoding(file.bytes));
  return { name: file.name, text: text.includes('\n') ? text : text.replaceAll('\r', '\n') };
}

function decodeAs(file: StatementFile, label: string): string {
  return decodedBy(decoderFor(file, label), file, file.bytes, true);
}

function decoderFor(file: StatementFile, label: string): Decoder {
  let decoder: Decoder;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch (cause) {
    throw unreadable(file, { reason: 'label', text: excerpt(label) }, cause);
  }
  if (decoder.encoding.startsWith('utf-16') && wideEncoding(file.bytes) === null) throw notAsClaimed(file, decoder);
  return decoder;
}

function decodedBy(decoder: Decoder, file: StatementFile, bytes: Buffer, isLast: boolean): string {
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch (cause) {
    throw notAsClaimed(file, decoder, cause);
  }
}

function notAsClaimed(file: StatementFile, { encoding }: Decoder, cause?: unknown) {
  return unreadable(file, { reason: 'claim', text: encoding.toUpperCase() }, cause);
}

type Decoder = InstanceType<typeof TextDecoder>;

/** Like `decodeText`, but in pieces, so that only a part of a large file is in memory as text. */
export function* decodePieces(file: StatementFile, claimed: string | null): Generator<string, void, void> {
  const { bytes } = file;
  const wide = wideEncoding(bytes);
  if (wide === null && isUtf8(bytes)) return yield* utf8Pieces(bytes);
  const label = wide ?? claimed;
  if (label === null) throw unreadable(file, { reason: 'other' });
  const decoder = decoderFor(file, label);
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    const to = from + PIECE_BYTES;
    yield decodedBy(decoder, file, bytes.subarray(from, to), to >= bytes.length);
  }
}

function* utf8Pieces(bytes: Buffer): Generator<string, void, void> {
  let from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (from < bytes.length) {
    let to = Math.min(from + PIECE_BYTES, bytes.length);
    // Back to the first byte of a character.
    while (((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1;
    const piece = bytes.subarray(from, to);
    yield piece.toString(isAscii(piece) ? 'latin1' : 'utf8');
    from = to;
  }
}

/** Small enough for V8's young generation. Longer strings would accumulate until a full collection. */
const PIECE_BYTES = 32 * 1024;

/** Detects UTF-16 by its byte order mark, or by the zero in every second byte of ASCII. */
function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return null;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return null;
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function unreadable({ name }: StatementFile, fault: Fault<'statement_encoding'>, cause?: unknown) {
  return fileError('statement_encoding', name, fault, cause);
}

const PEEK_BYTES = 8192;
