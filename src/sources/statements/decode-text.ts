import { isAscii, isUtf8 } from 'node:buffer';
import { excerpt, fileError, type Fault, type StatementText } from './statement-error.ts';
import type { StatementFile } from './statement.ts';

/** The first few thousand characters, as far as they can be told before the encoding is known. */
export function peekText(bytes: Buffer): string {
  const beginning = bytes.subarray(0, PEEK_BYTES);
  return new TextDecoder(wideEncoding(beginning) ?? 'utf-8').decode(beginning);
}

/**
 * Decodes a file's bytes. What the bytes are wins over what the file claims to be: a byte order mark,
 * then valid UTF-8, then the claim. Throws `statement_encoding` when the bytes fit none of them.
 *
 * @param claimed an encoding label as the file has it ("windows-1252"); null when it has none.
 */
export function decodeText(file: StatementFile, claimed: string | null): string {
  const { bytes } = file;
  const wide = wideEncoding(bytes);
  if (wide !== null) return decodeAs(file, wide);
  // Told apart only for speed: text that is known to be ASCII takes half the memory.
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (isUtf8(bytes)) return withoutMark(bytes.toString('utf8'));
  if (claimed === null) throw unreadable(file, { reason: 'other' });
  return decodeAs(file, claimed);
}

/** The lines of a file that names no encoding; a file of an old Mac breaks them by returns alone. Places stay where they are. */
export function decodeLines(file: StatementFile): StatementText {
  const text = decodeText(file, 'windows-1252');
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
  // Nearly any bytes can be taken for UTF-16, and then mean letters that nobody wrote.
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

/**
 * What `decodeText` gives, piece by piece, for formats that are read on the way: of a large file only a piece is
 * in memory as text. Throws at the piece that cannot be decoded.
 */
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

/** Bytes that are known to be UTF-8 need no decoder that remembers, which would take nine times as long. */
function* utf8Pieces(bytes: Buffer): Generator<string, void, void> {
  let from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (from < bytes.length) {
    let to = Math.min(from + PIECE_BYTES, bytes.length);
    // Back to where a letter begins.
    while (((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1;
    const piece = bytes.subarray(from, to);
    yield piece.toString(isAscii(piece) ? 'latin1' : 'utf8');
    from = to;
  }
}

/** Small enough for V8's young generation: longer texts wait for a full collection, and many are there by then. */
const PIECE_BYTES = 32 * 1024;

/** UTF-16 by its mark, or by the zero byte that every second byte of plain markup is in it. */
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
