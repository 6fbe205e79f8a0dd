/** Found by position, so that edits keep all other characters. Assumes well-formed XML. */
export interface Tag {
  readonly start: number;
  readonly end: number;
  /** As written, such as "x:row". */
  readonly name: string;
  readonly local: string;
  readonly kind: 'open' | 'close' | 'empty';
}

/** The first complete tag at or after `from`; null if there is none. */
export function nextTag(text: string, from: number): Tag | null {
  let at = from;
  for (;;) {
    const start = text.indexOf('<', at);
    if (start === -1) return null;
    const next = text.charCodeAt(start + 1);
    if (next !== EXCLAMATION && next !== QUESTION) return tagAt(text, start);
    const end = endOfAside(text, start);
    if (end === -1) return null;
    at = end;
  }
}

export function* tagsOf(text: string): Generator<Tag, void, void> {
  for (let tag = nextTag(text, 0); tag !== null; tag = nextTag(text, tag.end)) yield tag;
}

/** Ignores prefixes; null if there is none. */
export function firstTag(text: string, local: string): Tag | null {
  let tag = nextTag(text, 0);
  while (tag !== null && tag.local !== local) tag = nextTag(text, tag.end);
  return tag;
}

/** Including the colon; empty without a prefix. */
export function prefixOf(name: string): string {
  return name.slice(0, name.indexOf(':') + 1);
}

/** Decoded value; null if the attribute is missing. */
export function attributeText(text: string, tag: Tag, name: string): string | null {
  const place = attributePlace(text, tag, name);
  return place === null ? null : textAt(text, place);
}

export interface ValuePlace {
  readonly start: number;
  readonly end: number;
}

export function attributePlace(text: string, tag: Tag, name: string): ValuePlace | null {
  for (const attribute of attributesOf(text, tag)) if (attribute.name === name) return attribute;
  return null;
}

export function textAt(text: string, { start, end }: ValuePlace): string {
  const raw = text.slice(start, end);
  return decodeXmlText(raw) ?? raw;
}

export function* attributesOf(text: string, tag: Tag): Generator<ValuePlace & { readonly name: string }, void, void> {
  let at = tag.start + 1 + tag.name.length;
  while (at < tag.end) {
    const equals = text.indexOf('=', at);
    if (equals === -1 || equals >= tag.end) return;
    let quote = equals + 1;
    while (text.charCodeAt(quote) <= SPACE) quote += 1;
    const end = text.indexOf(text.charAt(quote), quote + 1);
    if (end === -1) return;
    yield { name: text.slice(at, equals).trim(), start: quote + 1, end };
    at = end + 1;
  }
}

/** The closing tag of an element, or `open` itself if it is empty. Null if it is missing. */
export function closingTag(text: string, open: Tag): Tag | null {
  if (open.kind === 'empty') return open;
  let depth = 1;
  for (let tag = nextTag(text, open.end); tag !== null; tag = nextTag(text, tag.end)) {
    if (tag.name !== open.name || tag.kind === 'empty') continue;
    depth += tag.kind === 'open' ? 1 : -1;
    if (depth === 0) return tag;
  }
  return null;
}

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap, in any order. Insertions come before replacements at the same place. */
export function splice(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** Sets or adds an attribute. `value` must be escaped. */
export function setAttribute(text: string, tag: Tag, name: string, value: string): Edit {
  const place = attributePlace(text, tag, name);
  if (place !== null) return { ...place, text: value };
  const end = tag.start + 1 + tag.name.length;
  return { start: end, end, text: ` ${name}="${value}"` };
}

const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const SLASH = 0x2f;
const SPACE = 0x20;
const NAME_END = /[\s/>]/g;

function tagAt(text: string, start: number): Tag | null {
  const end = endOfTag(text, start);
  if (end === -1) return null;
  const isClose = text.charCodeAt(start + 1) === SLASH;
  const nameStart = isClose ? start + 2 : start + 1;
  NAME_END.lastIndex = nameStart;
  const name = text.slice(nameStart, NAME_END.exec(text)?.index);
  const isEmpty = text.charCodeAt(end - 2) === SLASH;
  return {
    start,
    end,
    name,
    local: name.slice(name.indexOf(':') + 1),
    kind: isClose ? 'close' : isEmpty ? 'empty' : 'open',
  };
}

/** Offset after the tag's `>`, which quoted values may contain too; -1 if it is missing. */
function endOfTag(text: string, start: number): number {
  let at = start;
  for (;;) {
    const end = text.indexOf('>', at);
    if (end === -1) return -1;
    const quote = openQuote(text, at, end);
    if (quote === null) return end + 1;
    const closing = text.indexOf(quote, end + 1);
    if (closing === -1) return -1;
    at = closing + 1;
  }
}

function openQuote(text: string, start: number, end: number): string | null {
  let open: string | null = null;
  for (let at = start; at < end; at += 1) {
    const char = text.charAt(at);
    if (open === null ? char === '"' || char === "'" : char === open) open = open === null ? char : null;
  }
  return open;
}

/** Offset after a comment, CDATA section, processing instruction or declaration; -1 if its end is missing. */
function endOfAside(text: string, start: number): number {
  const closing = text.startsWith('<!--', start)
    ? '-->'
    : text.startsWith('<![CDATA[', start)
      ? ']]>'
      : text.startsWith('<?', start)
        ? '?>'
        : '>';
  const end = text.indexOf(closing, start + 2);
  return end === -1 ? -1 : end + closing.length;
}

const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));|&/g;

/** Decodes XML text; null if it contains an undefined entity. */
export function decodeXmlText(raw: string): string | null {
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

const ESCAPED = /_x([0-9a-fA-F]{4})_/g;

export function decodeEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

const MAX_CELL_TEXT = 32_767;

/** Shortens text to the limit and replaces lone surrogates. */
export function cellText(text: string): string {
  return (text.length > MAX_CELL_TEXT ? `${text.slice(0, MAX_CELL_TEXT - 1)}…` : text).toWellFormed();
}

export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
export const CHART = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
export const PLACED_DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
