import type { Instant } from '../core/calendar-date.ts';
import { countBelow } from '../core/count-below.ts';
import { memoizeReads, type Reader } from '../store/database.ts';
import { findMirrorState, loadMirrorText, loadMirrorTransactions, type StoredBlock } from '../store/mirror.ts';
import { withSoundMirror } from '../sync/mirror/mirror-updater.ts';
import type { Sync } from '../sync/create-sync.ts';
import type { Refusal, BodyParts } from './answer.ts';
import type { MirrorRepeat } from '../core/mirror-text.ts';
import { rangeKeys } from '../core/row-id.ts';

export interface CurrentMirror {
  readonly version: number;
  readonly asOf: Instant;
}

export type MirrorAccess = ReturnType<typeof createMirrorAccess>;

export function createMirrorAccess(store: Reader, sync: Pick<Sync, 'freshen' | 'rebuildMirror'>) {
  const states = memoizeReads(store, (accountId) => findMirrorState(store, accountId));
  return {
    sound: <Result>(accountId: string, work: () => Promise<Result>): Promise<Result> =>
      withSoundMirror(sync, accountId, work),
    current: async (accountId: string): Promise<CurrentMirror | Refusal> => {
      const { asOf, problem } = await sync.freshen(accountId);
      const state = states(accountId);
      if (state === null) {
        const why =
          problem === null ? 'There is no workbook yet. Choose one first.' : `${problem.message} ${problem.remedy}`;
        return { status: 503, error: why };
      }
      return { version: state.version, asOf: asOf !== null && asOf > state.verifiedAt ? asOf : state.verifiedAt };
    },
  };
}

export function mirrorHeaders(
  { version, asOf }: CurrentMirror,
  part: string,
): { readonly ETag: string; readonly 'Pennyrow-As-Of': string } {
  return { ETag: `"${version.toString(36)}-${part}"`, 'Pennyrow-As-Of': asOf };
}

interface RangeText extends BodyParts {
  readonly count: number;
}

interface Loaded {
  readonly version: number;
  readonly blocks: readonly Block[];
  /** The last day of each block, in days since 1970-01-01. */
  readonly lastDays: Int32Array;
}

interface Block extends Omit<StoredBlock, 'checksums'> {
  readonly repeats: readonly MirrorRepeat[];
  /** Loads the text on first use, because most responses need only the blocks of the last few weeks. */
  readonly text: () => Buffer;
}

export type MirrorReader = ReturnType<typeof createMirrorReader>;

/** Caches the blocks of each mirror (the cached sheet of an account) until its version changes. */
export function createMirrorReader(store: Reader) {
  const loaded = new Map<string, Loaded>();
  return {
    /** `firstDay` and `lastDay` count from 1970-01-01 and are both inclusive. */
    range: (accountId: string, version: number, firstDay: number, lastDay: number): RangeText => {
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
  const blocks = mirror.blocks.map(({ checksums: _unused, ...block }) => {
    let text: Buffer | null = null;
    return {
      ...block,
      repeats: repeats.get(`${block.year}/${block.part}`) ?? [],
      text: () => (text ??= loadMirrorText(store, accountId, block)),
    };
  });
  return { version, blocks, lastDays: Int32Array.from(blocks, ({ days }) => days.at(-1) as number) };
}

/** Rows of a block, from index `from` up to, but not including, index `to`. */
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
  if (last !== undefined) parts.push(last.subarray(0, -1));
  return parts;
}

function isOf(block: Block, repeat: MirrorRepeat): boolean {
  return repeat.year === block.year && repeat.part === block.part;
}

function firstAtLeast(days: Int32Array, day: number): number {
  return countBelow(days.length, (index) => (days[index] as number) < day);
}
