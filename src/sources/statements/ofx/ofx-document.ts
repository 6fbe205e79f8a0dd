import { oneLine } from '../../../core/one-line.ts';
import { excerpt, placeError, type Fault, type StatementText } from '../statement-error.ts';
import { readOfxTokens, type OfxTokenHandler } from './ofx-tokens.ts';

export type OfxFields = Readonly<Record<string, string>>;

export interface OfxTransaction {
  readonly fields: OfxFields;
  readonly offset: number;
  readonly pending: boolean;
  readonly income?: { readonly sent: OfxFields; readonly tags: Readonly<Record<string, string>> };
}

export interface OfxStatement {
  readonly kind: 'bank' | 'card' | 'investment';
  readonly offset: number;
  readonly transactions: OfxTransaction[];
  account: OfxFields | null;
  period: OfxFields | null;
  balance: OfxFields | null;
  available: OfxFields | null;
  currency: string | null;
  securityTrades: number;
}

export interface OfxDocument {
  readonly statements: readonly OfxStatement[];
  readonly statuses: readonly OfxFields[];
  readonly otherStatements: readonly string[];
  readonly securities: ReadonlyMap<string, string>;
}

/** Throws `statement_truncated` or `statement_unreadable` unless the file is complete and well nested. */
export function readOfxDocument(written: StatementText): OfxDocument {
  // Removes NULs, because a NUL inside a tag would hide a transaction. No text needs one.
  const statement = { ...written, text: written.text.replaceAll('\0', '') };
  const reader = new DocumentReader(statement);
  readOfxTokens(statement, reader);
  reader.requireEnd();
  return reader;
}

const STATEMENTS: Readonly<Record<string, OfxStatement['kind']>> = {
  STMTRS: 'bank',
  CCSTMTRS: 'card',
  INVSTMTRS: 'investment',
};

interface OpenTag {
  readonly name: string;
  readonly offset: number;
  readonly firstLeaf: number;
}

/** Aggregates (elements that contain others) with required content: if the end of one is missing, the file is unreadable. */
const NEEDED = new Set(
  `OFX STMTRS CCSTMTRS INVSTMTRS BANKACCTFROM CCACCTFROM INVACCTFROM LEDGERBAL STATUS
   BANKTRANLIST BANKTRANLISTP INVTRANLIST INVBANKTRAN STMTTRN STMTTRNP`.split(/\s+/),
);

/** Aggregates whose leaves (elements with text) have another meaning, or none, outside of them. */
const OWN_LEAVES = new Set([...NEEDED, 'CURRENCY', 'ORIGCURRENCY', 'INCOME', 'INVTRAN', 'SECID', 'SECINFO']);

const LISTS = new Set(['BANKTRANLIST', 'INVTRANLIST']);

/** Real files nest about eight aggregates, plus empty leaves that look like aggregates. */
const DEEPEST = 100;

/** `<NAME>` without text may be an aggregate or an empty leaf; only the next closing tag shows which of them it is. */
class DocumentReader implements OfxTokenHandler, OfxDocument {
  readonly statements: OfxStatement[] = [];
  readonly statuses: OfxFields[] = [];
  readonly otherStatements: string[] = [];
  readonly securities = new Map<string, string>();
  readonly #text: StatementText;
  readonly #open: OpenTag[] = [];
  readonly #leaves: { name: string; readonly text: string }[] = [];
  #hasNewLeaves = false;
  #statement: OfxStatement | null = null;
  #transaction: OpenTag | null = null;
  #securityId = '';

  constructor(text: StatementText) {
    this.#text = text;
  }

