import type { Instant } from '../core/calendar-date.ts';
import { NO_COUNTS, type Run, type RunCounts, type RunItem, type RunMessage } from '../core/run.ts';
import type { Reader, SqlValue, Writer } from './database.ts';
import { unpack, type Packed } from './packing.ts';
import { insertRow, tableOf } from './table.ts';

const RUNS = tableOf<Run>(
  'run',
  'id account_id kind trigger status queued_at started_at finished_at counts messages undoes undone_by',
  { json: { counts: 'the record of a run', messages: 'the record of a run' } },
);

export interface RunOutcome {
  readonly status: 'succeeded' | 'partial' | 'failed' | 'cancelled';
  readonly counts: RunCounts;
  readonly messages: readonly RunMessage[];
}

export function addRun(
  db: Writer,
  run: Pick<Run, 'id' | 'accountId' | 'kind' | 'trigger' | 'queuedAt' | 'undoes'>,
): void {
  const { id, accountId, kind, trigger, queuedAt, undoes } = run;
  const row = { id, accountId, kind, trigger, status: 'queued', queuedAt, counts: NO_COUNTS, messages: [], undoes };
  insertRow(db, 'run', row);
}

export function startRun(db: Writer, id: string, at: Instant): void {
  db.run(`UPDATE run SET status = 'running', started_at = ? WHERE id = ?`, at, id);
}

export function finishRun(db: Writer, id: string, at: Instant, { status, counts, messages }: RunOutcome): void {
  db.transaction(() => {
    const sql = 'UPDATE run SET status = ?, finished_at = ?, counts = ?, messages = ? WHERE id = ?';
    db.run(sql, status, at, JSON.stringify(counts), JSON.stringify(messages), id);
    noteEndedRun(db, id);
  });
}

export function addRunMessages(db: Writer, id: string, messages: readonly RunMessage[]): void {
  const run = findRun(db, id);
  if (run !== null)
    db.run('UPDATE run SET messages = ? WHERE id = ?', JSON.stringify([...run.messages, ...messages]), id);
}

export function recordUndo(db: Writer, undone: string, by: string): void {
  db.run('UPDATE run SET undone_by = ? WHERE id = ?', by, undone);
}

export function findRun(db: Reader, id: string): Run | null {
  return RUNS.find(db, 'WHERE id = ?', id);
}

export function findRunAt(db: Reader, accountId: string, at: Instant): Run | null {
  const rest = `WHERE account_id = ? AND started_at <= ? AND (finished_at IS NULL OR finished_at >= ?)
    ORDER BY started_at DESC, id DESC
    LIMIT 1`;
  return RUNS.find(db, rest, accountId, at, at);
}

/** Newest first; `before` is the last id of the previous page. */
export function listRuns(
  db: Reader,
  accountId: string,
  options: { limit: number; before?: string | undefined; withoutEdits?: boolean },
): Run[] {
  const values: SqlValue[] = [accountId];
  if (options.before !== undefined) values.push(options.before);
  values.push(options.limit);
  const page = options.before === undefined ? '' : 'AND (queued_at, id) < (SELECT queued_at, id FROM run WHERE id = ?)';
  const edits = options.withoutEdits === true ? `AND kind NOT IN ('rule', 'category')` : '';
  const rest = `WHERE account_id = ? ${page} ${edits} ORDER BY queued_at DESC, id DESC LIMIT ?`;
  return RUNS.list(db, rest, ...values);
}

/** The last 100 runs that wrote to the workbook, newest first. More are not needed, because a workbook keeps markers of fewer runs. */
export function listWritingRuns(db: Reader, accountId: string): { readonly id: string; readonly startedAt: Instant }[] {
  return db.all(
    `SELECT id, started_at AS startedAt FROM run
     WHERE account_id = ? AND status IN ('succeeded', 'partial')
       AND json_extract(counts, '$.added') + json_extract(counts, '$.updated') + json_extract(counts, '$.removed')
         + coalesce(json_extract(counts, '$.balances'), 0) + coalesce(json_extract(counts, '$.rules'), 0)
         + coalesce(json_extract(counts, '$.idsWritten'), 0) > 0
     ORDER BY started_at DESC, id DESC
     LIMIT 100`,
    accountId,
  );
}

export function listUnfinishedRuns(db: Reader): Run[] {
  return RUNS.list(db, `WHERE status IN ('queued', 'running') ORDER BY queued_at, id`);
}

