const AMPERSAND = 0x26;
const RETURN = 0x0d;
const LAST_ASCII = 0x7f;
const SIZE = 4096;
/** Longer texts seldom come twice. */
const MAX_LENGTH = 64;

/**
 * Makes text of bytes. A sheet says the same few things in thousands of cells: what was said lately is not made again, and
 * is one text in memory.
 */
export class TextPool {
  readonly #texts = Array.from<string>({ length: SIZE }).fill('');

  /** The text from `start` to `end`; null when it is not plain: beyond ASCII, or with references or line ends to decode. */
  plainText(bytes: Buffer, start: number, end: number): string | null {
    let hash = 0;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] as number;
      if (byte === AMPERSAND || byte === RETURN || byte > LAST_ASCII) return null;
      hash = (hash * 31 + byte) | 0;
    }
    if (end - start > MAX_LENGTH) return bytes.toString('latin1', start, end);
    const place = (hash ^ (hash >>> 12)) & (SIZE - 1);
    const known = this.#texts[place] as string;
    if (isSame(known, bytes, start, end)) return known;
    const text = bytes.toString('latin1', start, end);
    this.#texts[place] = text;
    return text;
  }
}

function isSame(text: string, bytes: Buffer, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) !== bytes[start + index]) return false;
  }
  return true;
}