  open(name: string, offset: number): void {
    const isOutermost = this.#open.length === 0;
    if (isOutermost !== (name === 'OFX')) throw this.#unreadable(offset, { reason: 'misplaced', text: name });
    if (this.#open.length >= DEEPEST) throw this.#unreadable(offset, { reason: 'depth', text: String(DEEPEST) });
    const kind = STATEMENTS[name];
    if (kind !== undefined) this.#beginStatement(kind, name, offset);
    this.#hasNewLeaves = false;
    const tag: OpenTag = { name, offset, firstLeaf: this.#leaves.length };
    if (name === 'STMTTRN' || name === 'STMTTRNP' || this.#isIncome(name)) this.#beginTransaction(tag);
    this.#open.push(tag);
  }

  leaf(name: string, text: string, offset: number): void {
    if (NEEDED.has(name) || this.#isIncome(name)) this.looseText(text, offset);
    this.#hasNewLeaves = true;
    this.#leaves.push({ name, text });
  }

  close(written: string, offset: number): void {
    // Commonwealth Bank of Australia ends a card statement with the tag of an account statement.
    const name = written === 'STMTRS' && this.#statement?.kind === 'card' ? 'CCSTMTRS' : written;
    const index = this.#open.findLastIndex((tag) => tag.name === name);
    if (index === -1) return this.#refuseLostStart(name, offset);
    this.#hasNewLeaves = false;
    for (let inner = this.#open.length - 1; inner > index; inner -= 1) this.#endInner(name);
    const tag = this.#open.pop() as OpenTag;
    this.#take(tag);
  }

  /** Ignores an end tag without a start, as some banks write, unless the leaves before it show that its start was lost. */
  #refuseLostStart(name: string, offset: number): void {
    const isBooking = this.#open.at(-1)?.name === 'INVTRANLIST';
    if (isBooking || (this.#hasNewLeaves && OWN_LEAVES.has(name)))
      throw this.#unreadable(offset, { reason: 'unpaired', text: name });
  }

  looseText(text: string, offset: number): void {
    // A declaration inside a document is an error, because headers precede the document.
    if (this.#open.length > 0) throw this.#unreadable(offset, { reason: 'misplaced', text: excerpt(text) });
    if (this.statements.length > 0 && !/^(OFXHEADER\s*:|$)/i.test(oneLine(text))) {
      throw this.#unreadable(offset, { reason: 'misplaced', text: excerpt(text) });
    }
  }

  requireEnd(): void {
    const unfinished = this.#open.findLast(({ name }) => NEEDED.has(name));
    if (unfinished === undefined) return;
    throw placeError('statement_truncated', this.#text, unfinished.offset, { reason: 'begun' });
  }

  #endInner(outer: string): void {
    const tag = this.#open.pop() as OpenTag;
    if (LISTS.has(tag.name) && outer in STATEMENTS) this.#take(tag);
    // Rejects an unclosed booking of an investment account, because it would hide everything after it.
    else if (NEEDED.has(tag.name) || (this.#open.at(-1)?.name === 'INVTRANLIST' && !tag.name.startsWith('DT')))
      throw this.#unreadable(tag.offset, { reason: 'unpaired', text: tag.name });
  }

  #isIncome(name: string): boolean {
    return name === 'INCOME' && this.#statement?.kind === 'investment';
  }

  #beginStatement(kind: OfxStatement['kind'], name: string, offset: number): void {
    if (this.#statement !== null) throw this.#unreadable(offset, { reason: 'misplaced', text: name });
    const empty = { account: null, period: null, balance: null, available: null, currency: null, securityTrades: 0 };
    this.#statement = { kind, offset, transactions: [], ...empty };
  }

  #beginTransaction(tag: OpenTag): void {
    const { name, offset } = tag;
    if (this.#transaction !== null) throw this.#unreadable(offset, { reason: 'misplaced', text: name });
    if (this.#statement === null) throw this.#unreadable(offset, { reason: 'misplaced', text: name });
    this.#transaction = tag;
  }

  #take(tag: OpenTag): void {
    const { name, firstLeaf } = tag;
    const statement = this.#statement;
    if (this.#transaction === tag) {
      this.#takeTransaction(statement as OfxStatement, tag);
      this.#transaction = null;
    } else if (this.#transaction !== null) {
      for (const leaf of this.#leaves.slice(firstLeaf)) leaf.name = `${name}.${leaf.name}`;
      return;
    } else if (name === 'STATUS') {
      this.statuses.push(this.#fields(tag));
    } else if (statement !== null) {
      this.#takeStatementPart(statement, tag);
    } else if (name.endsWith('STMTRS')) {
      this.otherStatements.push(name);
    } else if (name === 'SECID') {
      this.#securityId = this.#fields(tag)['UNIQUEID'] ?? '';
    } else if (name === 'SECINFO') {
      const { SECNAME: called, TICKER: ticker } = this.#fields(tag);
      this.securities.set(this.#securityId, called ?? ticker ?? '');
    }
    this.#leaves.length = firstLeaf;
  }

  #takeTransaction(statement: OfxStatement, tag: OpenTag): void {
    const { name, offset } = tag;
    const fields = this.#fields(tag);
    const pending = name === 'STMTTRNP';
    const transaction = name === 'INCOME' ? incomeTransaction(fields, offset) : { fields, offset, pending };
    if (transaction === null) statement.securityTrades += 1;
    else statement.transactions.push(transaction);
  }

  #takeStatementPart(statement: OfxStatement, tag: OpenTag): void {
    const { name } = tag;
    if (name === 'BANKACCTFROM' || name === 'CCACCTFROM' || name === 'INVACCTFROM') {
      statement.account ??= this.#fields(tag);
    } else if (LISTS.has(name)) {
      statement.period ??= this.#fields(tag);
    } else if (name === 'LEDGERBAL') {
      statement.balance ??= this.#fields(tag);
    } else if (name === 'AVAILBAL') {
      statement.available ??= this.#fields(tag);
    } else if (name in STATEMENTS) {
      statement.currency = this.#fields(tag)['CURDEF'] ?? null;
      this.statements.push(statement);
      this.#statement = null;
    } else if (this.#open.at(-1)?.name === 'INVTRANLIST' && !NO_TRADES.has(name)) {
      statement.securityTrades += 1;
    }
  }

  #fields({ firstLeaf, offset }: OpenTag): OfxFields {
    const fields: Record<string, string> = {};
    for (const { name, text } of this.#leaves.slice(firstLeaf)) {
      const before = fields[name];
      if (before !== undefined && ONCE.has(name)) throw this.#unreadable(offset, { reason: 'twice', text: name });
      fields[name] = before === undefined ? text : `${before} ${text}`;
    }
    return fields;
  }

  #unreadable(offset: number, fault: Fault<'statement_unreadable'>) {
    return placeError('statement_unreadable', this.#text, offset, fault);
  }
}

/** Aggregates of an investment statement that are not trades. */
const NO_TRADES = new Set('INVBANKTRAN INVPOSLIST INVBAL INVOOLIST INV401K INV401KBAL'.split(' '));

const ONCE = new Set(['FITID', 'TRNAMT', 'DTPOSTED', 'ACCTID', 'BANKID', 'CURDEF']);

/** Null without an amount. Reinvested income also counts as cash, because the purchase is a separate trade in the file. */
function incomeTransaction(sent: OfxFields, offset: number): OfxTransaction | null {
  const date = sent['INVTRAN.DTSETTLE'] === undefined ? 'DTTRADE' : 'DTSETTLE';
  const fields: Record<string, string> = { TRNTYPE: TYPES[(sent['INCOMETYPE'] ?? '').toUpperCase()] ?? 'INCOME' };
  for (const [name, from] of [
    ['DTPOSTED', `INVTRAN.${date}`],
    ['TRNAMT', 'TOTAL'],
    ['FITID', 'INVTRAN.FITID'],
    ['MEMO', 'INVTRAN.MEMO'],
    ['CURRENCY.CURSYM', 'CURRENCY.CURSYM'],
  ] as const) {
    const value = sent[from];
    if (value !== undefined) fields[name] = value;
  }
  if (fields['TRNAMT'] === undefined) return null;
  return { fields, offset, pending: false, income: { sent, tags: { DTPOSTED: date, TRNAMT: 'TOTAL' } } };
}

export function namedIncome({ fields, income }: OfxTransaction, securities: ReadonlyMap<string, string>): OfxFields {
  if (income === undefined) return fields;
  const called = securities.get(income.sent['SECID.UNIQUEID'] ?? '') ?? '';
  return called === ''
    ? fields
    : { ...fields, NAME: called, MEMO: fields['MEMO'] ?? WORDS[fields['TRNTYPE'] ?? ''] ?? 'Income' };
}

/** Maps INCOMETYPE (OFX 2.2, section 13.9.2.4) to TRNTYPE. */
const TYPES: Readonly<Record<string, string>> = { DIV: 'DIV', INTEREST: 'INT' };
const WORDS: Readonly<Record<string, string>> = { DIV: 'Dividend', INT: 'Interest' };
