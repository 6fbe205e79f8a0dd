import { crc32 } from 'node:zlib';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import type { Reader, Writer } from './database.ts';

/** That the mirror is not as it was written; a caller that can reads the workbook again instead of serving it. */
export function mirrorDamaged(): PennyrowError {
  return new PennyrowError(problem('store_mirror_damaged', {}));
}

/** Of a block's text; kept beside it. */
export function textChecksum(text: Buffer): number {
  return crc32(text);
}

interface HeadRow {
  checksum: number | null;
  categories: string;
  rules: string;
  repeats: string;
  problems: string;
}

interface PlacesRow {
  year: number;
  part: number;
  days: Buffer;
  offsets: Buffer;
  checksum: number | null;
}

/** Keeps the checksum of all but the blocks' texts; to be called whenever one of them was written. */
export function recordMirrorChecksum(db: Writer, accountId: string): void {
  const head = findHead(db, accountId);
  if (head !== undefined)
    db.run('UPDATE mirror SET checksum = ? WHERE account_id = ?', mirrorChecksum(db, accountId, head), accountId);
}

/** Whether the mirror is as it was written, apart from its blocks' texts, which are checked when read. True without one. */
export function isMirrorSound(db: Reader, accountId: string): boolean {
  const head = findHead(db, accountId);
  return head === undefined || head.checksum === mirrorChecksum(db, accountId, head);
}

function findHead(db: Reader, accountId: string): HeadRow | undefined {
  return db.get<HeadRow>(
    'SELECT checksum, categories, rules, repeats, problems FROM mirror WHERE account_id = ?',
    accountId,
  );
}

/** Names every block with the checksum of its text, so that one that is gone or another is noticed, too. */
function mirrorChecksum(db: Reader, accountId: string, { categories, rules, repeats, problems }: HeadRow): number {
  const blocks = db.all<PlacesRow>(
    'SELECT year, part, days, offsets, checksum FROM mirror_block WHERE account_id = ? ORDER BY year, part',
    accountId,
  );
  const head = crc32(JSON.stringify([categories, rules, repeats, problems]));
  return blocks.reduce(
    (sum, { year, part, days, offsets, checksum }) =>
      crc32(offsets, crc32(days, crc32(`${year}/${part}/${checksum}`, sum))),
    head,
  );
}
