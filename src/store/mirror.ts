import { crc32 } from 'node:zlib';
import type { Budget } from '../core/budget.ts';
import type { Instant } from '../core/calendar-date.ts';
import type { ListedRule, MirrorBlock, MirrorRepeat, MirrorRow, Month } from '../core/mirror-text.ts';
import type { Revision, SheetProblem } from '../core/snapshot.ts';
import { COLUMNS } from '../core/row.ts';
import { WIRE_FIELDS, type WireTransaction } from '../core/wire.ts';
import { createError, hasCode } from '../platform/errors.ts';
import type { Reader, Writer, SqlValue } from './database.ts';
import { insertRow, parseStored } from './table.ts';

/** Increase this when the stored form of a column or field changes; a test fails until you do. */
export const MIRROR_REVISION = 2;

/** A mirror (cached sheet) with another value was stored by another version of Pennyrow, so it is rebuilt from the workbook. */
export const MIRROR_FORMAT = crc32(JSON.stringify([MIRROR_REVISION, WIRE_FIELDS, COLUMNS]));

export interface MirrorState {
  /** Increases with each change of content. Derived from the clock, so that a rebuilt database does not repeat a version. */
  readonly version: number;
  readonly revision: Revision;
  readonly verifiedAt: Instant;
  readonly fingerprint: string | null;
}

type Verified = Pick<MirrorState, 'revision' | 'verifiedAt'> & { readonly fingerprint?: string | undefined };

export interface NewMirror extends Verified {
  readonly categories: readonly string[];
  readonly budgets: readonly Budget[];
  readonly rules: readonly ListedRule[];
  readonly problems: readonly SheetProblem[];
  readonly repeats: readonly MirrorRepeat[];
  readonly blocks: Iterable<MirrorBlock>;
}

export function findMirrorState(db: Reader, accountId: string): MirrorState | null {
  const sql = 'SELECT version, revision, verified_at AS verifiedAt, fingerprint FROM mirror WHERE account_id = ?';
  return db.get<MirrorState>(sql, accountId) ?? null;
}

export function findMirrorCategories(db: Reader, accountId: string): string | null {
  return db.value<string>('SELECT categories FROM mirror WHERE account_id = ?', accountId) ?? null;
}

export function listBudgets(db: Reader, accountId: string): Budget[] {
  const budgets = db.value<string>('SELECT budgets FROM mirror WHERE account_id = ?', accountId) ?? '[]';
  return parseStored<Budget[]>('the budgets of a workbook', budgets);
}

export function findMirrorRules(db: Reader, accountId: string): readonly ListedRule[] | null {
  const rules = db.value<string>('SELECT rules FROM mirror WHERE account_id = ?', accountId);
  return rules === undefined ? null : parseStored<readonly ListedRule[]>('the rules of a workbook', rules);
}

export function listSheetProblems(db: Reader, accountId: string): SheetProblem[] {
  const problems = db.value<string>('SELECT problems FROM mirror WHERE account_id = ?', accountId) ?? '[]';
  return parseStored<SheetProblem[]>('the lines that need a look', problems);
}

/** Writes only changed blocks. The version increases only if content that the API serves has changed. */
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

export type MirrorHead = Partial<Pick<NewMirror, 'categories' | 'rules' | 'problems' | 'budgets'>>;

const SERVED_LISTS: ReadonlySet<string> = new Set(['categories', 'rules']);

export interface MirrorMonths {
  readonly months: readonly Month[];
  readonly blocks: readonly MirrorBlock[];
}

