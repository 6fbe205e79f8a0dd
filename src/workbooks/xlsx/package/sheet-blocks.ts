import type { NewBlock, StoredBlocks, WantsBlock, ZipBlock } from '../../../platform/zip/zip-blocks.ts';
import { firstElement, nextTag } from '../../../platform/xml/xml-tag.ts';

export interface BlockRows {
  readonly from: number;
  /** Infinity in the last block. */
  readonly to: number;
  /** False if the block certainly contains no formulas. */
  readonly mayHoldFormulas: boolean;
}

/** Marks of the blocks before and after the rows. A block of rows has twice its first row number, plus 1 if it may have formulas. */
const HEAD = 0;
const TAIL = 0xffffffff;

/** Uncompressed size of a block. A small change repacks a whole block, but smaller blocks make files larger. */
const BLOCK_BYTES = 320 * 1024;
/** Only a longer text is split, so that the remaining block is not much smaller than half of `BLOCK_BYTES`. */
const MOST_BYTES = 1.5 * BLOCK_BYTES;

export function blocksWith(wants: (rows: BlockRows) => boolean): WantsBlock {
  return (block, next) =>
    !holdsRows(block) ||
    wants({
      from: rowOf(block.mark),
      to: next === null || next.mark === TAIL ? Infinity : rowOf(next.mark) - 1,
      mayHoldFormulas: block.mark % 2 === 1,
    });
}

export function blocksOf(numbers: ReadonlySet<number>): (rows: BlockRows) => boolean {
  const sorted = [...numbers].sort((a, b) => a - b);
  return ({ from, to }) => {
    const next = sorted.find((row) => row >= from);
    return next !== undefined && next <= to;
  };
}

export function firstRowsOf(blocks: readonly ZipBlock[]): readonly number[] {
  return blocks.filter(holdsRows).map(({ mark }) => rowOf(mark));
}

function holdsRows({ mark }: ZipBlock): boolean {
  return mark !== HEAD && mark !== TAIL;
}

export function firstRowOf({ blocks: [first] }: StoredBlocks): number {
  return rowOf(first?.mark ?? HEAD);
}

/** Splits a sheet part into blocks that can be read separately. Blocks have no marks if the rows cannot be recognized. */
export async function* cutSheet(
  pieces: AsyncIterable<Buffer | StoredBlocks>,
): AsyncGenerator<NewBlock | StoredBlocks, void, void> {
  const cutter = new SheetCutter();
  for await (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield* cutter.write(piece);
    else {
      yield* cutter.flush();
      yield piece;
    }
  }
  yield* cutter.end();
}

class SheetCutter {
  #place: 'head' | 'rows' | 'tail' = 'head';
  #pending: Buffer[] = [];
  #length = 0;
  #prefix = '';
  #isRecognized = true;

  *write(bytes: Buffer): Generator<NewBlock, void, void> {
    this.#pending.push(bytes);
    this.#length += bytes.length;
    if (this.#place === 'head') yield* this.#head();
    if (this.#length >= MOST_BYTES) yield* this.#rows(false);
  }

  *flush(): Generator<NewBlock, void, void> {
    if (this.#length > 0) yield* this.#rows(true);
  }

  *end(): Generator<NewBlock, void, void> {
    yield* this.flush();
    if (this.#length > 0) yield this.#piece(this.#take(), this.#place === 'tail' ? TAIL : null);
  }

  *#head(): Generator<NewBlock, void, void> {
    const bytes = this.#take();
    const sheetData = firstElement(bytes.toString('latin1'), 'sheetData');
    if (sheetData?.kind === 'open') {
      this.#prefix = sheetData.prefix;
      this.#place = 'rows';
      yield this.#piece(bytes.subarray(0, sheetData.end), HEAD);
    }
    this.#hold(bytes.subarray(sheetData?.kind === 'open' ? sheetData.end : 0));
  }

  *#rows(isAll: boolean): Generator<NewBlock, void, void> {
    let bytes = this.#take();
    if (this.#place === 'rows') {
      const end = bytes.indexOf(`</${this.#prefix}sheetData`);
      const rows = end === -1 ? bytes : bytes.subarray(0, end);
      let at = 0;
      while (rows.length - at >= MOST_BYTES) {
        const next = rows.indexOf(`<${this.#prefix}row `, at + BLOCK_BYTES);
        if (next === -1) break;
        yield this.#rowsPiece(rows.subarray(at, next));
        at = next;
      }
      if ((isAll || end !== -1) && at < rows.length) {
        yield this.#rowsPiece(rows.subarray(at));
        at = rows.length;
      }
      bytes = bytes.subarray(at);
      if (end !== -1) this.#place = 'tail';
    }
    this.#hold(bytes);
  }

  #rowsPiece(bytes: Buffer): NewBlock {
    const start = bytes.toString('latin1', 0, START_OF_ROW);
    const row = nextTag(start, 0)?.integer('r') ?? Number.NaN;
    if (!Number.isSafeInteger(row) || hasAside(bytes)) this.#isRecognized = false;
    return this.#piece(bytes, 2 * row + (bytes.includes(`<${this.#prefix}f`) ? 1 : 0));
  }

  #piece(bytes: Buffer, mark: number | null): NewBlock {
    return { bytes, mark: this.#isRecognized ? mark : null };
  }

  #take(): Buffer {
    const [first] = this.#pending;
    const bytes = first !== undefined && this.#pending.length === 1 ? first : Buffer.concat(this.#pending);
    this.#hold(bytes.subarray(bytes.length));
    return bytes;
  }

  #hold(bytes: Buffer): void {
    this.#pending = bytes.length === 0 ? [] : [bytes];
    this.#length = bytes.length;
  }
}

/** True for comments, CDATA sections or processing instructions. Searches for their second character, which is rarer than `<`. */
export function hasAside(bytes: Buffer): boolean {
  return ['!', '?'].some((mark) => {
    let at = bytes.indexOf(mark);
    while (at !== -1 && bytes[at - 1] !== LESS_THAN) at = bytes.indexOf(mark, at + 1);
    return at !== -1;
  });
}

const LESS_THAN = 0x3c;
/** Bytes in which to search for the row number: more than the start tag of a row needs. */
const START_OF_ROW = 1000;

function rowOf(mark: number): number {
  return Math.floor(mark / 2);
}
