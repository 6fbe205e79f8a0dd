import { crc32 } from 'node:zlib';
import type { MirrorBlock, MirrorRepeat, Month } from '../core/mirror-text.ts';
import { createError } from '../platform/errors.ts';
import { parseStored } from './damage.ts';
import type { Reader, SqlValue, Writer } from './database.ts';
import { insertRow } from './table.ts';

export interface KeptBlock extends StoredBlock {
  readonly text: Buffer;
}

/** A block without its text, which is loaded only when a response needs it. */
export interface StoredBlock extends Omit<MirrorBlock, 'text'> {
  readonly checksum: number | null;
}

export interface MirrorTransactions {
  readonly blocks: readonly StoredBlock[];
  readonly repeats: readonly MirrorRepeat[];
}

export type BlockRow = Pick<StoredBlock, 'year' | 'part' | 'checksum'> &
  Readonly<Record<'days' | 'offsets' | 'checksums', Buffer>>;

export function loadMirrorRepeats(db: Reader, accountId: string): MirrorRepeat[] {
  const repeats = db.value<string>('SELECT repeats FROM mirror WHERE account_id = ?', accountId) ?? '[]';
  return parseStored<MirrorRepeat[]>('the mirror', repeats);
}

export function loadMirrorTransactions(db: Reader, accountId: string): MirrorTransactions {
  return { blocks: loadBlocks(db, accountId), repeats: loadMirrorRepeats(db, accountId) };
}

function loadBlocks(db: Reader, accountId: string, which = '', ...values: SqlValue[]): StoredBlock[] {
  const sql = `SELECT year, part, days, offsets, checksums, checksum FROM mirror_block
    WHERE account_id = ? ${which} ORDER BY year, part`;
  return db.all<BlockRow>(sql, accountId, ...values).map(({ days, offsets, checksums, ...place }) => ({
    ...place,
    days: new Int32Array(wholeBuffer(days)),
    offsets: new Uint32Array(wholeBuffer(offsets)),
    checksums: new Uint32Array(wholeBuffer(checksums)),
  }));
}

/** Empty if the block no longer exists. Throws `store_mirror_damaged`. */
export function loadMirrorText(
  db: Reader,
  accountId: string,
  { year, part }: Pick<StoredBlock, 'year' | 'part'>,
): Buffer {
  const sql = 'SELECT text, checksum FROM mirror_block WHERE account_id = ? AND year = ? AND part = ?';
  const found = db.get<{ text: Buffer; checksum: number | null }>(sql, accountId, year, part);
  if (found === undefined) return Buffer.alloc(0);
  // The caller reads the workbook again instead, if it can.
  if (crc32(found.text) !== found.checksum) throw createError('store_mirror_damaged', {});
  return found.text;
}

/** The blocks of a month, or of all months from one on. Throws `store_mirror_damaged`. */
export function loadMirrorMonths(db: Reader, accountId: string, from: Month, to: Month | null): KeptBlock[] {
  const which = 'AND (year, part) >= (?, ?) AND (year, part) < (?, ?)';
  const end = to === null ? [Infinity, 0] : [to.year, to.end];
  const blocks = loadBlocks(db, accountId, which, from.year, from.first, ...end);
  return blocks.map((block) => ({ ...block, text: loadMirrorText(db, accountId, block) }));
}

export function saveBlocks(db: Writer, accountId: string, blocks: Iterable<MirrorBlock>): boolean {
  type Place = Pick<MirrorBlock, 'year' | 'part'>;
  const keyOf = ({ year, part }: Place): string => `${year}/${part}`;
  const before = db.all<Place>('SELECT year, part FROM mirror_block WHERE account_id = ?', accountId);
  const leftOver = new Map(before.map((place) => [keyOf(place), place]));
  let changes = 0;
  for (const block of blocks) {
    leftOver.delete(keyOf(block));
    changes += saveBlock(db, accountId, block);
  }
  const sql = 'DELETE FROM mirror_block WHERE account_id = ? AND year = ? AND part = ?';
  for (const { year, part } of leftOver.values()) changes += db.run(sql, accountId, year, part);
  return changes > 0;
}

export function saveBlock(db: Writer, accountId: string, { year, part, text, ...block }: MirrorBlock): number {
  const bytes = Buffer.from(text);
  const [days, offsets, checksums] = [bytesOf(block.days), bytesOf(block.offsets), bytesOf(block.checksums)];
  const values = { text: bytes, days, offsets, checksums, checksum: crc32(bytes) };
  return insertRow(db, 'mirror_block', { accountId, year, part, ...values }, 'account_id, year, part');
}

// Typed arrays are stored in memory layout: little-endian on all supported machines.
function bytesOf(array: Int32Array | Uint32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

function wholeBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