export function saveMirrorMonths(
  db: Writer,
  accountId: string,
  { months, blocks, head }: MirrorMonths & { readonly head: MirrorHead },
  { revision, verifiedAt, fingerprint }: Verified,
  nowMs: number,
): void {
  db.transaction(() => {
    const removal = 'DELETE FROM mirror_block WHERE account_id = ? AND year = ? AND part >= ? AND part < ?';
    for (const { year, first, end } of months) db.run(removal, accountId, year, first, end);
    for (const block of blocks) saveBlock(db, accountId, block);
    let changes = months.length;
    for (const [name, content] of Object.entries(head)) {
      const text = JSON.stringify(content);
      const update = `UPDATE mirror SET ${name} = ? WHERE account_id = ? AND ${name} <> ?`;
      const count = db.run(update, text, accountId, text);
      if (SERVED_LISTS.has(name)) changes += count;
    }
    recordChecksum(db, accountId);
    if (changes > 0) moveVersion(db, accountId, nowMs);
    const sql = 'UPDATE mirror SET revision = ?, verified_at = ?, fingerprint = ? WHERE account_id = ?';
    db.run(sql, revision, verifiedAt, fingerprint ?? null, accountId);
  });
}

/** Does not wait for the disk, because requests call this. If a power cut undoes the update, the next check repeats it. */
export function markMirrorVerified(db: Writer, accountId: string, revision: Revision, at: Instant): void {
  db.runUnsynced('UPDATE mirror SET revision = ?, verified_at = ? WHERE account_id = ?', revision, at, accountId);
}

export function removeMirror(db: Writer, accountId: string): void {
  db.run('DELETE FROM mirror WHERE account_id = ?', accountId);
}

export function removeOutdatedMirrors(db: Writer): string[] {
  const sql = 'DELETE FROM mirror WHERE format <> ? RETURNING account_id AS accountId';
  const removed = db.transaction(() => db.all<{ readonly accountId: string }>(sql, MIRROR_FORMAT));
  return removed.map(({ accountId }) => accountId);
}

function saveHead(db: Writer, accountId: string, mirror: NewMirror): boolean {
  const served = [JSON.stringify(mirror.categories), JSON.stringify(mirror.rules), JSON.stringify(mirror.repeats)];
  const sql = 'SELECT 1 FROM mirror WHERE account_id = ? AND categories = ? AND rules = ? AND repeats = ?';
  const equal = db.get(sql, accountId, ...served);
  const { categories, budgets, rules, repeats, problems, revision, verifiedAt, fingerprint = null } = mirror;
  const lists = { categories, budgets, rules, repeats, problems };
  const version = findMirrorState(db, accountId)?.version ?? 0;
  const verified = { revision, verifiedAt, fingerprint };
  insertRow(db, 'mirror', { accountId, version, format: MIRROR_FORMAT, ...lists, ...verified }, 'account_id');
  return equal === undefined;
}

function recordChecksum(db: Writer, accountId: string): void {
  db.run('UPDATE mirror SET checksum = ? WHERE account_id = ?', mirrorChecksum(db, accountId), accountId);
}

/** True if the checksum matches or no mirror exists. Does not read the texts of blocks: `loadMirrorText` verifies them. */
export function isMirrorSound(db: Reader, accountId: string): boolean {
  const stored = db.value<number | null>('SELECT checksum FROM mirror WHERE account_id = ?', accountId) ?? null;
  return stored === mirrorChecksum(db, accountId);
}

function mirrorChecksum(db: Reader, accountId: string): number | null {
  const lists = 'SELECT categories, rules, repeats, problems, budgets FROM mirror WHERE account_id = ?';
  const head = db.get<object>(lists, accountId);
  if (head === undefined) return null;
  const blocks = db.all<BlockRow>(
    'SELECT year, part, days, offsets, checksums, checksum FROM mirror_block WHERE account_id = ? ORDER BY year, part',
    accountId,
  );
  return blocks.reduce(
    (sum, { year, part, days, offsets, checksums, checksum }) =>
      crc32(checksums, crc32(offsets, crc32(days, crc32(`${year}/${part}/${checksum}`, sum)))),
    crc32(JSON.stringify(Object.values(head))),
  );
}

