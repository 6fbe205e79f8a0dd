import { isAscii, isUtf8 } from 'node:buffer';
import { guessEncoding } from './guess-encoding.ts';
import { excerpt, fileError, type StatementText } from './statement-error.ts';
import type { StatementFile } from './statement.ts';

export function peekText(bytes: Buffer): string {
  const beginning = bytes.subarray(0, PEEK_BYTES);
  return new TextDecoder(wideEncoding(beginning) ?? 'utf-8').decode(beginning);
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
