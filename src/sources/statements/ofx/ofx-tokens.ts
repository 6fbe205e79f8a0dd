import { placeError, type StatementText } from '../statement-error.ts';

/** `offset` is the start of the tag. In OFX 1 an empty leaf looks like the start of an aggregate: both are `open`. */
export interface OfxTokenHandler {
  open(name: string, offset: number): void;
  leaf(name: string, text: string, offset: number): void;
  close(name: string, offset: number): void;
  /** Text outside of leaves. */
  looseText(text: string, offset: number): void;
}

interface OfxTag {
  readonly name: string;
  /** An empty tag is XML's `<NAME/>`. */
  readonly kind: 'opening' | 'closing' | 'empty';
  readonly offset: number;
}

/** A `<` that begins no tag is text. Throws for a DOCTYPE, which could define endless entities. */
export function readOfxTokens(statement: StatementText, handler: OfxTokenHandler): void {
  const { text: source } = statement;
  const markup = new RegExp(MARKUP);
  let tag: OfxTag | null = null;
  /** The last leaf, whose closing tag is optional. */
  let leafName = '';
  let text = '';
  let from = 0;

  const truncated = (offset: number) => placeError('statement_truncated', statement, offset, { reason: 'tag' });

  function pass(): void {
    const content = withoutMargins(text);
    text = '';
    if (tag?.kind === 'opening' && content !== '') {
      handler.leaf(tag.name, content, tag.offset);
      leafName = tag.name;
      return;
    }
    if (tag?.kind === 'opening') handler.open(tag.name, tag.offset);
    if (tag?.kind === 'closing' && tag.name !== leafName) handler.close(tag.name, tag.offset);
    leafName = '';
    if (content !== '') handler.looseText(content, tag?.offset ?? 0);
  }

  for (let match = markup.exec(source); match !== null; match = markup.exec(source)) {
    const [, closing, name, empty, aside, declared] = match;
    const offset = match.index;
    text += decodeEntities(source.slice(from, offset));
    if (declared !== undefined) {
      from = offset;
      if (!DECLARATION.test(declared)) continue;
      const fault = { reason: 'declaration', text: declared.toUpperCase() } as const;
      throw placeError('statement_unreadable', statement, offset, fault);
    }
    if (aside !== undefined) {
      const mark = ASIDES[aside] ?? '';
      const end = source.indexOf(mark, offset);
      if (end === -1) throw truncated(offset);
      if (mark === CDATA_END) text += source.slice(markup.lastIndex, end);
      markup.lastIndex = end + mark.length;
    } else {
      pass();
      const kind = closing === '/' ? 'closing' : empty === '/' ? 'empty' : 'opening';
      tag = { name: (name ?? '').toUpperCase(), kind, offset };
    }
    from = markup.lastIndex;
  }
  const unended = source.indexOf('<', source.lastIndexOf('>') + 1);
  if (unended !== -1) throw truncated(unended);
  text += decodeEntities(source.slice(from));
  pass();
}

/** A tag with optional XML attributes, the start of a comment, CDATA section or instruction, or a declaration. */
const MARKUP = /<(?:(\/?)([A-Za-z][\w.:-]{0,99})(?:\s[^<>]*?)?(\/?)>|(!--|!\[CDATA\[|\?)|!([A-Za-z]{6,7})\b)/g;
const DECLARATION = /^(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)$/i;
const CDATA_END = ']]>';
const ASIDES: Readonly<Record<string, string>> = { '!--': '-->', '![CDATA[': CDATA_END, '?': '?>' };

/** Without white space and control characters around it. Keeps other spaces. */
function withoutMargins(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text.charCodeAt(start) <= SPACE) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= SPACE) end -= 1;
  return text.slice(start, end);
}

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
