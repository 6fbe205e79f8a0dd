import { TextDecoder } from 'node:util';
import { damaged } from './workbook-errors.ts';

/** Origin of the bytes, for an error that names it. */
interface Origin {
  readonly path: string;
  readonly part: string;
}

/**
 * A part in UTF-8. Parts may also be UTF-16 (ECMA-376 part 2, 8.1.4); these begin with a byte order mark, and their XML
 * declaration is changed as well. Anything but bytes is passed through. Throws PennyrowError `workbook_damaged`.
 */
export async function* asUtf8<Piece>(
  pieces: AsyncIterable<Buffer | Piece>,
  origin: Origin,
): AsyncGenerator<Buffer | Piece, void, void> {
  let encoding: string | null = null;
  const texts = new DeclaredUtf8();
  let decoder: TextDecoder | null = null;
  for await (const piece of pieces) {
    if (!Buffer.isBuffer(piece)) {
      yield piece;
      continue;
    }
    encoding ??= encodingOf(piece);
    if (encoding === UTF_8) yield piece;
    else yield texts.add(decoded((decoder ??= new TextDecoder(encoding, { fatal: true })), piece, origin));
  }
  if (decoder !== null) yield texts.end(decoded(decoder, null, origin));
}

/** The same for a part that is read as a whole. */
export function wholeAsUtf8(bytes: Buffer, origin: Origin): Buffer {
  const encoding = encodingOf(bytes);
  if (encoding === UTF_8) return bytes;
  return new DeclaredUtf8().end(decoded(new TextDecoder(encoding, { fatal: true }), bytes, origin));
}

const UTF_8 = 'utf-8';

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return UTF_8;
}

/** `bytes`: null for the end. */
function decoded(decoder: TextDecoder, bytes: Buffer | null, { path, part }: Origin): string {
  try {
    return bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch (error) {
    throw damaged(path, 'encoding', { part }, error);
  }
}

/** An XML declaration is shorter. */
const DECLARATION_LENGTH = 200;

/** Text as UTF-8, with a declaration that says so. */
class DeclaredUtf8 {
  /** The beginning, until it holds the whole declaration; null afterwards. */
  #head: string | null = '';

  add(text: string): Buffer {
    if (this.#head === null) return Buffer.from(text, 'utf8');
    this.#head += text;
    return this.#head.length < DECLARATION_LENGTH ? Buffer.alloc(0) : this.end('');
  }

  end(text: string): Buffer {
    const whole = (this.#head ?? '') + text;
    const bytes =
      this.#head === null ? text : whole.replace(/^(<\?xml\b[^>]*?\bencoding\s*=\s*)(["'])[^"']*\2/, '$1$2UTF-8$2');
    this.#head = null;
    return Buffer.from(bytes, 'utf8');
  }
}
