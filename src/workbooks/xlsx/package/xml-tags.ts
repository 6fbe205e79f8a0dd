import { decodeXmlText } from './xml-text.ts';

/**
 * Finds tags in XML text by their place, so that a part can be edited where it must and keep every other
 * character. The reading half has looked at the same part before; this one only has to find its way.
 */
export interface Tag {
  /** From its `<` to just after its `>`. */
  readonly start: number;
  readonly end: number;
  /** As written, such as "x:row". */
  readonly name: string;
  /** Without the prefix. */
  readonly local: string;
  readonly kind: 'open' | 'close' | 'empty';
}

/** The first tag at or after `from`; null when there is none, or when the text ends inside of it. */
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

/** All tags of a whole part, in order. */
export function* tagsOf(text: string): Generator<Tag, void, void> {
  for (let tag = nextTag(text, 0); tag !== null; tag = nextTag(text, tag.end)) yield tag;
}

/** The first tag with this name, whatever its prefix; null when there is none. */
export function firstTag(text: string, local: string): Tag | null {
  let tag = nextTag(text, 0);
  while (tag !== null && tag.local !== local) tag = nextTag(text, tag.end);
  return tag;
}

/** The part of a prefixed name before and with its colon; empty without one. */
export function prefixOf(name: string): string {
  return name.slice(0, name.indexOf(':') + 1);
}

/** The value of a tag's attribute, with its references resolved; null when it has none of that name. */
export function attributeText(text: string, tag: Tag, name: string): string | null {
  const place = attributePlace(text, tag, name);
  return place === null ? null : textAt(text, place);
}

/** Position of an attribute's value, between its quotes. */
export interface ValuePlace {
  readonly start: number;
  readonly end: number;
}

export function attributePlace(text: string, tag: Tag, name: string): ValuePlace | null {
  for (const attribute of attributesOf(text, tag)) if (attribute.name === name) return attribute;
  return null;
}

/** A value as XML means it; one with a reference that nothing defines as it is written. */
export function textAt(text: string, { start, end }: ValuePlace): string {
  const raw = text.slice(start, end);
  return decodeXmlText(raw) ?? raw;
}

/** The attributes of a tag, named as they are written, such as "r:id". */
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

/** End of the element that `open` begins: its closing tag, or `open` itself if it is empty. Null: no such tag. */
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

/** Replaces the characters from `start` to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes edits that do not overlap, in any order; what is put in at a place stands before what replaces the text there. */
export function splice(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** Gives a tag's attribute a value (already escaped), adding the attribute when it is missing. */
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

/** After the tag's `>`, which may also stand inside of a quoted value; -1 when it is not here. */
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

/** The quotation mark that is still open at `end`. */
function openQuote(text: string, start: number, end: number): string | null {
  let open: string | null = null;
  for (let at = start; at < end; at += 1) {
    const char = text.charAt(at);
    if (open === null ? char === '"' || char === "'" : char === open) open = open === null ? char : null;
  }
  return open;
}

/** After a comment, CDATA section, processing instruction or declaration; -1 when its end is not here. */
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
