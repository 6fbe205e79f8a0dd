import type { Instant } from '../core/calendar-date.ts';
import type { Reader, Writer } from './database.ts';

export interface ImportedFile {
  /** Hash of the file's bytes: the same statement under another name is the same file. */
  readonly contentHash: string;
  readonly name: string;
  readonly runId: string;
  readonly importedAt: Instant;
}

interface ImportedFileRow {
  content_hash: string;
  name: string;
  run_id: string;
  imported_at: string;
}

export function findImportedFile(db: Reader, accountId: string, contentHash: string): ImportedFile | null {
  const row = db.get<ImportedFileRow>(
    'SELECT content_hash, name, run_id, imported_at FROM imported_file WHERE account_id = ? AND content_hash = ?',
    accountId,
    contentHash,
  );
  if (row === undefined) return null;
  return { contentHash: row.content_hash, name: row.name, runId: row.run_id, importedAt: row.imported_at as Instant };
}

export function recordImportedFile(db: Writer, accountId: string, file: ImportedFile): void {
  db.run(
    `INSERT INTO imported_file (account_id, content_hash, name, run_id, imported_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id, content_hash) DO UPDATE SET
       name = excluded.name, run_id = excluded.run_id, imported_at = excluded.imported_at`,
    accountId,
    file.contentHash,
    file.name,
    file.runId,
    file.importedAt,
  );
}

export function forgetImportedFiles(db: Writer, accountId: string): void {
  db.run('DELETE FROM imported_file WHERE account_id = ?', accountId);
}
