import { crc32 } from 'node:zlib';
import type { Reader, Writer } from './database.ts';

interface PlaceRow {
  readonly year: number;
  readonly part: number;
  readonly days: Buffer;
  readonly offsets: Buffer;
  readonly checksum: number | null;
}

/** Keeps the checksum of all but the blocks' texts; to be called whenever one of them was written. */
export function recordMirrorChecksum(db: Writer, accountId: string): void {
  db.run('UPDATE mirror SET checksum = ? WHERE account_id = ?', mirrorChecksum(db, accountId), accountId);
}

/** Whether the mirror is as it was written, apart from its blocks' texts, which are checked when read. True without one. */
export function isMirrorSound(db: Reader, accountId: string): boolean {
  const kept = db.value<number | null>('SELECT checksum FROM mirror WHERE account_id = ?', accountId) ?? null;
  return kept === mirrorChecksum(db, accountId);
}

/** Names every block with the checksum of its text, so that one that is gone or another is noticed, too. Null without a mirror. */
function mirrorChecksum(db: Reader, accountId: string): number | null {
  const head = db.get<object>(
    'SELECT categories, rules, repeats, problems FROM mirror WHERE account_id = ?',
    accountId,
  );
  if (head === undefined) return null;
  const blocks = db.all<PlaceRow>(
    'SELECT year, part, days, offsets, checksum FROM mirror_block WHERE account_id = ? ORDER BY year, part',
    accountId,
  );
  return blocks.reduce(
    (sum, { year, part, days, offsets, checksum }) =>
      crc32(offsets, crc32(days, crc32(`${year}/${part}/${checksum}`, sum))),
    crc32(JSON.stringify(Object.values(head))),
  );
}
