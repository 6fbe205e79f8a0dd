import { SaxesParser } from 'saxes';
import { memoize } from '../../../core/memoize.ts';
import { excerpt, type Fault, placeError, type StatementText } from '../statement-error.ts';
import { readCamtAmount, readCamtDate } from './camt-values.ts';

/** The texts of a record, by the paths of their elements inside the record. Texts of repeated elements are joined. */
export type CamtFields = Readonly<Record<string, string>>;

export interface CamtRecord {
  readonly role: CamtRole;
  readonly name: string;
  readonly offset: number;
  readonly fields: Record<string, string>;
  readonly details: CamtFields[];
}

type CamtRole = 'container' | 'header' | 'statement' | 'account' | 'balance' | 'entry' | 'details' | 'field';

export interface CamtHandler {
  begin(record: CamtRecord): void;
  end(record: CamtRecord): void;
}

/** Throws `statement_truncated`, and `statement_unreadable` for malformed XML, a DOCTYPE and damaged records. */
export function readCamtDocument(text: StatementText, handler: CamtHandler): void {
  // Ignores namespaces, which some files omit or get wrong.
  const parser = new SaxesParser({ xmlns: false, position: false });
  const readDate = memoize(readCamtDate);
  const records: CamtRecord[] = [];
  let element: CamtElement = { ...OUTSIDE, children: new Map() };
  let elements = 0;
  let repeats = 0;
  let openedAt = 0;
  /** Everything since the last tag, including white space. */
  let content = '';
  /** True while the open element has no children; only leaves are fields. */
  let isLeaf = false;
  let isEnding = false;

  const unreadable = (fault: Fault<'statement_unreadable'>) =>
    placeError('statement_unreadable', text, parser.position, fault);

  function requireBlank(): void {
    if (/[^\0- ]/.test(content)) throw unreadable({ reason: 'misplaced', text: excerpt(content) });
  }

  function childOf(parent: CamtElement, written: string): CamtElement {
    elements += 1;
    if (elements > MOST_ELEMENTS) throw unreadable({ reason: 'depth', text: String(MOST_ELEMENTS) });
    if (parent.depth >= DEEPEST) throw unreadable({ reason: 'depth', text: String(DEEPEST) });
    const child = newElement(parent, written.slice(written.indexOf(':') + 1));
    if (isMisplaced(child)) throw unreadable({ reason: 'misplaced', text: child.name });
    parent.children.set(written, child);
    return child;
  }

  function take({ path, check, isOnce }: CamtElement, value: string): void {
    if (value === '' && !isOnce) return;
    const fault = { reason: 'unreadable', text: excerpt(value) } as const;
    if (check === 'amount' && readCamtAmount(value) === null)
      throw placeError('statement_bad_amount', text, openedAt, fault);
    if (check === 'date' && readDate(value) === null) throw placeError('statement_bad_date', text, openedAt, fault);
    add(path, value, isOnce);
  }

  function add(path: string, value: string, isOnce: boolean): void {
    const { fields } = records.at(-1) as CamtRecord;
    const before = fields[path];
    if (before !== undefined && isOnce) throw unreadable({ reason: 'twice', text: path });
    if (before !== undefined) repeats += 1;
    if (repeats > MOST_REPEATS) throw unreadable({ reason: 'depth', text: String(MOST_REPEATS) });
    fields[path] = before === undefined ? value : `${before} ${value}`;
  }

  parser.on('error', ({ message }) => {
    const fault = { reason: 'xml', text: message.replace(/\.$/, '') } as const;
    throw placeError(isEnding ? 'statement_truncated' : 'statement_unreadable', text, parser.position, fault);
  });
  parser.on('doctype', () => {
    throw unreadable({ reason: 'declaration', text: 'DOCTYPE' });
  });
  parser.on('text', (more) => {
    content += more;
  });
  parser.on('cdata', (more) => {
    content += more;
  });
  parser.on('opentag', ({ name, attributes }) => {
    requireBlank();
    content = '';
    openedAt = parser.position;
    element = element.children.get(name) ?? childOf(element, name);
    isLeaf = true;
    const currency = attributes['Ccy'];
    if (element.role === 'field') {
      if (currency !== undefined) add(element.currencyPath, currency.trim(), element.isOnce);
    } else if (element.role !== 'container') {
      const record = { role: element.role, name: element.name, offset: openedAt, fields: {}, details: [] };
      records.push(record);
      repeats = 0;
      handler.begin(record);
    }
  });
  parser.on('closetag', () => {
    const { role } = element;
    if (isLeaf && role === 'field') take(element, content.trim());
    // Texts outside of records, such as the name of the sender, are ignored.
    else if (!isLeaf || role !== 'container') requireBlank();
    content = '';
    if (role !== 'field' && role !== 'container') {
      const record = records.pop() as CamtRecord;
      if (role === 'details') records.at(-1)?.details.push(record.fields);
      else handler.end(record);
    }
    isLeaf = false;
    element = element.parent as CamtElement;
  });
  parser.write(text.text);
  isEnding = true;
  parser.close();
}

const MOST_ELEMENTS = 20_000;

/** Real files nest about fifteen levels. */
const DEEPEST = 100;

/** Far above real files: even long lists of references repeat an element only a few hundred times. */
const MOST_REPEATS = 100_000;

/** One node for all elements of the document that have the same path. */
interface CamtElement {
  readonly role: CamtRole;
  readonly record: CamtRole;
  readonly name: string;
  readonly path: string;
  readonly currencyPath: string;
  readonly depth: number;
  readonly check: 'amount' | 'date' | null;
  /** True if a second element in the same record means that the file is damaged. */
  readonly isOnce: boolean;
  readonly parent: CamtElement | null;
  readonly children: Map<string, CamtElement>;
}

const OUTSIDE = {
  role: 'container',
  record: 'container',
  name: '',
  path: '',
  currencyPath: '',
  depth: 0,
  check: null,
  isOnce: false,
  parent: null,
} as const;

function newElement(parent: CamtElement, name: string): CamtElement {
  const record = parent.role === 'field' ? parent.record : parent.role;
  const inside = record === 'entry' ? record : parent.role;
  const role = ROLES.get(`${inside} ${name}`) ?? (record === 'container' ? 'container' : 'field');
  // A field named like a property of all objects ("constructor") must not collide with it.
  const first = name in {} ? `${name}_` : name;
  const path = role !== 'field' ? '' : parent.path === '' ? first : `${parent.path}.${name}`;
  return {
    role,
    record,
    name,
    path,
    currencyPath: `${path}.Ccy`,
    depth: parent.depth + 1,
    check: record === 'entry' ? (CHECKS.get(path) ?? null) : null,
    isOnce: ONCE[record]?.has(path) ?? false,
    parent,
    children: new Map(),
  };
}

function isMisplaced({ name, role }: CamtElement): boolean {
  return (name === 'Ntry' && role !== 'entry') || (name === 'TxDtls' && role === 'container');
}

const ROLES: ReadonlyMap<string, CamtRole> = new Map([
  ['container GrpHdr', 'header'],
  ['container Stmt', 'statement'],
  ['container Rpt', 'statement'],
  ['container Ntfctn', 'statement'],
  ['statement Acct', 'account'],
  ['statement Bal', 'balance'],
  ['statement Ntry', 'entry'],
  ['entry TxDtls', 'details'],
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
