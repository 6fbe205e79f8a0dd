import { SaxesParser } from 'saxes';

/** A parsed element, without details of the notation such as quotes. */
interface XmlElement {
  readonly uri: string;
  readonly prefix: string;
  readonly local: string;
  readonly attributes: readonly {
    readonly uri: string;
    readonly prefix: string;
    readonly local: string;
    readonly value: string;
  }[];
  readonly children: (XmlElement | string)[];
}

const XML = 'http://www.w3.org/XML/1998/namespace';
const MARKUP_COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

function parse(xml: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const root: XmlElement = { uri: '', prefix: '', local: '', attributes: [], children: [] };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, prefix, local, attributes }) => {
    const element: XmlElement = {
      uri,
      prefix,
      local,
      attributes: Object.values(attributes).filter(
        ({ name, prefix: before }) => name !== 'xmlns' && before !== 'xmlns',
      ),
      children: [],
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  const text = (piece: string): void => {
    const children = open.at(-1)?.children ?? [];
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + piece;
    else children.push(piece);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.write(xml).close();
  const element = root.children.find((child) => typeof child !== 'string');
  if (element === undefined) throw new Error('A document has an element.');
  return element;
}

/** Returns the same text for all documents with the same meaning, one line per element. */
export function canonicalXml(xml: string): string {
  return canonical(parse(xml)).trim();
}

function canonical({ uri, local, attributes, children }: XmlElement): string {
  const own = attributes.map((each) => `{${each.uri}}${each.local}=${JSON.stringify(each.value)}`).toSorted();
  const inside = children.map((child) => (typeof child === 'string' ? JSON.stringify(child) : canonical(child)));
  return `\n{${uri}}${local}(${own.join(' ')})[${inside.join('')}]`;
}

/** Rewrites a document in a different notation with the same meaning. The same `random` numbers produce the same bytes. */
export function equivalentXml(xml: string, random: () => number): Buffer {
  return new Rewriting(parse(xml), random).bytes();
}

class Rewriting {
  readonly #root: XmlElement;
  readonly #random: () => number;
  /** Prefixes by namespace. */
  readonly #prefixes = new Map<string, string>();
  /** Declares the namespaces of attributes on the root instead of where they are needed. */
  readonly #declaresOnRoot: boolean;
  readonly #share: number;
  readonly #quotes: readonly string[];

  constructor(root: XmlElement, random: () => number) {
    this.#root = root;
    this.#random = random;
    this.#declaresOnRoot = this.#chance(0.5);
    this.#share = this.#pick([0, 0.03, 0.3]);
    this.#quotes = this.#pick([['"'], ["'"], ['"', "'"]]);
    // Attributes such as mc:Ignorable refer to prefixes, which must keep their meaning.
    const keepsPrefixes = root.attributes.some(({ uri }) => uri === MARKUP_COMPATIBILITY);
    const usedPrefixes = new Set<string>();
    this.#eachName(root, ({ uri, prefix }, isAttribute) => {
      if (uri === '' || uri === XML || this.#prefixes.has(uri)) return;
      const preferred = keepsPrefixes
        ? prefix
        : isAttribute
          ? this.#pick(['r', 'rel', 'q', 'a-b.c'])
          : this.#pick(['', 'x', 'main', 'ns0', prefix]);
      const name =
        usedPrefixes.has(preferred) || (isAttribute && preferred === '') ? `n${this.#prefixes.size}` : preferred;
      usedPrefixes.add(name);
      this.#prefixes.set(uri, name);
    });
  }

  bytes(): Buffer {
    const encoding = this.#chance(0.15) ? this.#pick(['UTF-16LE', 'UTF-16BE'] as const) : 'UTF-8';
    const declared = encoding === 'UTF-8' ? this.#pick(['UTF-8', 'utf-8']) : 'UTF-16';
    const standalone = this.#pick(['', ' standalone="yes"', " standalone='no'"]);
    const declaration =
      encoding === 'UTF-8' && this.#chance(0.2)
        ? ''
        : `<?xml version="1.0" encoding=${this.#quoted(declared)}${standalone}?>${this.#pick(['', '\n', '\r\n'])}`;
    const text = declaration + this.#element(this.#root, new Map(), true) + this.#pick(['', '\n']);
    if (encoding === 'UTF-8') return Buffer.from((this.#chance(0.2) ? '\ufeff' : '') + text, 'utf8');
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    return encoding === 'UTF-16LE' ? little : little.swap16();
  }

  #eachName(element: XmlElement, see: (name: { uri: string; prefix: string }, isAttribute: boolean) => void): void {
    see(element, false);
    for (const each of element.attributes) see(each, true);
    for (const child of element.children) if (typeof child !== 'string') this.#eachName(child, see);
  }

  #element(element: XmlElement, outer: ReadonlyMap<string, string>, isRoot = false): string {
    const { uri, local, attributes, children } = element;
    const scope = new Map(outer);
    const written: string[] = [];
    const declare = (namespace: string): void => {
      if (namespace === '' || namespace === XML) return;
      const prefix = this.#prefixes.get(namespace) ?? '';
      if (scope.get(prefix) === namespace && !this.#chance(0.02)) return;
      scope.set(prefix, namespace);
      const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
      if (!written.some((each) => each.startsWith(`${name}=`)))
        written.push(`${name}=${this.#quoted(this.#text(namespace))}`);
    };
    declare(uri);
    if (isRoot && this.#declaresOnRoot) for (const namespace of this.#prefixes.keys()) declare(namespace);
    for (const each of attributes) declare(each.uri);
    for (const each of attributes) {
      const prefix = each.uri === XML ? 'xml' : each.uri === '' ? '' : this.#prefixes.get(each.uri);
      const name = prefix === '' ? each.local : `${prefix}:${each.local}`;
      written.push(`${name}${this.#pick(['=', '=', '=', ' = '])}${this.#quoted(this.#text(each.value))}`);
    }
    const prefix = this.#prefixes.get(uri) ?? '';
    const name = prefix === '' ? local : `${prefix}:${local}`;
    const start = `<${name}${this.#shuffled(written)
      .map((each) => this.#pick([' ', ' ', ' ', '\n  ']) + each)
      .join('')}${this.#pick(['', '', ' '])}`;
    if (children.length === 0) return this.#chance(0.5) ? `${start}/>` : `${start}></${name}>`;
    const isText = children.some((child) => typeof child === 'string' && child.trim() !== '');
    const inside = children.map((child) => {
      const aside = !isText && this.#chance(0.01) ? '<!-- <c r="A1"><v>1</v></c> -->' : '';
      return aside + (typeof child === 'string' ? this.#text(child) : this.#element(child, scope));
    });
    return `${start}>${inside.join('')}</${name}>`;
  }

  #quoted(text: string): string {
    const quote = this.#pick(this.#quotes);
    return `${quote}${text.replaceAll(quote, quote === '"' ? '&quot;' : '&apos;')}${quote}`;
  }

  /** Writes characters as references, such as &amp;, where XML requires it and at some random places. */
  #text(text: string): string {
    return Array.from(text, (char) => {
      const point = char.codePointAt(0) ?? 0;
      const needed = NEEDED[char];
      if (needed !== undefined) return this.#pick([needed, `&#${point};`]);
      if (point < 0x20) return `&#${point};`;
      return this.#share > 0 && this.#chance(this.#share)
        ? this.#pick([`&#${point};`, `&#x${point.toString(16)};`])
        : char;
    }).join('');
  }

  #shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return items.map(() => left.splice(Math.floor(this.#random() * left.length), 1)[0] as Item);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }
}

const NEEDED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
