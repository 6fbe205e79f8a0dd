import type { Clock } from '../platform/clock.ts';
import { rememberInConnection, type Connection } from './connections.ts';
import type { Writer, Reader } from './database.ts';
import { packText, unpackText } from './packing.ts';

export function sourceKeep(
  db: Writer,
  { id, settings, health }: Connection,
  options: { readonly clock: Clock; readonly limit: RequestLimit; readonly isPerson: boolean },
) {
  const { clock, limit, isPerson } = options;
  return {
    settings,
    remember: (news: object): void => rememberInConnection(db, id, news),
    budget: {
      take: (purpose: 'latest' | 'past') =>
        takeRequest(db, id, clock.now(), limit, { isPerson, isPast: purpose === 'past' }),
    },
    archive: {
      find: (request: string, sinceMs: number) => findAnswer(db, id, request, sinceMs, clock.now()),
      keep: (request: string, text: string): void => keepAnswer(db, id, clock.now(), request, text),
    },
    writtenUntilMs: health.lastSuccessAt === null ? 0 : Date.parse(health.lastSuccessAt),
  };
}

interface SourceAnswer {
  readonly number: number;
  readonly atMs: number;
  readonly request: string;
  readonly bytes: number;
}

/** The maximum number of stored responses per connection: a first fetch takes 14, so ten responses of later syncs fit. */
const KEPT_ANSWERS = 24;
const KEPT_DAYS = 14;
/** The maximum total size of the compressed responses of a connection. Compression reduces them to about a tenth. */
const KEPT_BYTES = 16 * 1024 * 1024;
const DAY = 86_400_000;

function keepAnswer(db: Writer, connectionId: string, atMs: number, request: string, text: string): void {
  const answer = packText(text);
  db.transaction(() => {
    db.run(
      'INSERT INTO source_answer (connection_id, at, request, answer) SELECT id, ?, ?, ? FROM connection WHERE id = ?',
      atMs,
      request,
      answer,
      connectionId,
    );
    db.run('DELETE FROM source_answer WHERE connection_id = ? AND at <= ?', connectionId, atMs - KEPT_DAYS * DAY);
    let bytes = 0;
    for (const [index, item] of listAnswers(db, connectionId).entries()) {
      bytes += item.bytes;
      if (index >= KEPT_ANSWERS || bytes > KEPT_BYTES) db.run('DELETE FROM source_answer WHERE rowid = ?', item.number);
    }
  });
}

export function listAnswers(db: Reader, connectionId: string): SourceAnswer[] {
  return db.all<SourceAnswer>(
    `SELECT rowid AS number, at AS atMs, request, length(answer) AS bytes FROM source_answer
     WHERE connection_id = ? ORDER BY at DESC, rowid DESC`,
    connectionId,
  );
}

export function readAnswerText(db: Reader, connectionId: string, number: number): string | null {
  const row = db.get<{ answer: Buffer }>(
    'SELECT answer FROM source_answer WHERE connection_id = ? AND rowid = ?',
    connectionId,
    number,
  );
  return row === undefined ? null : unpackText(row.answer);
}

function findAnswer(
  db: Reader,
  connectionId: string,
  request: string,
  sinceMs: number,
  nowMs: number,
): { readonly atMs: number; readonly text: string } | null {
  const row = db.get<{ at: number; answer: Buffer }>(
    `SELECT at, answer FROM source_answer WHERE connection_id = ? AND request = ? AND at BETWEEN ? AND ?
     ORDER BY at DESC, rowid DESC LIMIT 1`,
    connectionId,
    request,
    sinceMs,
    nowMs,
  );
  return row === undefined ? null : { atMs: row.at, text: unpackText(row.answer) };
}

export function forgetAnswers(db: Writer, connectionId: string): void {
  db.run('DELETE FROM source_answer WHERE connection_id = ?', connectionId);
}

interface RequestLimit {
  readonly perDay: number;
  readonly reserved: number;
  readonly past: number;
}

function takeRequest(
  db: Writer,
  connectionId: string,
  nowMs: number,
  { perDay, reserved, past }: RequestLimit,
  { isPerson, isPast }: { readonly isPerson: boolean; readonly isPast: boolean },
): number | null {
  return db.transaction(() => {
    db.run(
      'DELETE FROM source_request WHERE connection_id = ? AND (at <= ? OR at > ?)',
      connectionId,
      nowMs - DAY,
      nowMs,
    );
    const most = isPerson ? perDay : perDay - reserved;
    const blocking = newest(db, connectionId, isPast ? Math.min(past, most) : most);
    if (blocking !== null) return blocking + DAY;
    db.run(
      'INSERT INTO source_request (connection_id, at) SELECT id, ? FROM connection WHERE id = ?',
      nowMs,
      connectionId,
    );
    return null;
  });
}

function newest(db: Reader, connectionId: string, limit: number): number | null {
  const sql = 'SELECT at FROM source_request WHERE connection_id = ? ORDER BY at DESC LIMIT 1 OFFSET ?';
  return db.value<number>(sql, connectionId, limit - 1) ?? null;
}
