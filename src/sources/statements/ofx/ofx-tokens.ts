import { placeError, type StatementText } from '../statement-error.ts';

/** `offset` is the start of the tag. In OFX 1, an empty leaf looks like the start of an aggregate: both call `open`. */
export interface OfxTokenHandler {
  open(name: string, offset: number): void;
  leaf(name: string, text: string, offset: number): void;
  close(name: string, offset: number): void;
  looseText(text: string, offset: number): void;
}

interface OfxMarkup {
  readonly name: string;
  /** `empty` is XML's `<NAME/>`; `aside` is a comment, a CDATA section or a processing instruction. */
  readonly kind: 'opening' | 'closing' | 'empty' | 'aside' | 'declaration';
}

/** A `<` that begins no tag is text. Throws for a DOCTYPE, which could define endless entities. */
export function readOfxTokens(statement: StatementText, handler: OfxTokenHandler): void {
  const { text: source } = statement;
  // A cache of parsed tags. Not shared between files, because its texts would keep the whole file in memory.
  const knownMarkup = new Map<string, OfxMarkup>();
  const markup = new RegExp(MARKUP);
  let tag: OfxMarkup | null = null;
  let tagOffset = 0;
  /** The last leaf, whose closing tag is optional. */
  let leafName = '';
  /** The text before the last comment or CDATA section. */
  let text = '';
  const truncated = (offset: number) => placeError('statement_truncated', statement, offset, { reason: 'other' });

  for (let from = 0, isEnd = false; !isEnd;) {
    const start = from;
    let offset = source.indexOf('<', from);
    from = source.indexOf('>', offset) + 1;
    let found = knownMarkup.get(source.slice(offset, from)) ?? null;
    if (found === null) {
      markup.lastIndex = start;
      const match = markup.exec(source);
      isEnd = match === null;
      offset = match?.index ?? source.length;
      const unended = isEnd ? source.indexOf('<', source.lastIndexOf('>') + 1) : -1;
      if (unended !== -1) throw truncated(unended);
      from = markup.lastIndex;
      found = match === null ? null : parseMarkup(match[0]);
      if (match !== null && found !== null && knownMarkup.size < MOST_KNOWN) knownMarkup.set(match[0], found);
    }
    if (found?.kind === 'declaration')
      throw placeError('statement_unreadable', statement, offset, { reason: 'declaration', text: found.name });
    if (found?.kind === 'aside') {
      const mark = ASIDES[found.name] ?? '';
      const end = source.indexOf(mark, offset);
      if (end === -1) throw truncated(offset);
      text += decodeEntities(source.slice(start, offset)) + (mark === CDATA_END ? source.slice(from, end) : '');
      from = end + mark.length;
      continue;
    }
    let content = withoutMargins(source, start, offset);
    if (text !== '' || content.includes('&'))
      content = withoutMargins(text + decodeEntities(source.slice(start, offset)));
    text = '';
    if (tag?.kind === 'opening' && content !== '') {
      handler.leaf(tag.name, content, tagOffset);
      leafName = tag.name;
    } else {
      if (tag?.kind === 'opening') handler.open(tag.name, tagOffset);
      if (tag?.kind === 'closing' && tag.name !== leafName) handler.close(tag.name, tagOffset);
      leafName = '';
      if (content !== '') handler.looseText(content, tagOffset);
    }
    tag = found;
    tagOffset = offset;
  }
}

/** Limits the memory for a malicious file with many different tags. */
const MOST_KNOWN = 1000;

function parseMarkup(written: string): OfxMarkup {
  const upper = written.toUpperCase();
  if (upper in ASIDES) return { name: upper, kind: 'aside' };
  if (written.startsWith('<!')) return { name: upper.slice(2), kind: 'declaration' };
  const name = /[\w.:-]+/.exec(written)?.[0].toUpperCase() ?? '';
  return { name, kind: written.startsWith('</') ? 'closing' : written.endsWith('/>') ? 'empty' : 'opening' };
}

/** A tag with optional XML attributes, the start of a comment, CDATA section or instruction, or a declaration. */
const MARKUP =
  /<(?:\/?[A-Za-z][\w.:-]{0,99}(?:\s[^<>]*?)?\/?>|!--|!\[CDATA\[|\?|!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)\b)/gi;
const CDATA_END = ']]>';
const ASIDES: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': CDATA_END, '<?': '?>' };

/** Removes white space and control characters around the text. Keeps other spaces. */
function withoutMargins(text: string, from = 0, to = text.length): string {
  let [start, end] = [from, to];
  while (start < end && text.charCodeAt(start) <= SPACE) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= SPACE) end -= 1;
  return text.slice(start, end);
}

const SPACE = 32;

/** Decodes the entities of OFX and XML once. Keeps a plain "&", which banks also write. */
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
