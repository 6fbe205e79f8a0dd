import { isAscii, isUtf8 } from 'node:buffer';
import { fileError, quoted } from './statement-error.ts';
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
  if (claimed === null) throw unreadable(file, 'its letters are not UTF-8, and it does not say what they are');
  return decodeAs(file, claimed);
}

function decodeAs(file: StatementFile, label: string): string {
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch (cause) {
    throw unreadable(file, `it claims an encoding that Pennyrow does not know, ${quoted(label)}`, cause);
  }
  try {
    return decoder.decode(file.bytes);
  } catch (cause) {
    throw unreadable(file, `it claims to be ${decoder.encoding.toUpperCase()}, but holds bytes that are not`, cause);
  }
}

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

function unreadable(file: StatementFile, what: string, cause?: unknown) {
  return fileError(
    'statement_encoding',
    file.name,
    `its text cannot be decoded: ${what}.`,
    'Download it again; if that does not help, open it in a text editor and save it as UTF-8.',
    cause,
  );
}

const PEEK_BYTES = 8192;
