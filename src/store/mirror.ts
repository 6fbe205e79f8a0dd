import { crc32 } from 'node:zlib';
import type { Instant } from '../core/calendar-date.ts';
import { mirrorSample } from '../core/mirror-format.ts';
import type { ListedRule, MirrorBlock, MirrorRepeat, Month } from '../core/mirror-text.ts';
import type { Revision, SheetProblem } from '../core/snapshot.ts';
import { parseStored } from './damage.ts';
import type { Reader, Writer } from './database.ts';
import { saveBlock, saveBlocks, type BlockRow } from './mirror-blocks.ts';

/**
 * Identifies the storage format. Mirrors in another format, written by another version, are removed at the start and rebuilt from the
 * workbook.
 */
export const MIRROR_FORMAT = crc32(mirrorSample());

/** The state of the mirror and the time when it was last known to match the workbook. */
export interface MirrorState {
  /** Unique for each content, even after the database was lost and rebuilt. */
  readonly version: number;
  readonly revision: Revision;
  readonly verifiedAt: Instant;
}

export interface NewMirror extends Pick<MirrorState, 'revision' | 'verifiedAt'> {
  readonly categories: readonly string[];
  readonly rules: readonly ListedRule[];
  readonly problems: readonly SheetProblem[];
  readonly repeats: readonly MirrorRepeat[];
  readonly blocks: Iterable<MirrorBlock>;
}

/** Null if the workbook was never read. */
export function findMirrorState(db: Reader, accountId: string): MirrorState | null {
  const sql = 'SELECT version, revision, verified_at AS verifiedAt FROM mirror WHERE account_id = ?';
  return db.get<MirrorState>(sql, accountId) ?? null;
}

export function findMirrorCategories(db: Reader, accountId: string): string | null {
  return db.value<string>('SELECT categories FROM mirror WHERE account_id = ?', accountId) ?? null;
}

export function findMirrorRules(db: Reader, accountId: string): string | null {
  return db.value<string>('SELECT rules FROM mirror WHERE account_id = ?', accountId) ?? null;
}

export function listSheetProblems(db: Reader, accountId: string): SheetProblem[] {
  const problems = db.value<string>('SELECT problems FROM mirror WHERE account_id = ?', accountId) ?? '[]';
  return parseStored<SheetProblem[]>('the lines that need a look', problems);
}

/**
 * Replaces the mirror, writing only differences. The version changes only with content that the API serves, so that clients can keep
 * cached responses after a sync without changes.
 */
export function saveMirror(db: Writer, accountId: string, mirror: NewMirror, nowMs: number): void {
  db.transaction(() => {
    const headChanged = saveHead(db, accountId, mirror);
    const blocksChanged = saveBlocks(db, accountId, mirror.blocks);
    recordChecksum(db, accountId);
    if (headChanged || blocksChanged) moveVersion(db, accountId, nowMs);
  });
}

function moveVersion(db: Writer, accountId: string, nowMs: number): void {
  db.run('UPDATE mirror SET version = max(?, version + 1) WHERE account_id = ?', nowMs, accountId);
}

export interface MirrorMonths {
  readonly months: readonly Month[];
  readonly blocks: readonly MirrorBlock[];
}

/** Replaces the blocks of some months, if nothing else in the workbook has changed. */
export function saveMirrorMonths(
  db: Writer,
  accountId: string,
  { months, blocks }: MirrorMonths,
  { revision, verifiedAt }: Pick<MirrorState, 'revision' | 'verifiedAt'>,
  nowMs: number,
): void {
  db.transaction(() => {
    const sql = 'DELETE FROM mirror_block WHERE account_id = ? AND year = ? AND part >= ? AND part < ?';
    for (const { year, first, end } of months) db.run(sql, accountId, year, first, end);
    for (const block of blocks) saveBlock(db, accountId, block);
    recordChecksum(db, accountId);
    if (months.length > 0) moveVersion(db, accountId, nowMs);
    markMirrorVerified(db, accountId, revision, verifiedAt);
  });
}

