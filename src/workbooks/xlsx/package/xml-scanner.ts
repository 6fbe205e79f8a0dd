import { isUtf8 } from 'node:buffer';
import { ScannedTag, XmlError, decodeText, endOfName, indexOfByte } from './scanned-tag.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WantsBlock } from '../../../platform/zip/zip-blocks.ts';
import { damaged } from './workbook-errors.ts';
import type { PartSource } from './zip-package.ts';

export interface XmlVisitor {
  /** True if text at this point is needed. Other text is not decoded. */
  readonly wantsText: boolean;
  open(name: string, tag: ScannedTag): void;
  close(name: string): void;
  /** Called once for each piece between comments and CDATA sections. */
  text(text: string): void;
}

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const SLASH = 0x2f;
const QUESTION = 0x3f;
const EXCLAMATION = 0x21;
const COMMENT = '<!--';
const CDATA = '<![CDATA[';
/** A cell contains at most 32,767 characters, so a longer token is damaged. */
const MAX_TOKEN_BYTES = 4 * 2 ** 20;
/** Nesting limit, far beyond real spreadsheets. */
const MAX_DEPTH = 200;

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

  write(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const done = this.#scan(bytes);
    if (bytes.length - done > MAX_TOKEN_BYTES) throw new XmlError('unended');
    if (!isUtf8(bytes.subarray(0, done))) throw new XmlError('notUtf8');
    this.#rest = bytes.subarray(done);
  }

  /** Throws XmlError if the document is incomplete. */
  close(): void {
    if (this.#stack.length > 0 || this.#rootPrefix === null || this.#rest.toString().trim() !== '')
      throw new XmlError('earlyEnd');
  }

  /** Reads all complete tokens; returns the offset of the first incomplete one. */
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
/** Most parts are small, so the table starts small. */
const FIRST_SIZE = 64;
const GROWTH = 8;
const LAST_SIZE = 4096;
const MAX_LENGTH = 64;

/** Decodes text. Reuses recent results, because cells repeat few texts. */
export class TextPool {
  #texts = emptyTable(FIRST_SIZE);
  #made = 0;

  /** Null if the text must be decoded: not ASCII, or with entities or carriage returns. */
  plainText(bytes: Buffer, start: number, end: number): string | null {
    let hash = 0;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] as number;
      if (byte === AMPERSAND || byte === RETURN || byte > LAST_ASCII) return null;
      hash = (hash * 31 + byte) | 0;
    }
    if (end - start > MAX_LENGTH) return bytes.toString('latin1', start, end);
    const place = (hash ^ (hash >>> 12)) & (this.#texts.length - 1);
    const pooled = this.#texts[place] as string;
    if (isSame(pooled, bytes, start, end)) return pooled;
    const text = bytes.toString('latin1', start, end);
    this.#texts[place] = text;
    this.#grow();
    return text;
  }

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

/** A visitor that can stop early. */
export interface PartVisitor extends XmlVisitor {
  readonly isDone?: boolean;
}

interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Blocks to read, if the part has any. The remaining text must be well-formed. */
  readonly wants?: WantsBlock | undefined;
}

const PIECE_BYTES = 64 * 1024;

/** Yields between pieces. Throws PennyrowError `workbook_damaged` for broken XML, and the signal's reason. */
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
