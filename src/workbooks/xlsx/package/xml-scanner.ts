import { isUtf8 } from 'node:buffer';
import { ScannedTag, XmlError, decodeText, endOfName, indexOfByte } from './scanned-tag.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WantsBlock } from '../../../platform/zip/zip-blocks.ts';
import { damaged } from './workbook-errors.ts';
import type { PartSource } from './zip-package.ts';

export interface XmlVisitor {
  /** True if text at this point is of interest; nothing is spent on text that is not. */
  readonly wantsText: boolean;
  open(name: string, tag: ScannedTag): void;
  close(name: string): void;
  /** Text, in as many pieces as comments and CDATA sections cut it into. */
  text(text: string): void;
}

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const SLASH = 0x2f;
const QUESTION = 0x3f;
const EXCLAMATION = 0x21;
const COMMENT = '<!--';
const CDATA = '<![CDATA[';
/** A cell holds at most 32,767 characters; what is this long never ends. */
const MAX_TOKEN_BYTES = 4 * 2 ** 20;
/** Elements inside elements; far past what spreadsheets use. */
const MAX_DEPTH = 200;

/**
 * Walks the XML of a sheet in one pass, several times faster than a general parser, because text is made
 * only of what the visitor asks for (decision 0013). It knows elements, attributes, text, references,
 * CDATA, comments and processing instructions; it checks that tags match and that bytes are UTF-8; it
 * refuses a document type. Names come without the prefix that the root has; names of other vocabularies
 * keep theirs, and so are never mistaken for the format's own.
 */
export class XmlScanner {
  readonly #visitor: XmlVisitor;
  readonly #tag = new ScannedTag();
  readonly #pool = new TextPool();
  readonly #stack: string[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #rootPrefix: string | null = null;

  constructor(visitor: XmlVisitor) {
    this.#visitor = visitor;
  }

  /** Throws XmlError. */
  write(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const done = this.#scan(bytes);
    if (bytes.length - done > MAX_TOKEN_BYTES) throw new XmlError('unended');
    if (!isUtf8(bytes.subarray(0, done))) throw new XmlError('notUtf8');
    this.#rest = bytes.subarray(done);
  }

  /** Throws XmlError when the document is not complete. */
  close(): void {
    if (this.#stack.length > 0 || this.#rootPrefix === null || this.#rest.toString().trim() !== '')
      throw new XmlError('earlyEnd');
  }

  /** Reads every token that is complete; returns where the first incomplete one begins. */
  #scan(bytes: Buffer): number {
    let at = 0;
    for (;;) {
      const open = indexOfByte(bytes, LESS_THAN, at);
      if (open === -1) return at;
      const end = this.#markup(bytes, open, at);
      if (end === -1) return at;
      at = end;
    }
  }

  /** Reads the text from `textStart` and the tag, comment and so on at `open`; -1 when its end is not here yet. */
  #markup(bytes: Buffer, open: number, textStart: number): number {
    switch (bytes[open + 1]) {
      case undefined:
        return -1;
      case SLASH:
        return this.#closeTag(bytes, open, textStart);
      case QUESTION: {
        const end = endAfter(bytes, '?>', open + 2);
        if (end !== -1) this.#text(bytes, textStart, open);
        return end;
      }
      case EXCLAMATION:
        return this.#declaration(bytes, open, textStart);
      default:
        return this.#openTag(bytes, open, textStart);
    }
  }

  #openTag(bytes: Buffer, open: number, textStart: number): number {
    const nameEnd = endOfName(bytes, open + 1);
    const end = this.#tag.read(bytes, nameEnd);
    if (end === -1) return -1;
    this.#text(bytes, textStart, open);
    const name = this.#name(bytes, open + 1, nameEnd);
    if (this.#stack.length > MAX_DEPTH) throw new XmlError('nested');
    this.#visitor.open(name, this.#tag);
    if (this.#tag.isSelfClosing) this.#visitor.close(name);
    else this.#stack.push(name);
    return end;
  }

  #closeTag(bytes: Buffer, open: number, textStart: number): number {
    const end = indexOfByte(bytes, GREATER_THAN, open + 2);
    if (end === -1) return -1;
    this.#text(bytes, textStart, open);
    const name = this.#name(bytes, open + 2, endOfName(bytes, open + 2));
    if (this.#stack.pop() !== name) throw new XmlError('neverOpened', { text: name });
    this.#visitor.close(name);
    return end + 1;
  }

  #declaration(bytes: Buffer, open: number, textStart: number): number {
    if (bytes.length < open + CDATA.length) return -1;
    const start = bytes.toString('latin1', open, open + CDATA.length);
    const isCdata = start === CDATA;
    if (!isCdata && !start.startsWith(COMMENT)) throw new XmlError('documentType');
    const end = isCdata ? endAfter(bytes, ']]>', open + CDATA.length) : endAfter(bytes, '-->', open + COMMENT.length);
    if (end === -1) return -1;
    this.#text(bytes, textStart, open);
    if (isCdata && this.#visitor.wantsText)
      this.#visitor.text(bytes.toString('utf8', open + CDATA.length, end - ']]>'.length));
    return end;
  }

  #text(bytes: Buffer, start: number, end: number): void {
    if (start === end || !this.#visitor.wantsText) return;
    this.#visitor.text(this.#pool.plainText(bytes, start, end) ?? decodeText(bytes, start, end));
  }

  #name(bytes: Buffer, start: number, end: number): string {
    return this.#local(this.#pool.plainText(bytes, start, end) ?? bytes.toString('utf8', start, end));
  }

  #local(written: string): string {
    this.#rootPrefix ??= written.slice(0, written.indexOf(':') + 1);
    return this.#rootPrefix !== '' && written.startsWith(this.#rootPrefix)
      ? written.slice(this.#rootPrefix.length)
      : written;
  }
}

function endAfter(bytes: Buffer, mark: string, from: number): number {
  const at = bytes.indexOf(mark, from, 'latin1');
  return at === -1 ? -1 : at + mark.length;
}

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

  /** The texts of the smaller table are dropped; they are few and soon found again. */
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

/** A visitor that may say that it has seen enough. */
export interface PartVisitor extends XmlVisitor {
  /** Asked between pieces of the part; true ends the reading, and the rest is not looked at. */
  readonly isDone?: boolean;
}

interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  /** The blocks of the part that are looked at, where it has any: without the others it must still be a document. */
  readonly wants?: WantsBlock | undefined;
}

/** Bytes scanned before other work gets a turn. */
const PIECE_BYTES = 64 * 1024;

/**
 * Streams a large part through the fast scanner. Between pieces other work gets its turn. Throws
 * PennyrowError `workbook_damaged` for broken XML, and the signal's reason when it is aborted.
 */
export async function scanPart(
  pkg: PartSource,
  part: string,
  visitor: PartVisitor,
  { signal, wants }: ScanOptions = {},
): Promise<void> {
  const scanner = new XmlScanner(visitor);
  try {
    for await (const chunk of pkg.stream(part, wants)) {
      signal?.throwIfAborted();
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        scanner.write(chunk.subarray(at, at + PIECE_BYTES));
        if (visitor.isDone === true) return;
        await nextTurn();
      }
    }
    scanner.close();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw damaged(pkg.path, error.fault, { part, ...error.details }, error);
  }
}
