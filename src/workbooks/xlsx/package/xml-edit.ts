import {
  contentOf,
  decodeXml,
  elementsIn,
  firstElement,
  type Place,
  type XmlTag,
} from '../../../platform/xml/xml-tag.ts';

export interface Edit extends Place {
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

export function editElements(text: string, local: string, edit: (tag: XmlTag) => readonly Edit[]): string {
  return splice(text, [...elementsIn(text, local)].flatMap(edit));
}

/** Sets or adds an attribute. `value` must be escaped. */
export function setAttribute(tag: XmlTag, name: string, value: string): Edit {
  const place = tag.place(name);
  return place === null
    ? { start: tag.nameEnd, end: tag.nameEnd, text: ` ${name}="${value}"` }
    : { ...place, text: value };
}

/** Returns no edit if the attribute is missing or keeps its value. */
export function changeAttribute(tag: XmlTag, name: string, change: (value: string) => string): Edit[] {
  const [place, value] = [tag.place(name), tag.get(name)];
  if (place === null || value === null) return [];
  const changed = change(value);
  return changed === value ? [] : [{ ...place, text: escapeAttribute(changed) }];
}

export function removeAttribute(tag: XmlTag, name: string): Edit[] {
  const place = tag.wholeAttribute(name);
  return place === null ? [] : [{ ...place, text: '' }];
}

export function innerXml(open: XmlTag): string {
  const { start, end } = contentOf(open);
  return open.text.slice(start, end);
}

/** The decoded content of an element without children; null if it contains an undefined entity. */
export function textOf(open: XmlTag): string | null {
  return decodeXml(innerXml(open));
}

/** Changes the content of an element without children. Returns no edit if the content stays equal or cannot be decoded. */
export function changeText(open: XmlTag, change: (text: string) => string): Edit[] {
  const text = textOf(open);
  const changed = text === null ? null : change(text);
  return changed === null || changed === text ? [] : [{ ...contentOf(open), text: escapeText(changed) }];
}

/** Appends a child to the first element `parent` and sets its `count`. Returns the text unchanged if there is no such element. */
export function withChild(text: string, parent: string, child: (prefix: string) => string, count?: number): string {
  const open = firstElement(text, parent);
  if (open === null) return text;
  const added = child(open.prefix);
  const { end } = contentOf(open);
  return splice(text, [
    ...(count === undefined ? [] : [setAttribute(open, 'count', String(count))]),
    open.kind === 'empty'
      ? { start: end - 2, end, text: `>${added}</${open.name}>` }
      : { start: end, end, text: added },
  ]);
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
