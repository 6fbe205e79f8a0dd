/** The error in a tag. "broken": an attribute occurs twice, or the tag contains a character that XML forbids. */
export type TagFault = 'broken' | 'noQuotes' | 'noValue' | 'slash';

const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [EXCLAMATION, DOUBLE_QUOTE, AMPERSAND, SINGLE_QUOTE, SLASH] = [0x21, 0x22, 0x26, 0x27, 0x2f];
const [DIGIT_0, LESS_THAN, EQUALS, GREATER_THAN, QUESTION, LAST_ASCII] = [0x30, 0x3c, 0x3d, 0x3e, 0x3f, 0x7f];

/** Offsets of the first character and of the character after the last. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A tag and its offsets in the text. Decodes attribute values only on request, which is faster for large sheets. */
export class XmlTag implements Place {
  text = '';
  start = 0;
  end = 0;
  nameStart = 0;
  nameEnd = 0;
  kind: 'open' | 'close' | 'empty' = 'open';
  fault: TagFault | null = null;
  /** True if all attribute values are ASCII without entities, so that they need no decoding. */
  isPlain = true;
  readonly #isBytes: boolean;
  /** Four offsets per attribute: start and end of its name, start and end of its value. */
  readonly #spans: number[] = [];
  #length = 0;

  /** `isBytes`: the text has one character per byte (latin1), so values must be decoded from UTF-8. */
  constructor(isBytes = false) {
    this.#isBytes = isBytes;
  }

  /** False if the tag is incomplete. Never reads beyond the end of the text, because V8 would then discard its optimized code. */
  read(text: string, start: number): boolean {
    this.text = text;
    this.start = start;
    this.fault = null;
    this.isPlain = true;
    this.#length = 0;
    const isClose = text.charCodeAt(start + 1) === SLASH;
    this.nameStart = isClose ? start + 2 : start + 1;
    let at = endOfName(text, this.nameStart);
    this.nameEnd = at;
    while (at !== -1 && at < text.length) {
      const code = text.charCodeAt(at);
      if (isSpace(code)) at += 1;
      else if (code === GREATER_THAN) return this.#close(isClose ? 'close' : 'open', at + 1);
      else if (code !== SLASH) at = this.#readAttribute(text, at);
      else if (at + 1 === text.length) return false;
      else if (text.charCodeAt(at + 1) === GREATER_THAN) return this.#close('empty', at + 2);
      else {
        this.fault ??= 'slash';
        at += 1;
      }
    }
    return false;
  }

  /** The name as written, such as "x:row". */
  get name(): string {
    return this.text.slice(this.nameStart, this.nameEnd);
  }

  get local(): string {
    const { name } = this;
    return name.slice(name.indexOf(':') + 1);
  }

  /** The prefix including the colon; empty if there is none. */
  get prefix(): string {
    const { name } = this;
    return name.slice(0, name.indexOf(':') + 1);
  }

  /** Null if the attribute is missing. A value with an undefined entity is returned as written. */
  get(name: string): string | null {
    const span = this.#find(name);
    return span === -1 ? null : this.#value(span);
  }

  integer(name: string): number | null {
    const value = this.get(name);
    if (value === null || value === '') return null;
    let number = 0;
    for (let at = 0; at < value.length; at += 1) {
      const digit = value.charCodeAt(at) - DIGIT_0;
      if (digit < 0 || digit > 9) return null;
      number = number * 10 + digit;
    }
    return number;
  }

