import { crc32 } from 'node:zlib';
import type { Instant } from '../core/calendar-date.ts';
import type { ListedRule, MirrorBlock, MirrorRepeat, Month } from '../core/mirror-text.ts';
import { mirrorSample } from '../core/mirror-format.ts';
import type { Revision, SheetProblem } from '../core/snapshot.ts';
import { parseStored } from './damage.ts';
import type { Reader, Writer } from './database.ts';
import { saveBlock, saveBlocks, type BlockRow } from './mirror-blocks.ts';

/**
 * The form of what is kept, as a number that no other form has. A stored mirror of another form, which another version
 * wrote, is thrown away at the next start and read from the workbook again.
 */
export const MIRROR_FORMAT = crc32(mirrorSample());

/** What changes when the mirror does, and when it was last known to equal the workbook. */
export interface MirrorState {
  /** Never the same for two contents, not even after the database was lost and rebuilt. */
  readonly version: number;
  readonly revision: Revision;
  readonly verifiedAt: Instant;
}

/** A mirror to be kept: the parts of a snapshot that the API serves. */
export interface NewMirror extends Pick<MirrorState, 'revision' | 'verifiedAt'> {
  readonly categories: readonly string[];
  readonly rules: readonly ListedRule[];
  readonly problems: readonly SheetProblem[];
  readonly repeats: readonly MirrorRepeat[];
  readonly blocks: Iterable<MirrorBlock>;
}

/** Null when the workbook was never read. */
export function findMirrorState(db: Reader, accountId: string): MirrorState | null {
  const sql = 'SELECT version, revision, verified_at AS verifiedAt FROM mirror WHERE account_id = ?';
  return db.get<MirrorState>(sql, accountId) ?? null;
}

/** The JSON text of the account's categories; null when the workbook was never read. */
export function findMirrorCategories(db: Reader, accountId: string): string | null {
  return db.value<string>('SELECT categories FROM mirror WHERE account_id = ?', accountId) ?? null;
}

/** The JSON text of the account's rules; null when the workbook was never read. */
export function findMirrorRules(db: Reader, accountId: string): string | null {
  return db.value<string>('SELECT rules FROM mirror WHERE account_id = ?', accountId) ?? null;
}

export function listSheetProblems(db: Reader, accountId: string): SheetProblem[] {
  const problems = db.value<string>('SELECT problems FROM mirror WHERE account_id = ?', accountId) ?? '[]';
  return parseStored<SheetProblem[]>('the lines that need a look', problems);
}

/**
 * Replaces the account's mirror, writing only what differs. The version moves when anything that the API
 * serves does, so that what clients hold stays valid over a sync that found nothing.
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

/** Some months of a mirror, with all blocks that they have. */
export interface MirrorMonths {
  readonly months: readonly Month[];
  readonly blocks: readonly MirrorBlock[];
}

/** Replaces the blocks of some months alone: the workbook is at that revision now, and shows the same but for them. */
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

/** Notes that the workbook still is what the mirror shows. */
export function markMirrorVerified(db: Writer, accountId: string, revision: Revision, at: Instant): void {
  db.run('UPDATE mirror SET revision = ?, verified_at = ? WHERE account_id = ?', revision, at, accountId);
}

/** For an account that got another workbook. */
export function removeMirror(db: Writer, accountId: string): void {
  db.run('DELETE FROM mirror WHERE account_id = ?', accountId);
}

/**
 * Removes every mirror that another version of Pennyrow stored in another form, since answers are slices of its text.
 * Returns the accounts that have none any more; the next look at their workbook makes one.
 */
export function removeOutdatedMirrors(db: Writer): string[] {
  const sql = 'DELETE FROM mirror WHERE format <> ? RETURNING account_id AS accountId';
  const removed = db.transaction(() => db.all<{ readonly accountId: string }>(sql, MIRROR_FORMAT));
  return removed.map(({ accountId }) => accountId);
}

/** True when what the API serves from the head changed. */
function saveHead(db: Writer, accountId: string, mirror: NewMirror): boolean {
  const served = [JSON.stringify(mirror.categories), JSON.stringify(mirror.rules), JSON.stringify(mirror.repeats)];
  const known = db.get(
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
  return known === undefined;
}

/** Keeps the checksum of all but the blocks' texts; to be called whenever one of them was written. */
function recordChecksum(db: Writer, accountId: string): void {
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
