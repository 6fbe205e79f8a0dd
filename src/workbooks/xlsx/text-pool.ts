const AMPERSAND = 0x26;
const RETURN = 0x0d;
const LAST_ASCII = 0x7f;
/** Most parts of a package say little, and a large table costs more than they do. */
const FIRST_SIZE = 64;
const GROWTH = 8;
const LAST_SIZE = 4096;
/** Longer texts seldom come twice. */
const MAX_LENGTH = 64;

/**
 * Makes text of bytes. A sheet says the same few things in thousands of cells: what was said lately is not made again, and
 * is one text in memory.
 */
export class TextPool {
  #texts = emptyTable(FIRST_SIZE);
  #made = 0;

  /** The text from `start` to `end`; null when it is not plain: beyond ASCII, or with references or line ends to decode. */
  plainText(bytes: Buffer, start: number, end: number): string | null {
    let hash = 0;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] as number;
      if (byte === AMPERSAND || byte === RETURN || byte > LAST_ASCII) return null;
      hash = (hash * 31 + byte) | 0;
    }
    if (end - start > MAX_LENGTH) return bytes.toString('latin1', start, end);
    const place = (hash ^ (hash >>> 12)) & (this.#texts.length - 1);
    const known = this.#texts[place] as string;
    if (isSame(known, bytes, start, end)) return known;
    const text = bytes.toString('latin1', start, end);
    this.#texts[place] = text;
    this.#grow();
    return text;
  }

  /** What was said so far is forgotten with the smaller table: it is little, and is soon said again. */
  #grow(): void {
    const size = this.#texts.length;
    this.#made += 1;
    if (this.#made <= size || size === LAST_SIZE) return;
    this.#texts = emptyTable(size * GROWTH);
    this.#made = 0;
  }
}

function emptyTable(size: number): string[] {
  return Array.from<string>({ length: size }).fill('');
}

function isSame(text: string, bytes: Buffer, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) !== bytes[start + index]) return false;
  }
  return true;
}