  place(name: string): Place | null {
    const span = this.#find(name);
    if (span === -1) return null;
    return { start: this.#spans[span + 2] as number, end: this.#spans[span + 3] as number };
  }

  wholeAttribute(name: string): Place | null {
    const span = this.#find(name);
    if (span === -1) return null;
    let start = this.#spans[span] as number;
    while (isSpace(this.text.charCodeAt(start - 1))) start -= 1;
    return { start, end: (this.#spans[span + 3] as number) + 1 };
  }

  *attributes(): Generator<readonly [name: string, value: string], void, void> {
    for (let span = 0; span < this.#length; span += 4)
      yield [this.text.slice(this.#spans[span], this.#spans[span + 1]), this.#value(span)];
  }

  isDecodable(): boolean {
    for (let span = 0; span < this.#length; span += 4) if (decodeXml(this.#written(span)) === null) return false;
    return true;
  }

  #close(kind: XmlTag['kind'], end: number): true {
    this.kind = kind;
    this.end = end;
    return true;
  }

  #readAttribute(text: string, start: number): number {
    const nameEnd = endOfName(text, start);
    let at = skipSpace(text, nameEnd);
    if (at === text.length) return -1;
    if (text.charCodeAt(at) !== EQUALS || nameEnd === start) {
      this.fault ??= 'noValue';
      return Math.max(nameEnd, start + 1);
    }
    at = skipSpace(text, at + 1);
    if (at === text.length) return -1;
    const quote = text.charCodeAt(at);
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) {
      this.fault ??= 'noQuotes';
      return at;
    }
    const from = at + 1;
    for (at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        if (this.#isTwice(start, nameEnd)) this.fault ??= 'broken';
        this.#spans[this.#length] = start;
        this.#spans[this.#length + 1] = nameEnd;
        this.#spans[this.#length + 2] = from;
        this.#spans[this.#length + 3] = at;
        this.#length += 4;
        return at + 1;
      }
      if (code === AMPERSAND || code === RETURN || code > LAST_ASCII) this.isPlain = false;
      else if (code === LESS_THAN || (code < SPACE && !isSpace(code))) this.fault ??= 'broken';
    }
    return -1;
  }

  #isTwice(start: number, end: number): boolean {
    for (let span = 0; span < this.#length; span += 4) {
      const from = this.#spans[span] as number;
      if ((this.#spans[span + 1] as number) - from !== end - start) continue;
      let at = start;
      while (at < end && this.text.charCodeAt(at) === this.text.charCodeAt(from + at - start)) at += 1;
      if (at === end) return true;
    }
    return false;
  }

  #find(name: string): number {
    for (let span = 0; span < this.#length; span += 4) {
      const start = this.#spans[span] as number;
      if ((this.#spans[span + 1] as number) - start === name.length && this.text.startsWith(name, start)) return span;
    }
    return -1;
  }

  #value(span: number): string {
    const written = this.#written(span);
    return this.isPlain ? written : (decodeXml(written) ?? written);
  }

  #written(span: number): string {
    const written = this.text.slice(this.#spans[span + 2], this.#spans[span + 3]);
    return this.#isBytes && !this.isPlain ? Buffer.from(written, 'latin1').toString('utf8') : written;
  }
}

function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === RETURN || code === TAB;
}

/** Reads the first complete tag at or after `from` into `tag`, and returns it; null if there is none. */
export function nextTag(text: string, from: number, tag = new XmlTag()): XmlTag | null {
  for (let at = text.indexOf('<', from); at !== -1; at = text.indexOf('<', at)) {
    if (!isAside(text, at)) return tag.read(text, at) ? tag : null;
    at = endOfAside(text, at);
    if (at === -1) return null;
  }
  return null;
}

export function* tagsIn(text: string): Generator<XmlTag, void, void> {
  for (let tag = nextTag(text, 0); tag !== null; tag = nextTag(text, tag.end)) yield tag;
}

export function* elementsIn(text: string, local: string): Generator<XmlTag, void, void> {
  for (const tag of tagsIn(text)) if (tag.kind !== 'close' && tag.local === local) yield tag;
}

export function firstElement(text: string, local: string): XmlTag | null {
  return elementsIn(text, local).next().value ?? null;
}

/** The closing tag of an element, or `open` itself if the element is empty or its end is missing. */
export function closingTag(open: XmlTag): XmlTag {
  let depth = open.kind === 'empty' ? 0 : 1;
  let at = open.end;
  while (depth > 0) {
    const tag = nextTag(open.text, at);
    if (tag === null) break;
    at = tag.end;
    if (tag.kind === 'empty' || tag.name !== open.name) continue;
    depth += tag.kind === 'open' ? 1 : -1;
    if (depth === 0) return tag;
  }
  return open;
}

export function contentOf(open: XmlTag): Place {
  const close = closingTag(open);
  return { start: open.end, end: close === open ? open.end : close.start };
}

export function isAside(text: string, start: number): boolean {
  const next = text.charCodeAt(start + 1);
  return next === EXCLAMATION || next === QUESTION;
}

export const CDATA = '<![CDATA[';

/** The offset after the comment, CDATA section or instruction at `start`; -1 if its end is missing. */
export function endOfAside(text: string, start: number): number {
  let closing = '>';
  if (text.startsWith('<!--', start)) closing = '-->';
  else if (text.startsWith(CDATA, start)) closing = ']]>';
  else if (text.startsWith('<?', start)) closing = '?>';
  const end = text.indexOf(closing, start + 2);
  return end === -1 ? -1 : end + closing.length;
}

function endOfName(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code <= SPACE || code === GREATER_THAN || code === SLASH || code === EQUALS) break;
    at += 1;
  }
  return at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));|&/g;

/** Replaces entities by their characters. Null if an entity is undefined. */
export function decodeXml(raw: string): string | null {
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
  if (!text.includes('&')) return text;
  let isKnown = true;
  const decoded = text.replace(REFERENCE, (_, decimal?: string, hex?: string, name?: string) => {
    const point = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : null;
    const value = point === null ? PREDEFINED[name ?? ''] : fromCodePoint(point);
    if (value === undefined) isKnown = false;
    return value ?? '';
  });
  return isKnown ? decoded : null;
}

function fromCodePoint(point: number): string | undefined {
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return point === 0 || point > 0x10ffff || isSurrogate ? undefined : String.fromCodePoint(point);
}
