import { memoize } from '../../../core/memoize.ts';
import { excerpt, type Fault, type Place } from '../statement-error.ts';
import { camtError, type CamtXmlHandler, type CamtXmlPlace } from './camt-xml.ts';
import type { CamtEntry, CamtFields, CamtKind, CamtListener } from './camt-record.ts';
import { readCamtAmount, readCamtDate } from './camt-values.ts';

/** Validates the fields that affect money. */
export class CamtDocument implements CamtXmlHandler {
  version: string | null = null;
  readonly #name: string;
  readonly #listener: CamtListener;
  readonly #place: CamtXmlPlace;
  readonly #readDate = memoize(readCamtDate);
  #node: CamtNode = rootNode();
  #kinds = 0;
  /** True while the open element has no children; only leaves are fields. */
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
    if (this.#isLeaf && node.role === 'field') this.#take(node, internText(node, text.trim()));
    else this.#closeOuter(node, text);
    this.#isLeaf = false;
    this.#node = node.parent as CamtNode;
  }

  #closeOuter(node: CamtNode, text: string): void {
    // Ignores fields outside statements, such as the sender's name.
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
  /** The number of repetitions of a field. */
  count: number;
}

const MOST_KINDS = 20_000;

/** Long lists of references have some hundred entries. */
const MOST_REPEATS = 100_000;

/** Reuses the previous text at this place, because most fields repeat from entry to entry. */
function internText(node: CamtNode, text: string): string {
  if (text !== node.last) node.last = detached(text);
  return node.last;
}

/** A slice would keep the whole piece of the file in memory. V8 copies short slices anyway. */
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

type CamtRole = 'container' | 'header' | 'statement' | 'account' | 'balance' | 'entry' | 'details' | 'field';

interface CamtNode {
  readonly role: CamtRole;
  readonly parent: CamtNode | null;
  readonly name: string;
  readonly path: string;
  readonly currencyPath: string;
  readonly check: 'amount' | 'date' | null;
  /** A second one in the same record means that the file is damaged. */
  readonly isOnce: boolean;
  readonly children: Map<string, CamtNode>;
  last: string;
  /** The last white space before the element and before its end. Files are indented uniformly. */
  before: string;
  inside: string;
}

function rootNode(): CamtNode {
  return nodeOf('container', null, '', '');
}

function childNode(parent: CamtNode, writtenName: string): CamtNode {
  const name = localName(writtenName);
  const role = roleOf(parent, name);
  const path = role !== 'field' ? '' : parent.path === '' ? ownName(name) : `${parent.path}.${name}`;
  const node = nodeOf(role, parent, name, path);
  parent.children.set(writtenName, node);
  return node;
}

function nodeOf(role: CamtRole, parent: CamtNode | null, name: string, path: string): CamtNode {
  const record = recordOf(parent);
  return {
    role,
    parent,
    name,
    path: asKey(path),
    currencyPath: asKey(`${path}.Ccy`),
    check: record === 'entry' ? (CHECKS.get(path) ?? null) : null,
    isOnce: ONCE[record]?.has(path) ?? false,
    children: new Map(),
    last: '',
    before: '',
    inside: '',
  };
}

function recordOf(node: CamtNode | null): CamtRole {
  let record = node;
  while (record !== null && record.role === 'field') record = record.parent;
  return record?.role ?? 'container';
}

function roleOf(parent: CamtNode, name: string): CamtRole {
  const record = recordOf(parent);
  if (record === 'container') return OUTER.get(name) ?? 'container';
  if (parent.role === 'statement') return PARTS.get(name) ?? 'field';
  return record === 'entry' && name === 'TxDtls' ? 'details' : 'field';
}

function isMisplaced({ name, role }: CamtNode): boolean {
  return (name === 'Ntry' && role !== 'entry') || (name === 'TxDtls' && role === 'container');
}

const OUTER: ReadonlyMap<string, CamtRole> = new Map([
  ['Stmt', 'statement'],
  ['Rpt', 'statement'],
  ['Ntfctn', 'statement'],
  ['GrpHdr', 'header'],
]);
const PARTS: ReadonlyMap<string, CamtRole> = new Map([
  ['Acct', 'account'],
  ['Bal', 'balance'],
  ['Ntry', 'entry'],
]);

const CHECKS: ReadonlyMap<string, 'amount' | 'date'> = new Map([
  ['Amt', 'amount'],
  ['BookgDt.Dt', 'date'],
  ['BookgDt.DtTm', 'date'],
  ['ValDt.Dt', 'date'],
  ['ValDt.DtTm', 'date'],
]);

const ONCE: Partial<Readonly<Record<CamtRole, ReadonlySet<string>>>> = {
  account: new Set(['Id.IBAN', 'Id.Othr.Id', 'Ccy']),
  balance: new Set(['Amt', 'CdtDbtInd', 'Tp.CdOrPrtry.Cd']),
  entry: new Set(['Amt', 'CdtDbtInd', 'RvslInd', 'Sts', 'Sts.Cd', 'AcctSvcrRef', ...CHECKS.keys()]),
  details: new Set(['Amt', 'CdtDbtInd', 'Refs.AcctSvcrRef']),
};

/** A field named like a property of all objects ("constructor") must not collide with it. */
function ownName(name: string): string {
  return name in {} ? `${name}_` : name;
}

/** V8 internalizes property names, so later lookups need no hashing. */
function asKey(text: string): string {
  return Object.keys({ [text]: null })[0] ?? text;
}

function localName(written: string): string {
  return written.slice(written.indexOf(':') + 1);
}
