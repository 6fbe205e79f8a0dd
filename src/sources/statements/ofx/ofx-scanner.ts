import { placeError, type StatementText } from '../statement-error.ts';
import { decodeEntities } from './ofx-entities.ts';

export interface OfxTag {
  /** Upper case, without attributes. */
  readonly name: string;
  /** An empty tag is XML's `<NAME/>`. */
  readonly kind: 'opening' | 'closing' | 'empty';
}

/**
 * Steps from tag to tag. Comments and processing instructions are passed over; a `<` that begins no tag
 * is text. Throws `statement_truncated` when the file ends inside a tag, and `statement_unreadable` for
 * a DOCTYPE, which no statement needs and which could define endless entities.
 */
export class OfxScanner {
  /** The text between the last tag and the one before it: trimmed, entities decoded. */
  text = '';
  /** Where the last tag begins. */
  offset = 0;
  readonly #statement: StatementText;
  /** A file repeats a few dozen tags: each is taken apart once. Null is something that is no tag. */
  readonly #known = new Map<string, OfxTag | null>();
  #position = 0;
  #bracket = -1;

  constructor(statement: StatementText) {
    this.#statement = statement;
  }

  /** Null at the end of the file. */
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

  /** The tag that a `<` begins; null when the `<` is a part of the text. */
  #tagAt(at: number): OfxTag | null {
    const source = this.#statement.text;
    // The same ">" serves every "<" before it, so that a row of "<" does not cost a search each.
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

  /** Where a comment, CDATA section or processing instruction ends; null when the `<` begins none. */
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

/** Trimmed before a string is made of it: most of what is between tags is white space. */
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

/** A name, then attributes of XML if any. */
const TAG = /^(\/?)([A-Za-z][\w.:-]{0,99})(?:\s[^<]*?)?(\/?)$/;
const DECLARATION = /^<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)\b/i;
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
const LONGEST_KNOWN = 40;
/** White space and control characters come before and up to it. */
const SPACE = 32;
