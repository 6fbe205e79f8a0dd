import type { MirrorRepeat } from '../core/mirror-text.ts';
import { rangeKeys } from '../core/row-id.ts';
import type { Reader } from '../store/database.ts';
import { loadMirrorText, loadMirrorTransactions, type StoredBlock } from '../store/mirror-blocks.ts';
import type { BodyParts } from './answer.ts';

/** The transactions of a range, joined by commas: what is between the braces of the answer. */
export interface RangeText extends BodyParts {
  readonly count: number;
}

export interface MirrorReader {
  /** Days since 1970-01-01, both inclusive. `version` is the mirror's as it is now. */
  range(accountId: string, version: number, firstDay: number, lastDay: number): RangeText;
}

interface Loaded {
  readonly version: number;
  readonly blocks: readonly Block[];
  /** Of each block. */
  readonly lastDays: Int32Array;
}

interface Block extends StoredBlock {
  readonly repeats: readonly MirrorRepeat[];
  /** Loaded by the first answer that needs it: most answers are about the last few weeks. */
  readonly text: () => Buffer;
}

/** Keeps each account's blocks from the first answer that needs them, and reloads them when the mirror's version moves. */
export function createMirrorReader(store: Reader): MirrorReader {
  const loaded = new Map<string, Loaded>();
  return {
    range: (accountId, version, firstDay, lastDay) => {
      let mirror = loaded.get(accountId);
      if (mirror?.version !== version) {
        mirror = load(store, accountId, version);
        loaded.set(accountId, mirror);
      }
      return cut(mirror, firstDay, lastDay);
    },
  };
}

function load(store: Reader, accountId: string, version: number): Loaded {
  const mirror = loadMirrorTransactions(store, accountId);
  const repeats = Map.groupBy(mirror.repeats, ({ year, part }) => `${year}/${part}`);
  const blocks = mirror.blocks.map((block) => {
    let text: Buffer | null = null;
    return {
      ...block,
      repeats: repeats.get(`${block.year}/${block.part}`) ?? [],
      text: () => (text ??= loadMirrorText(store, accountId, block)),
    };
  });
  return { version, blocks, lastDays: Int32Array.from(blocks, ({ days }) => days.at(-1) as number) };
}

/** Rows `from` up to but not including `to` of a block. */
interface Piece {
  readonly block: Block;
  readonly from: number;
  readonly to: number;
}

function cut({ blocks, lastDays }: Loaded, firstDay: number, lastDay: number): RangeText {
  const pieces: Piece[] = [];
  let count = 0;
  for (let index = firstAtLeast(lastDays, firstDay); index < blocks.length; index += 1) {
    const block = blocks[index] as Block;
    const from = firstAtLeast(block.days, firstDay);
    const to = firstAtLeast(block.days, lastDay + 1);
    if (to <= from) break;
    pieces.push({ block, from, to });
    count += to - from;
  }
  const parts = joinPieces(pieces);
  return { parts, count, length: parts.reduce((sum, part) => sum + part.length, 0) };
}

/** One slice for each piece, more only where a row's key is another one in this range. */
function joinPieces(pieces: readonly Piece[]): Uint8Array[] {
  const repeats = pieces.flatMap((piece) =>
    piece.block.repeats.filter(({ position }) => position >= piece.from && position < piece.to),
  );
  const keys = rangeKeys(repeats.map(({ id }) => id));
  const parts: Uint8Array[] = [];
  let repeat = 0;
  for (const { block, from, to } of pieces) {
    const text = block.text();
    let start = block.offsets[from] as number;
    for (let next = repeats[repeat]; next !== undefined && isOf(block, next); next = repeats[repeat]) {
      const key = keys[repeat] as string;
      repeat += 1;
      if (key === next.id) continue;
      const at = block.offsets[next.position] as number;
      parts.push(text.subarray(start, at), Buffer.from(JSON.stringify(key)));
      start = at + Buffer.byteLength(JSON.stringify(next.id));
    }
    parts.push(text.subarray(start, block.offsets[to]));
  }
  const last = parts.pop();
  // Every row ends in a comma; the last one of the answer must not.
  if (last !== undefined) parts.push(last.subarray(0, -1));
  return parts;
}

function isOf(block: Block, repeat: MirrorRepeat): boolean {
  return repeat.year === block.year && repeat.part === block.part;
}

/** The first index whose day is `day` or later, by halving. */
function firstAtLeast(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] as number) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