export function addRunItems(db: Writer, runId: string, pieces: readonly Packed[]): void {
  const next = db.value<number | null>('SELECT max(chunk) + 1 FROM run_items WHERE run_id = ?', runId) ?? 0;
  for (const [place, { size, bytes }] of pieces.entries())
    insertRow(db, 'run_items', { runId, chunk: next + place, size, items: bytes });
}

export function removeRunItems(db: Writer, runId: string): void {
  db.run('DELETE FROM run_items WHERE run_id = ?', runId);
}

export function* iterateRunItems(db: Reader, runId: string, order: 'ASC' | 'DESC' = 'ASC'): Generator<RunItem> {
  const sql = `SELECT chunk FROM run_items WHERE run_id = ? ORDER BY chunk ${order}`;
  for (const { chunk } of db.all<{ chunk: number }>(sql, runId)) yield* readChunk(db, runId, chunk, order);
}

/** Newest first. */
export function listRunItems(db: Reader, runId: string, offset: number, limit: number): RunItem[] {
  const page: RunItem[] = [];
  let place = 0;
  const sql = 'SELECT chunk, size FROM run_items WHERE run_id = ? ORDER BY chunk DESC';
  for (const { chunk, size } of db.all<{ chunk: number; size: number }>(sql, runId)) {
    if (place + size > offset && page.length < limit) {
      const start = Math.max(0, offset - place);
      page.push(...readChunk(db, runId, chunk, 'DESC').slice(start, start + limit - page.length));
    }
    place += size;
  }
  return page;
}

export function countRunItems(db: Reader, runId: string): number {
  return db.value<number | null>('SELECT sum(size) FROM run_items WHERE run_id = ?', runId) ?? 0;
}

function readChunk(db: Reader, runId: string, chunk: number, order: 'ASC' | 'DESC'): RunItem[] {
  const items = db.value<Buffer>('SELECT items FROM run_items WHERE run_id = ? AND chunk = ?', runId, chunk);
  const page = items === undefined ? [] : unpack<RunItem>(items);
  return order === 'ASC' ? page : page.toReversed();
}

function noteEndedRun(db: Writer, runId: string): void {
  db.run(
    `INSERT INTO ended_run (run_id)
     SELECT run.id FROM run
     WHERE run.id = ? AND EXISTS (SELECT 1 FROM webhook WHERE webhook.account_id = run.account_id)`,
    runId,
  );
}

export function nextEndedRun(db: Reader) {
  const sql = 'SELECT sequence, run_id AS runId FROM ended_run ORDER BY sequence LIMIT 1';
  return db.get<{ readonly sequence: number; readonly runId: string }>(sql) ?? null;
}

export function removeEndedRun(db: Writer, sequence: number): void {
  db.run('DELETE FROM ended_run WHERE sequence = ?', sequence);
}

const PAGE = 100;

/** Returns ended runs in the order of their row ids, because the clock may jump. Null if the run `after` is unknown. */
export function listRunsEndedAfter(db: Reader, accountId: string, after: string | null): Run[] | null {
  const place = after === null ? 0 : placeOf(db, accountId, after);
  if (place === null) return null;
  return db
    .all<{ id: string }>(
      // The plus signs disable the index on account_id: a scan that starts at a rowid reads only the new runs.
      `SELECT id FROM run
       WHERE rowid > ? AND +account_id = ? AND status NOT IN ('queued', 'running')
         AND rowid < coalesce(
           (SELECT min(rowid) FROM run WHERE rowid > ? AND +account_id = ? AND status IN ('queued', 'running')),
           9223372036854775807)
       ORDER BY rowid LIMIT ${PAGE}`,
      place,
      accountId,
      place,
      accountId,
    )
    .flatMap(({ id }) => findRun(db, id) ?? []);
}

export function findLastEndedRun(db: Reader, accountId: string): string | null {
  const sql = `SELECT id FROM run
    WHERE account_id = ? AND status NOT IN ('queued', 'running')
      AND rowid < coalesce(
        (SELECT min(rowid) FROM run WHERE account_id = ? AND status IN ('queued', 'running')), 9223372036854775807)
    ORDER BY rowid DESC LIMIT 1`;
  return db.value<string>(sql, accountId, accountId) ?? null;
}

function placeOf(db: Reader, accountId: string, runId: string): number | null {
  return db.value<number>('SELECT rowid FROM run WHERE id = ? AND account_id = ?', runId, accountId) ?? null;
}