export function listFirstSeen(db: Reader, accountId: string): Map<string, Instant> {
  const rows = db.all<{ row_key: string; seen_at: string }>(
    'SELECT row_key, seen_at FROM first_seen WHERE account_id = ?',
    accountId,
  );
  return new Map(rows.map((row) => [row.row_key, row.seen_at as Instant]));
}

export function recordFirstSeen(db: Writer, accountId: string, rowKeys: Iterable<string>, at: Instant): void {
  db.transaction(() => {
    const sql = 'INSERT INTO first_seen (account_id, row_key, seen_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    for (const key of rowKeys) db.run(sql, accountId, key, at);
  });
}

export interface KeptBlock extends StoredBlock {
  readonly text: Buffer;
}

/** A block without its text. The text is large, so it is loaded only for a response that needs it. */
export interface StoredBlock extends Omit<MirrorBlock, 'text'> {
  readonly checksum: number | null;
}

type BlockRow = Pick<StoredBlock, 'year' | 'part' | 'checksum'> &
  Readonly<Record<'days' | 'offsets' | 'checksums', Buffer>>;

export function loadMirrorRepeats(db: Reader, accountId: string): MirrorRepeat[] {
  const repeats = db.value<string>('SELECT repeats FROM mirror WHERE account_id = ?', accountId) ?? '[]';
  return parseStored<MirrorRepeat[]>('the mirror', repeats);
}

export function loadMirrorTransactions(db: Reader, accountId: string) {
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
  // `withSoundMirror` and others catch this error and read the workbook again.
  if (crc32(found.text) !== found.checksum) throw createError('store_mirror_damaged', {});
  return found.text;
}

/** Null if the stored text of the mirror is damaged. */
export function unlessDamaged<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (thrown) {
    if (hasCode(thrown, 'store_mirror_damaged')) return null;
    throw thrown;
  }
}

/** The blocks from month `from` up to and including month `to`; null for no end. Throws `store_mirror_damaged`. */
export function loadMirrorMonths(db: Reader, accountId: string, from: Month, to: Month | null): KeptBlock[] {
  const which = 'AND (year, part) >= (?, ?) AND (year, part) < (?, ?)';
  const end = to === null ? [Infinity, 0] : [to.year, to.end];
  const blocks = loadBlocks(db, accountId, which, from.year, from.first, ...end);
  return blocks.map((block) => ({ ...block, text: loadMirrorText(db, accountId, block) }));
}

function saveBlocks(db: Writer, accountId: string, blocks: Iterable<MirrorBlock>): boolean {
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

function saveBlock(db: Writer, accountId: string, { year, part, text, ...block }: MirrorBlock): number {
  const bytes = Buffer.from(text);
  const [days, offsets, checksums] = [bytesOf(block.days), bytesOf(block.offsets), bytesOf(block.checksums)];
  const values = { text: bytes, days, offsets, checksums, checksum: crc32(bytes) };
  return insertRow(db, 'mirror_block', { accountId, year, part, ...values }, 'account_id, year, part');
}

// Stores the bytes of a typed array as they are in RAM. All supported machines are little-endian.
function bytesOf(array: Int32Array | Uint32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

function wholeBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** Separates the key of a row from its fields in the JSON. No key contains this text, because quotes in a key are escaped. */
const FIELDS = '":{"row_index":';

export function rowsOf({ days, offsets, checksums, text: bytes }: KeptBlock): MirrorRow[] {
  return Array.from(days, (day, place) => {
    const text = bytes.toString('utf8', offsets[place], offsets[place + 1]);
    const at = 3 * place;
    const [index, planned, free] = [checksums[at] as number, checksums[at + 1] as number, checksums[at + 2] as number];
    const id = JSON.parse(text.slice(0, text.indexOf(FIELDS) + 1)) as string;
    return { id, day, index, planned, free, text };
  });
}

export function fieldsOf({ id, text }: MirrorRow): WireTransaction {
  return JSON.parse(text.slice(JSON.stringify(id).length + 1, -1)) as WireTransaction;
}
