import type { Reader, Writer } from './database.ts';
import { packText, unpackText } from './packing.ts';

/** What a source answered, without its text. */
export interface SourceAnswer {
  /** Names it among the connection's answers. */
  readonly number: number;
  readonly atMs: number;
  /** What was asked: never a host, a user or a password. */
  readonly request: string;
  /** As it is kept, compressed. */
  readonly bytes: number;
}

/** A first year takes 14; the rest are the latest syncs. */
const KEPT = 24;
const KEPT_DAYS = 14;
/** For all answers of one connection, compressed: bank texts shrink to about a tenth. */
const KEPT_BYTES = 16 * 1024 * 1024;
const DAY = 86_400_000;

/** Keeps the newest answer unless its connection is gone, and forgets those past the limits of number, age and size. */
export function keepAnswer(db: Writer, connectionId: string, atMs: number, request: string, text: string): void {
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
    for (const [index, kept] of listAnswers(db, connectionId).entries()) {
      bytes += kept.bytes;
      if (index >= KEPT || bytes > KEPT_BYTES) db.run('DELETE FROM source_answer WHERE rowid = ?', kept.number);
    }
  });
}

/** The newest first. */
export function listAnswers(db: Reader, connectionId: string): SourceAnswer[] {
  return db.all<SourceAnswer>(
    `SELECT rowid AS number, at AS atMs, request, length(answer) AS bytes FROM source_answer
     WHERE connection_id = ? ORDER BY at DESC, rowid DESC`,
    connectionId,
  );
}

/** The text of one answer; null when the connection has none of that number. */
export function readAnswerText(db: Reader, connectionId: string, number: number): string | null {
  const row = db.get<{ answer: Buffer }>(
    'SELECT answer FROM source_answer WHERE connection_id = ? AND rowid = ?',
    connectionId,
    number,
  );
  return row === undefined ? null : unpackText(row.answer);
}

/** The newest answer to that request at or after `sinceMs`; one "of the future" was kept before the clock was set back. */
export function findAnswer(
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

/** For a connection that reaches another access now. */
export function forgetAnswers(db: Writer, connectionId: string): void {
  db.run('DELETE FROM source_answer WHERE connection_id = ?', connectionId);
}
