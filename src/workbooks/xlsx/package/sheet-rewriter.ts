import type { StoredBlocks } from '../../../platform/zip/zip-blocks.ts';
import { firstRowOf, hasAside, type BlockRows } from './sheet-blocks.ts';
import { closingTag, firstElement, nextTag, type XmlTag } from '../../../platform/xml/xml-tag.ts';

/** Edits a sheet part. Text has one character per UTF-8 byte (`latin1`), so that offsets match the part; only `tail` gets decoded text. */
export interface SheetVisitor {
  /** `before` and `wants` are not called for rows above this one. */
  readonly firstRow: number;
  /** Everything before the rows; `prefix` is the XML prefix of the sheet's elements, such as "x:" or "". */
  head?(text: string, prefix: string): string;
  /** Rows to insert before this row, in pieces. Called for each row from `firstRow` on, and with Infinity at the end. */
  before?(row: number, prefix: string): Iterable<string>;
  /** False if none of these rows changes, so that their block is copied. Default: true. */
  touches?(rows: BlockRows): boolean;
  /** False if the row is copied without a call of `row`. Default: true. */
  wants?(row: number): boolean;
  row(text: string, row: number, prefix: string): string;
  /** Everything after the rows. */
  tail?(text: string): string;
}

/** Needs memory for one row, or for the text before or after the rows. Stored blocks are passed on unchanged. */
export async function* rewriteSheet<Piece extends Buffer | StoredBlocks>(
  pieces: AsyncIterable<Piece>,
  visitor: SheetVisitor,
): AsyncGenerator<Buffer | Piece, void, void> {
  const rewriter = new SheetRewriter(visitor);
  for await (const piece of pieces) {
    const isStored = !Buffer.isBuffer(piece);
    for (const text of isStored ? rewriter.before(firstRowOf(piece)) : rewriter.write(piece)) {
      if (text.length > 0) yield typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
    }
    if (isStored) yield piece;
  }
  yield rewriter.end();
}

class SheetRewriter {
  readonly #visitor: SheetVisitor;
  #place: 'head' | 'rows' | 'tail' = 'head';
  #rest: Buffer = Buffer.alloc(0);
  #prefix = '';
  #lastRow = 0;

  constructor(visitor: SheetVisitor) {
    this.#visitor = visitor;
  }

  *write(chunk: Buffer): Generator<Buffer | string, void, void> {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    if (this.#place === 'head') yield* this.#head();
    if (this.#place !== 'rows') return;
    const skipped = this.#endOfSkipped();
    yield this.#rest.subarray(0, skipped);
    this.#rest = this.#rest.subarray(skipped);
    yield* this.#rows();
  }

  /** Returns the text before a stored block. The previous block ended with a row, possibly followed by white space. */
  *before(row: number): Generator<Buffer | string, void, void> {
    if (this.#place !== 'rows' || this.#rest.includes('<')) throw new Error('A block of a sheet begins amid a row.');
    yield this.#rest;
    this.#rest = this.#rest.subarray(this.#rest.length);
    yield* this.#before(row);
  }

  end(): Buffer {
    const text = this.#rest.toString('utf8');
    const changed = this.#place === 'tail' ? this.#visitor.tail?.(text) : undefined;
    return changed === undefined || changed === text ? this.#rest : Buffer.from(changed, 'utf8');
  }

  *#head(): Generator<string, void, void> {
    const text = this.#rest.toString('latin1');
    const sheetData = firstElement(text, 'sheetData');
    if (sheetData === null) return;
    this.#prefix = sheetData.prefix;
    this.#rest = this.#rest.subarray(sheetData.end);
    this.#place = sheetData.kind === 'open' ? 'rows' : 'tail';
    const head = text.slice(0, sheetData.start);
    yield this.#visitor.head?.(head, this.#prefix) ?? head;
    if (sheetData.kind === 'open') {
      yield text.slice(sheetData.start, sheetData.end);
      return;
    }
    const rows = [...this.#before(Infinity)];
    yield rows.length === 0
      ? text.slice(sheetData.start, sheetData.end)
      : `<${sheetData.name}>${rows.join('')}</${sheetData.name}>`;
  }

  *#rows(): Generator<string, void, void> {
    const text = this.#rest.toString('latin1');
    const endOfRow = rowEndFinder(text, `</${this.#prefix}row`);
    let copied = 0;
    let at = 0;
    for (let tag = nextTag(text, at); tag !== null; tag = nextTag(text, at, tag)) {
      if (tag.kind === 'close') {
        yield text.slice(copied, tag.start);
        yield* this.#before(Infinity);
        this.#place = 'tail';
        this.#rest = this.#rest.subarray(tag.start);
        return;
      }
      const end = endOfRow(tag);
      if (end === -1) break;
      const number = tag.integer('r') ?? this.#lastRow + 1;
      for (const rows of this.#before(number)) {
        yield text.slice(copied, tag.start) + rows;
        copied = tag.start;
      }
      if (this.#visitor.wants?.(number) ?? true) {
        yield text.slice(copied, tag.start) + this.#visitor.row(text.slice(tag.start, end), number, this.#prefix);
        copied = end;
      }
      this.#lastRow = number;
      at = end;
    }
    this.#rest = this.#rest.subarray(at);
    yield text.slice(copied, at);
  }

  #before(row: number): Iterable<string> {
    return this.#visitor.before?.(row, this.#prefix) ?? [];
  }

  /** Offset of the last row in the buffer; 0 if the visitor may need an earlier row, or the rows cannot be recognized. */
  #endOfSkipped(): number {
    const bytes = this.#rest;
    const start = bytes.lastIndexOf(`<${this.#prefix}row `);
    if (start === -1 || hasAside(bytes) || bytes.includes(`</${this.#prefix}sheetData`)) return 0;
    const text = bytes.toString('latin1', start);
    const number = nextTag(text, 0)?.integer('r') ?? Number.NaN;
    return number <= this.#visitor.firstRow ? start : 0;
  }
}

/** Finds the end of a row; -1 if it is not in the text. Skips closing tags inside of comments and CDATA sections. */
function rowEndFinder(text: string, closing: string): (open: XmlTag) => number {
  let aside = text.indexOf('<!');
  return (open) => {
    if (open.kind === 'empty') return open.end;
    const close = text.indexOf(closing, open.end);
    const end = close === -1 ? -1 : text.indexOf('>', close);
    if (end === -1) return -1;
    if (aside !== -1 && aside < open.end) aside = text.indexOf('<!', open.end);
    if (aside === -1 || aside > end) return end + 1;
    const found = closingTag(open);
    return found === open ? -1 : found.end;
  };
}
