import { remembering } from '../remembering.ts';
import { excerpt, type Fault, type Place } from '../statement-error.ts';
import { camtError } from './camt-error.ts';
import { childNode, isMisplaced, rootNode, type CamtNode, type CamtRole } from './camt-nodes.ts';
import type { CamtEntry, CamtFields, CamtKind, CamtListener } from './camt-record.ts';
import { readCamtAmount, readCamtDate } from './camt-values.ts';
import type { CamtXmlHandler, CamtXmlPlace } from './camt-xml.ts';

/** Takes the document apart into statements, accounts, balances and entries, and checks what money depends on. */
export class CamtDocument implements CamtXmlHandler {
  /** "camt.053.001.08", from the namespace; null when the file does not say. */
  version: string | null = null;
  readonly #name: string;
  readonly #listener: CamtListener;
  readonly #place: CamtXmlPlace;
  readonly #readDate = remembering(readCamtDate);
  #node: CamtNode = rootNode();
  #kinds = 0;
  /** Whether the element that is open has shown none inside: only then its text is a field. */
  #isLeaf = false;
  readonly #records: OpenRecord[] = [];
  #details: CamtFields[] = [];

  constructor(name: string, listener: CamtListener, place: CamtXmlPlace) {
    this.#name = name;
    this.#listener = listener;
    this.#place = place;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, text: string): void {
    const node = this.#node.children.get(name) ?? this.#newNode(name);
    if (text !== node.before) {
      if (!isBlank(text)) throw this.#looseText(text);
      node.before = detached(text);
    }
    this.#node = node;
    this.#isLeaf = true;
    if (node.role !== 'field') this.#begin(node, attributes);
    else if (attributes['Ccy'] !== undefined) this.#add(node.currencyPath, attributes['Ccy'].trim(), node);
  }

  close(text: string): void {
    const node = this.#node;
    if (this.#isLeaf && node.role === 'field') this.#take(node, kept(node, text.trim()));
    else this.#closeOuter(node, text);
    this.#isLeaf = false;
    this.#node = node.parent as CamtNode;
  }

  #closeOuter(node: CamtNode, text: string): void {
    // Outside the statements stands what does not matter, such as the sender's name.
    const isIgnored = this.#isLeaf && node.role === 'container';
    if (!isIgnored && text !== node.inside) {
      if (!isBlank(text)) throw this.#looseText(text);
      node.inside = detached(text);
    }
    if (node.role !== 'field') this.#end(node.role);
  }

  #newNode(name: string): CamtNode {
    this.#kinds += 1;
    if (this.#kinds > MOST_KINDS) throw this.#unreadable({ reason: 'kinds', text: String(MOST_KINDS) });
    const node = childNode(this.#node, name);
    if (isMisplaced(node)) throw this.#unreadable({ reason: 'misplaced', text: node.name });
    return node;
  }

  #begin(node: CamtNode, attributes: Readonly<Record<string, string>>): void {
    if (node.role === 'container') return this.#beginContainer(attributes);
    const place = this.#place.now();
    if (node.role === 'statement') this.#listener.beginStatement(this.#kindOf(node), place);
    if (node.role === 'entry') this.#details = [];
    this.#records.push({ fields: {}, place, count: 0 });
  }

  #beginContainer(attributes: Readonly<Record<string, string>>): void {
    if (this.version !== null) return;
    for (const key in attributes) {
      if (key.startsWith('xmlns'))
        this.version ??= /camt\.05[234]\.\d{3}\.\d{2}/.exec(attributes[key] ?? '')?.[0] ?? null;
    }
  }

  #kindOf(node: CamtNode): CamtKind {
    return node.name === 'Stmt' ? '053' : node.name === 'Rpt' ? '052' : '054';
  }

  #end(role: CamtRole): void {
    if (role === 'container') return;
    const { fields, place } = this.#records.pop() as OpenRecord;
    if (role === 'header') this.#listener.header(fields);
    else if (role === 'statement') this.#listener.endStatement(fields);
    else if (role === 'account') this.#listener.account(fields, place);
    else if (role === 'balance') this.#listener.balance(fields);
    else if (role === 'entry') this.#listener.entry({ fields, details: this.#details, place } satisfies CamtEntry);
    else this.#details.push(fields);
  }

  #take(node: CamtNode, value: string): void {
    if (value === '' && !node.isOnce) return;
    if (node.check === 'amount' && readCamtAmount(value) === null) {
      throw camtError('statement_bad_amount', this.#name, this.#place.opened(), {
        reason: 'unreadable',
        text: excerpt(value),
      });
    }
    if (node.check === 'date' && this.#readDate(value) === null) {
      throw camtError('statement_bad_date', this.#name, this.#place.opened(), {
        reason: 'unreadable',
        text: excerpt(value),
      });
    }
    this.#add(node.path, value, node);
  }

  #add(path: string, value: string, node: CamtNode): void {
    const record = this.#records.at(-1) as OpenRecord;
    const before = record.fields[path];
    if (before === undefined) {
      record.fields[path] = value;
      return;
    }
    if (node.isOnce) throw this.#unreadable({ reason: 'twoFields', text: path });
    record.count += 1;
    if (record.count > MOST_REPEATS) throw this.#unreadable({ reason: 'repeats', text: String(MOST_REPEATS) });
    record.fields[path] = `${before} ${value}`;
  }

  #looseText(text: string) {
    return this.#unreadable({ reason: 'looseText', text: excerpt(text) });
  }

  #unreadable(fault: Fault<'statement_unreadable'>) {
    return camtError('statement_unreadable', this.#name, this.#place.now(), fault);
  }
}

interface OpenRecord {
  readonly fields: Record<string, string>;
  readonly place: Place;
  /** How often a field came again. */
  count: number;
}

/** The schemas have a few thousand places, real files use a hundred or two. */
const MOST_KINDS = 20_000;

/** Long lists of references have some hundred. */
const MOST_REPEATS = 100_000;

/** The text, or the same one that stood here last: most fields say what they said in the entry before. */
function kept(node: CamtNode, text: string): string {
  if (text !== node.last) node.last = detached(text);
  return node.last;
}

/**
 * The text apart from the piece of the file that it was cut from: V8 would keep the whole piece in memory for it.
 * Shorter ones are copies anyway.
 */
function detached(text: string): string {
  return text.length < CUT_LENGTH ? text : `${text} `.slice(0, -1);
}

const CUT_LENGTH = 13;

function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > SPACE) return false;
  }
  return true;
}

const SPACE = 32;
