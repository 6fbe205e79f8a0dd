import { firstPart, type MirrorBlock, type MirrorRepeat } from '../core/mirror-text.ts';
import { parseStored } from './damage.ts';
import type { Reader, SqlValue, Writer } from './database.ts';
import { mirrorDamaged, textChecksum } from './mirror-checksum.ts';

/** A block with its text as it is written out, or as it is kept. */
export interface NewBlock extends StoredBlock {
  readonly text: string | Buffer;
}

export interface Month {
  readonly year: number;
  /** From 1. */
  readonly month: number;
}

/** All blocks of one month, in their order. */
export interface MirrorMonth extends Month {
  readonly blocks: readonly NewBlock[];
}

/** Where the rows of a block are; its text is a matter of its own, since an answer needs few of them. */
export type StoredBlock = Omit<MirrorBlock, 'text'>;

export interface MirrorTransactions {
  /** By date. */
  readonly blocks: readonly StoredBlock[];
  /** By date, as the blocks. */
  readonly repeats: readonly MirrorRepeat[];
}

type BlockRow = Pick<StoredBlock, 'year' | 'part'> & Readonly<Record<'days' | 'offsets', Buffer>>;

/** By date, as the blocks. */
export function loadMirrorRepeats(db: Reader, accountId: string): MirrorRepeat[] {
  const repeats = db.value<string>('SELECT repeats FROM mirror WHERE account_id = ?', accountId) ?? '[]';
  return parseStored<MirrorRepeat[]>('the mirror', repeats);
}

/** Everything that answers are cut from but the texts, with no work per row. */
export function loadMirrorTransactions(db: Reader, accountId: string): MirrorTransactions {
  const sql = 'SELECT year, part, days, offsets FROM mirror_block WHERE account_id = ? ORDER BY year, part';
  return { blocks: db.all<BlockRow>(sql, accountId).map(toBlock), repeats: loadMirrorRepeats(db, accountId) };
}

function toBlock({ year, part, days, offsets }: BlockRow): StoredBlock {
  return { year, part, days: new Int32Array(wholeBuffer(days)), offsets: new Uint32Array(wholeBuffer(offsets)) };
}

/**
 * A block's text as UTF-8, as it goes into answers; empty when the mirror has no such block any more.
 *
 * @throws PennyrowError store_mirror_damaged when it is not as it was written
 */
export function loadMirrorText(
  db: Reader,
  accountId: string,
  { year, part }: Pick<StoredBlock, 'year' | 'part'>,
): Buffer {
  const sql = 'SELECT text, checksum FROM mirror_block WHERE account_id = ? AND year = ? AND part = ?';
  const found = db.get<{ text: Buffer; checksum: number | null }>(sql, accountId, year, part);
  if (found !== undefined && textChecksum(found.text) !== found.checksum) throw mirrorDamaged();
  return found?.text ?? Buffer.alloc(0);
}

/**
 * The blocks of a month, whole.
 *
 * @throws PennyrowError store_mirror_damaged when one is not as it was written
 */
export function loadMirrorMonth(db: Reader, accountId: string, { year, month }: Month): NewBlock[] {
  return loadWhole(db, accountId, [year, firstPart(month)], [year, firstPart(month + 1)]);
}

/** The same of that month and all after it. */
export function loadMirrorSince(db: Reader, accountId: string, { year, month }: Month): NewBlock[] {
  return loadWhole(db, accountId, [year, firstPart(month)], [LAST_YEAR + 1, 0]);
}

const LAST_YEAR = 9999;

type Place = readonly [year: number, part: number];

function loadWhole(db: Reader, accountId: string, from: Place, to: Place): NewBlock[] {
  const sql = `SELECT year, part, days, offsets FROM mirror_block
    WHERE account_id = ? AND (year, part) >= (?, ?) AND (year, part) < (?, ?) ORDER BY year, part`;
  return db
    .all<BlockRow>(sql, accountId, ...from, ...to)
    .map((row) => ({ ...toBlock(row), text: loadMirrorText(db, accountId, row) }));
}

/** True when any block changed, came or went. */
export function saveBlocks(db: Writer, accountId: string, blocks: Iterable<MirrorBlock>): boolean {
  const leftOver = new Set(
    db
      .all<{ year: number; part: number }>('SELECT year, part FROM mirror_block WHERE account_id = ?', accountId)
      .map(({ year, part }) => `${year}/${part}`),
  );
  let changes = 0;
  for (const block of blocks) {
    leftOver.delete(`${block.year}/${block.part}`);
    changes += saveBlock(db, accountId, block);
  }
  for (const place of leftOver) {
    const [year, part] = place.split('/').map(Number) as [number, number];
    changes += db.run('DELETE FROM mirror_block WHERE account_id = ? AND year = ? AND part = ?', accountId, year, part);
  }
  return changes > 0;
}

export function saveBlock(db: Writer, accountId: string, block: NewBlock): number {
  const text = typeof block.text === 'string' ? Buffer.from(block.text) : block.text;
  const values: SqlValue[] = [
    accountId,
    block.year,
    block.part,
    text,
    bytesOf(block.days),
    bytesOf(block.offsets),
    textChecksum(text),
  ];
  return db.run(
    `INSERT INTO mirror_block (account_id, year, part, text, days, offsets, checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, year, part) DO UPDATE SET
       text = excluded.text,
       days = excluded.days,
       offsets = excluded.offsets,
       checksum = excluded.checksum
     WHERE text <> excluded.text OR days <> excluded.days OR offsets <> excluded.offsets OR checksum IS NOT excluded.checksum`,
    ...values,
  );
}

// Typed arrays are stored as they lie in memory: little-endian on every machine that Pennyrow runs on.
function bytesOf(array: Int32Array | Uint32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

/** The bytes in a buffer of their own, since a typed array must begin at a multiple of its element size. */
function wholeBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