/** Records that the workbook still matches the mirror. */
export function markMirrorVerified(db: Writer, accountId: string, revision: Revision, at: Instant): void {
  db.run('UPDATE mirror SET revision = ?, verified_at = ? WHERE account_id = ?', revision, at, accountId);
}

export function removeMirror(db: Writer, accountId: string): void {
  db.run('DELETE FROM mirror WHERE account_id = ?', accountId);
}

/**
 * Removes mirrors in another storage format. Returns their accounts; the next read of their workbook creates a mirror.
 */
export function removeOutdatedMirrors(db: Writer): string[] {
  const sql = 'DELETE FROM mirror WHERE format <> ? RETURNING account_id AS accountId';
  const removed = db.transaction(() => db.all<{ readonly accountId: string }>(sql, MIRROR_FORMAT));
  return removed.map(({ accountId }) => accountId);
}

/** True if content that the API serves has changed. */
function saveHead(db: Writer, accountId: string, mirror: NewMirror): boolean {
  const served = [JSON.stringify(mirror.categories), JSON.stringify(mirror.rules), JSON.stringify(mirror.repeats)];
  const equal = db.get(
    'SELECT 1 FROM mirror WHERE account_id = ? AND categories = ? AND rules = ? AND repeats = ?',
    accountId,
    ...served,
  );
  db.run(
    `INSERT INTO mirror (account_id, version, format, categories, rules, repeats, revision, verified_at, problems)
     VALUES (?, 0, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET
       format = excluded.format,
       categories = excluded.categories,
       rules = excluded.rules,
       repeats = excluded.repeats,
       revision = excluded.revision,
       verified_at = excluded.verified_at,
       problems = excluded.problems`,
    accountId,
    MIRROR_FORMAT,
    ...served,
    mirror.revision,
    mirror.verifiedAt,
    JSON.stringify(mirror.problems),
  );
  return equal === undefined;
}

/** Updates the checksum of everything but the texts; must be called after every change. */
function recordChecksum(db: Writer, accountId: string): void {
  db.run('UPDATE mirror SET checksum = ? WHERE account_id = ?', mirrorChecksum(db, accountId), accountId);
}

/** True if the checksum matches, or there is no mirror. Texts of blocks are verified when they are read. */
export function isMirrorSound(db: Reader, accountId: string): boolean {
  const kept = db.value<number | null>('SELECT checksum FROM mirror WHERE account_id = ?', accountId) ?? null;
  return kept === mirrorChecksum(db, accountId);
}

/** Includes the checksum of every block, so that missing and replaced blocks are detected. Null without a mirror. */
function mirrorChecksum(db: Reader, accountId: string): number | null {
  const head = db.get<object>(
    'SELECT categories, rules, repeats, problems FROM mirror WHERE account_id = ?',
    accountId,
  );
  if (head === undefined) return null;
  const blocks = db.all<BlockRow & { readonly checksum: number | null }>(
    'SELECT year, part, days, offsets, checksum FROM mirror_block WHERE account_id = ? ORDER BY year, part',
    accountId,
  );
  return blocks.reduce(
    (sum, { year, part, days, offsets, checksum }) =>
      crc32(offsets, crc32(days, crc32(`${year}/${part}/${checksum}`, sum))),
    crc32(JSON.stringify(Object.values(head))),
  );
}

/** The first sighting of rows that the user typed, by key. */
export function listFirstSeen(db: Reader, accountId: string): Map<string, Instant> {
  const rows = db.all<{ row_key: string; seen_at: string }>(
    'SELECT row_key, seen_at FROM first_seen WHERE account_id = ?',
    accountId,
  );
  return new Map(rows.map((row) => [row.row_key, row.seen_at as Instant]));
}

export function recordFirstSeen(db: Writer, accountId: string, rowKeys: Iterable<string>, at: Instant): void {
  db.transaction(() => {
    for (const key of rowKeys) {
      db.run(
        'INSERT INTO first_seen (account_id, row_key, seen_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        accountId,
        key,
        at,
      );
    }
  });
}
