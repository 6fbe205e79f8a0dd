import { type StatementText, placeError } from '../statement-error.ts';

/** `offset` is the start of the tag. In OFX 1 an empty leaf looks like the start of an aggregate: both are `open`. */
export interface OfxTokenHandler {
  open(name: string, offset: number): void;
  leaf(name: string, text: string, offset: number): void;
  close(name: string, offset: number): void;
  /** Text outside of leaves. */
  looseText(text: string, offset: number): void;
}

export function readOfxTokens(statement: StatementText, handler: OfxTokenHandler): void {
  const scanner = new OfxScanner(statement);
  /** The last leaf, whose closing tag is optional. */
  let leafName = '';
  let tag = scanner.next();
  if (scanner.text !== '') handler.looseText(scanner.text, 0);
  while (tag !== null) {
    const offset = scanner.offset;
    const following = scanner.next();
    const text = scanner.text;
    if (tag.kind === 'opening' && text !== '') {
      handler.leaf(tag.name, text, offset);
      leafName = tag.name;
    } else {
      if (tag.kind === 'opening') handler.open(tag.name, offset);
      else if (tag.kind === 'closing' && tag.name !== leafName) handler.close(tag.name, offset);
      leafName = '';
      if (text !== '') handler.looseText(text, offset);
    }
    tag = following;
  }
}

interface OfxTag {
  readonly name: string;
  /** An empty tag is XML's `<NAME/>`. */
  readonly kind: 'opening' | 'closing' | 'empty';
}

/** A `<` that begins no tag is text. Throws for a DOCTYPE, which could define endless entities. */
class OfxScanner {
  /** The text between the last two tags, trimmed and decoded. */
  text = '';
  offset = 0;
  readonly #statement: StatementText;
  /** Cache of parsed tags, because a file repeats a few dozen. Null for text that is not a tag. */
  readonly #known = new Map<string, OfxTag | null>();
  #position = 0;
  #bracket = -1;

  constructor(statement: StatementText) {
    this.#statement = statement;
  }

  next(): OfxTag | null {
    const source = this.#statement.text;
    let before = '';
    let textStart = this.#position;
    let at = source.indexOf('<', textStart);
    while (at !== -1) {
      const markupEnd = this.#otherMarkupEnd(at);
      if (markupEnd !== null) {
        before += decodeEntities(source.slice(textStart, at));
        if (source.startsWith(CDATA, at)) before += source.slice(at + CDATA.length, markupEnd - CDATA_END.length);
        textStart = markupEnd;
      }
      const tag = markupEnd === null ? this.#tagAt(at) : null;
      if (tag !== null) {
        this.text = textOf(source, before, textStart, at);
        this.offset = at;
        this.#position = this.#bracket + 1;
        return tag;
      }
      at = source.indexOf('<', markupEnd ?? at + 1);
    }
    this.text = textOf(source, before, textStart, source.length);
    this.#position = source.length;
    return null;
  }

  /** Null if the `<` is text. */
  #tagAt(at: number): OfxTag | null {
    const source = this.#statement.text;
    // Caches the next ">", so that a run of "<" is not searched repeatedly.
    if (this.#bracket < at) this.#bracket = source.indexOf('>', at);
    if (this.#bracket === -1) throw this.#truncated(at);
    const inside = source.slice(at + 1, this.#bracket);
    if (inside.length > LONGEST_KNOWN) return readTag(inside);
    let tag = this.#known.get(inside);
    if (tag === undefined) {
      tag = readTag(inside);
      this.#known.set(inside, tag);
    }
    return tag;
  }

  /** The end of a comment, CDATA section or processing instruction; null for others. */
  #otherMarkupEnd(at: number): number | null {
    const source = this.#statement.text;
    const second = source[at + 1];
    if (second !== '!' && second !== '?') return null;
    if (source.startsWith('<?', at)) return this.#after('?>', at);
    if (source.startsWith('<!--', at)) return this.#after('-->', at);
    if (source.startsWith(CDATA, at)) return this.#after(CDATA_END, at);
    const declared = DECLARATION.exec(source.slice(at, at + 12))?.[1];
    if (declared === undefined) return null;
    throw placeError('statement_unreadable', this.#statement, at, {
      reason: 'declaration',
      text: declared.toUpperCase(),
    });
  }

  #after(end: string, at: number): number {
    const found = this.#statement.text.indexOf(end, at);
    if (found === -1) throw this.#truncated(at);
    return found + end.length;
  }

  #truncated(at: number) {
    return placeError('statement_truncated', this.#statement, at, { reason: 'tag' });
  }
}

/** Trims before slicing, because most text between tags is white space. */
function textOf(source: string, before: string, from: number, to: number): string {
  if (before !== '') return (before + decodeEntities(source.slice(from, to))).trim();
  let start = from;
  let end = to;
  while (start < end && source.charCodeAt(start) <= SPACE) start += 1;
  while (end > start && source.charCodeAt(end - 1) <= SPACE) end -= 1;
  return start === end ? '' : decodeEntities(source.slice(start, end));
}

function readTag(inside: string): OfxTag | null {
  const match = TAG.exec(inside);
  if (match === null) return null;
  const kind = match[1] === '/' ? 'closing' : match[3] === '/' ? 'empty' : 'opening';
  return { name: (match[2] ?? '').toUpperCase(), kind };
}

/** A name, then optional XML attributes. */
const TAG = /^(\/?)([A-Za-z][\w.:-]{0,99})(?:\s[^<]*?)?(\/?)$/;
const DECLARATION = /^<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)\b/i;
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
const LONGEST_KNOWN = 40;
/** White space and control characters are not greater. */
const SPACE = 32;

/** Decodes the entities of OFX and XML once. Banks also write a plain "&". */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(ENTITY, decode) : text;
}

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function decode(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : whole;
}
