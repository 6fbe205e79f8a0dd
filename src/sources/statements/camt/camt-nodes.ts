/** What an element is, as far as reading goes. */
export type CamtRole = 'container' | 'header' | 'statement' | 'account' | 'balance' | 'entry' | 'details' | 'field';

/** A place in the document's tree: every element that stands there shares it. */
export interface CamtNode {
  readonly role: CamtRole;
  readonly parent: CamtNode | null;
  /** Without the namespace's prefix. */
  readonly name: string;
  /** Names from the record on that the element belongs to: "BookgDt.Dt". */
  readonly path: string;
  readonly currencyPath: string;
  readonly check: 'amount' | 'date' | null;
  /** Two of it in one record mean that the file is damaged. */
  readonly isOnce: boolean;
  /** By the name as written, with its prefix. */
  readonly children: Map<string, CamtNode>;
  /** What the last element here said: the next one mostly says the same, and one text serves both. */
  last: string;
  /** The white space that stood before it, and before its end, last time: files are indented alike throughout. */
  before: string;
  inside: string;
}

export function rootNode(): CamtNode {
  return nodeOf('container', null, '', '');
}

export function childNode(parent: CamtNode, writtenName: string): CamtNode {
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

/** The role of the element whose fields a node's are. */
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

/** Whether an element of this name means a role that it does not have where it stands: then the file is damaged. */
export function isMisplaced({ name, role }: CamtNode): boolean {
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

/** A field that is called like what every object has ("constructor") must not meet that. */
function ownName(name: string): string {
  return name in {} ? `${name}_` : name;
}

/** The same text as V8 keeps the names of properties: it need not be looked up again with each field. */
function asKey(text: string): string {
  return Object.keys({ [text]: null })[0] ?? text;
}

function localName(written: string): string {
  return written.slice(written.indexOf(':') + 1);
}
