import { isUtf8 } from 'node:buffer';
import { CDATA, decodeXml, endOfAside, isAside, XmlTag, type TagFault } from './xml-tag.ts';

export type XmlFault =
  | TagFault
  | 'documentType'
  | 'earlyEnd'
  | 'nested'
  | 'neverOpened'
  | 'notUtf8'
  | 'undefinedReference'
  | 'unended';

export class XmlError extends Error {
  readonly fault: XmlFault;
  readonly tag: string;

  constructor(fault: XmlFault, tag = '') {
    super(`${fault} ${tag}`.trim());
    this.fault = fault;
    this.tag = tag;
  }
}

/** Receives names without the prefix of the root element: `x:row` becomes `row` if the root is `x:worksheet`. */
export interface XmlVisitor {
  /** The scanner decodes text and calls `text` only while this is true. */
  readonly wantsText?: boolean;
  /** Do not keep `tag` after the call, because the scanner reuses it. The root has depth 0. */
  open?(name: string, tag: XmlTag, depth: number): void;
  close?(name: string): void;
  text?(text: string): void;
}

const [SLASH, LESS_THAN, GREATER_THAN] = [0x2f, 0x3c, 0x3e];
/** Longer tags and texts are rejected. This is ample, because a cell contains at most 32,767 characters. */
const MAX_TOKEN_BYTES = 4 * 2 ** 20;
const MAX_DEPTH = 200;

/** Throws XmlError for malformed XML, for bytes that are not UTF-8, and for document types, because of entity expansion attacks. */
export class XmlScanner {
  readonly #visitor: XmlVisitor;
  readonly #tag = new XmlTag(true);
  readonly #stack: string[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #rootPrefix: string | null = null;
  /** The offset of the next colon in the current text. Tags before it have no prefixes to check. */
  #nextColon = -1;
  /** For each open element, by depth: the prefixes declared before it. Null if prefixes are not checked. */
  readonly #prefixes: ReadonlySet<string>[] | null;

  /** `checksPrefixes`: throws for undeclared prefixes, which many programs accept. */
  constructor(visitor: XmlVisitor, checksPrefixes = false) {
    this.#visitor = visitor;
    this.#prefixes = checksPrefixes ? [new Set(['xml', 'xmlns'])] : null;
  }

  write(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const done = this.#scan(bytes, bytes.toString('latin1'));
    if (bytes.length - done > MAX_TOKEN_BYTES) throw new XmlError('unended');
    if (!isUtf8(bytes.subarray(0, done))) throw new XmlError('notUtf8');
    this.#rest = bytes.subarray(done);
  }

  close(): void {
    if (this.#stack.length > 0 || this.#rootPrefix === null || this.#rest.toString().trim() !== '')
      throw new XmlError('earlyEnd');
  }

  #scan(bytes: Buffer, text: string): number {
    this.#nextColon = -1;
    let at = 0;
    while (at < text.length) {
      const start = text.charCodeAt(at) === LESS_THAN ? at : text.indexOf('<', at);
      if (start === -1 || start + 1 === text.length) return at;
      const end = this.#token(bytes, text, start, at);
      if (end === -1) return at;
      at = end;
    }
    return at;
  }

