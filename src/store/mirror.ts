import { crc32 } from 'node:zlib';
import type { Instant } from '../core/calendar-date.ts';
import type { ListedRule } from '../core/mirror-lists.ts';
import { mirrorSample } from '../core/mirror-format.ts';
import { firstPart, type MirrorBlock, type MirrorRepeat } from '../core/mirror-text.ts';
import type { Revision, SheetProblem } from '../core/snapshot.ts';
import { parseStored } from './damage.ts';
import type { Reader, SqlValue, Writer } from './database.ts';
import { mirrorDamaged, recordMirrorChecksum, textChecksum } from './mirror-checksum.ts';

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
export interface NewMirror {
  readonly revision: Revision;
  readonly verifiedAt: Instant;
  readonly categories: readonly string[];
  readonly rules: readonly ListedRule[];
  readonly problems: readonly SheetProblem[];
  readonly repeats: readonly MirrorRepeat[];
  readonly blocks: Iterable<MirrorBlock>;
}

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

/** Null when the workbook was never read. */
export function findMirrorState(db: Reader, accountId: string): MirrorState | null {
  const row = db.get<{ version: number; revision: string; verified_at: string }>(
    'SELECT version, revision, verified_at FROM mirror WHERE account_id = ?',
    accountId,
  );
  return row === undefined
    ? null
    : { version: row.version, revision: row.revision as Revision, verifiedAt: row.verified_at as Instant };
}

/** The JSON text of the account's categories; null when the workbook was never read. */
export function findMirrorCategories(db: Reader, accountId: string): string | null {
  return (
    db.get<{ categories: string }>('SELECT categories FROM mirror WHERE account_id = ?', accountId)?.categories ?? null
  );
}

/** The JSON text of the account's rules; null when the workbook was never read. */
export function findMirrorRules(db: Reader, accountId: string): string | null {
  return db.get<{ rules: string }>('SELECT rules FROM mirror WHERE account_id = ?', accountId)?.rules ?? null;
}

export function listSheetProblems(db: Reader, accountId: string): SheetProblem[] {
  const row = db.get<{ problems: string }>('SELECT problems FROM mirror WHERE account_id = ?', accountId);
  return row === undefined ? [] : parseStored<SheetProblem[]>('the lines that need a look', row.problems);
}

interface BlockRow {
  year: number;
  part: number;
  days: Buffer;
  offsets: Buffer;
}

/** By date, as the blocks. */
export function loadMirrorRepeats(db: Reader, accountId: string): MirrorRepeat[] {
  const head = db.get<{ repeats: string }>('SELECT repeats FROM mirror WHERE account_id = ?', accountId);
  return parseStored<MirrorRepeat[]>('the mirror', head?.repeats ?? '[]');
}

/** Everything that answers are cut from but the texts, with no work per row. */
export function loadMirrorTransactions(db: Reader, accountId: string): MirrorTransactions {
  const rows = db.all<BlockRow>(
    'SELECT year, part, days, offsets FROM mirror_block WHERE account_id = ? ORDER BY year, part',
    accountId,
  );
  const blocks = rows.map(toBlock);
  return { blocks, repeats: loadMirrorRepeats(db, accountId) };
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
 * Replaces the account's mirror, writing only what differs. The version moves when anything that the API
 * serves does, so that what clients hold stays valid over a sync that found nothing.
 */
export function saveMirror(db: Writer, accountId: string, mirror: NewMirror, nowMs: number): void {
  db.transaction(() => {
    const before = findMirrorState(db, accountId);
    const headChanged = saveHead(db, accountId, mirror);
    const blocksChanged = saveBlocks(db, accountId, mirror.blocks);
    recordMirrorChecksum(db, accountId);
    if (headChanged || blocksChanged) moveVersion(db, accountId, before, nowMs);
  });
}

function moveVersion(db: Writer, accountId: string, before: MirrorState | null, nowMs: number): void {
  const version = Math.max(nowMs, (before?.version ?? 0) + 1);
  db.run('UPDATE mirror SET version = ? WHERE account_id = ?', version, accountId);
}

/** Replaces the blocks of some months alone: the workbook is at that revision now, and shows the same but for them. */
export function saveMirrorMonths(
  db: Writer,
  accountId: string,
  months: readonly MirrorMonth[],
  { revision, verifiedAt }: Pick<MirrorState, 'revision' | 'verifiedAt'>,
  nowMs: number,
): void {
  db.transaction(() => {
    for (const { year, month, blocks } of months) {
      for (const block of blocks) saveBlock(db, accountId, block);
      db.run(
        'DELETE FROM mirror_block WHERE account_id = ? AND year = ? AND part >= ? AND part < ?',
        accountId,
        year,
        firstPart(month) + blocks.length,
        firstPart(month + 1),
      );
    }
    recordMirrorChecksum(db, accountId);
    if (months.length > 0) moveVersion(db, accountId, findMirrorState(db, accountId), nowMs);
    markMirrorVerified(db, accountId, revision, verifiedAt);
  });
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
  return db.transaction(() => {
    const accounts = db.all<{ account_id: string }>('SELECT account_id FROM mirror WHERE format <> ?', MIRROR_FORMAT);
    for (const { account_id: accountId } of accounts) removeMirror(db, accountId);
    return accounts.map(({ account_id: accountId }) => accountId);
  });
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

/** True when any block changed, came or went. */
function saveBlocks(db: Writer, accountId: string, blocks: Iterable<MirrorBlock>): boolean {
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

function saveBlock(db: Writer, accountId: string, block: NewBlock): number {
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