  /** Returns the offset after the markup at `start`, or -1 if its end is missing. */
  #token(bytes: Buffer, text: string, start: number, textStart: number): number {
    if (text.charCodeAt(start + 1) === SLASH) return this.#closeTag(bytes, text, start, textStart);
    if (isAside(text, start)) return this.#aside(bytes, text, start, textStart);
    const tag = this.#tag;
    if (!tag.read(text, start)) return -1;
    this.#text(bytes, textStart, start);
    const written = tag.name;
    this.#check(tag);
    const name = this.#local(written);
    this.#visitor.open?.(name, tag, this.#stack.length);
    if (tag.kind === 'open') this.#stack.push(written);
    else this.#visitor.close?.(name);
    return tag.end;
  }

  #check(tag: XmlTag): void {
    if (tag.fault !== null) throw new XmlError(tag.fault, tag.name);
    if (!tag.isPlain && !tag.isDecodable()) throw new XmlError('undefinedReference', tag.name);
    if (this.#stack.length > MAX_DEPTH) throw new XmlError('nested');
    if (this.#stack.length === 0 && this.#rootPrefix !== null) throw new XmlError('earlyEnd');
    if (this.#prefixes !== null) this.#checkPrefixes(tag, this.#prefixes, this.#stack.length);
  }

  #checkPrefixes(tag: XmlTag, prefixes: ReadonlySet<string>[], depth: number): void {
    const outer = prefixes[depth] as ReadonlySet<string>;
    prefixes[depth + 1] = outer;
    // Skips the colon of `xml:space`, a frequent attribute whose prefix needs no declaration.
    while (this.#nextColon < tag.start || tag.text.startsWith(' xml:', this.#nextColon - 4)) {
      const found = tag.text.indexOf(':', Math.max(tag.start, this.#nextColon + 1));
      this.#nextColon = found === -1 ? tag.text.length + 1 : found;
    }
    if (this.#nextColon > tag.end) return;
    const names = [tag.name, ...Array.from(tag.attributes(), ([name]) => name)].filter((name) => name.includes(':'));
    const declared = names.filter((name) => name.startsWith('xmlns:')).map((name) => name.slice('xmlns:'.length));
    const inside = declared.length === 0 ? outer : new Set([...outer, ...declared]);
    prefixes[depth + 1] = inside;
    const undeclared = names.find((name) => !inside.has(name.slice(0, name.indexOf(':'))));
    if (undeclared !== undefined) throw new XmlError('broken', undeclared);
  }

  #closeTag(bytes: Buffer, text: string, start: number, textStart: number): number {
    const name = this.#stack[this.#stack.length - 1] ?? '';
    const nameEnd = start + 2 + name.length;
    const end =
      nameEnd < text.length && text.charCodeAt(nameEnd) === GREATER_THAN ? nameEnd : text.indexOf('>', start + 2);
    if (end === -1) return -1;
    this.#text(bytes, textStart, start);
    this.#stack.pop();
    if (!text.startsWith(name, start + 2) || (nameEnd !== end && text.slice(nameEnd, end).trim() !== ''))
      throw new XmlError('neverOpened', text.slice(start + 2, end));
    this.#visitor.close?.(this.#local(name));
    return end + 1;
  }

  #aside(bytes: Buffer, text: string, start: number, textStart: number): number {
    const isDeclaration = text.startsWith('<!', start);
    if (isDeclaration && text.length < start + CDATA.length) return -1;
    const isCdata = text.startsWith(CDATA, start);
    if (isDeclaration && !isCdata && !text.startsWith('<!--', start)) throw new XmlError('documentType');
    const end = endOfAside(text, start);
    if (end === -1) return -1;
    this.#text(bytes, textStart, start);
    if (isCdata && this.#visitor.wantsText === true)
      this.#visitor.text?.(bytes.toString('utf8', start + CDATA.length, end - ']]>'.length));
    return end;
  }

  #text(bytes: Buffer, start: number, end: number): void {
    if (start === end || this.#visitor.wantsText !== true) return;
    this.#visitor.text?.(plainText(bytes, start, end) ?? decoded(bytes, start, end));
  }

  #local(written: string): string {
    this.#rootPrefix ??= written.slice(0, written.indexOf(':') + 1);
    return this.#rootPrefix !== '' && written.startsWith(this.#rootPrefix)
      ? written.slice(this.#rootPrefix.length)
      : written;
  }
}

// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

function decoded(bytes: Buffer, start: number, end: number): string {
  const written = bytes.toString('utf8', start, end);
  if (FORBIDDEN.test(written)) throw new XmlError('broken');
  const text = decodeXml(written);
  if (text === null) throw new XmlError('undefinedReference');
  return text;
}

/** 1 for each byte that is plain text: tab, line feed and printable ASCII without `&`, which begins an entity. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[\t\n\x20-%'-\x7f]/.test(String.fromCharCode(byte))),
);
const MAX_POOLED_LENGTH = 64;
const pool: string[] = Array.from<string>({ length: 4096 }).fill('');

/** Returns the same string for the same bytes, to save memory. Null if the text contains entities or is not plain ASCII. */
export function plainText(bytes: Buffer, start: number, end: number): string | null {
  let hash = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (IS_PLAIN[byte] === 0) return null;
    hash = (hash * 31 + byte) | 0;
  }
  if (end - start > MAX_POOLED_LENGTH) return bytes.toString('latin1', start, end);
  const place = (hash ^ (hash >>> 12)) & (pool.length - 1);
  const pooled = pool[place] as string;
  if (isSame(pooled, bytes, start, end)) return pooled;
  return (pool[place] = bytes.toString('latin1', start, end));
}

function isSame(text: string, bytes: Buffer, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) !== bytes[start + index]) return false;
  }
  return true;
}
