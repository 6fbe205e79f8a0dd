import type { Instant } from '../core/calendar-date.ts';
import type { CsvMapping } from '../core/csv-mapping.ts';
import { parseStored } from './damage.ts';
import type { Reader, Writer } from './database.ts';

/** How to read CSV files of one layout. */
interface StoredCsvMapping {
  readonly fingerprint: string;
  readonly mapping: CsvMapping;
  readonly savedAt: Instant;
}

interface CsvMappingRow {
  fingerprint: string;
  mapping: string;
  saved_at: string;
}

export function findCsvMapping(db: Reader, accountId: string, fingerprint: string): CsvMapping | null {
  const row = db.get<{ mapping: string }>(
    'SELECT mapping FROM csv_mapping WHERE account_id = ? AND fingerprint = ?',
    accountId,
    fingerprint,
  );
  return row === undefined ? null : parseStored<CsvMapping>('how CSV files are read', row.mapping);
}

/** Newest first. */
export function listCsvMappings(db: Reader, accountId: string): StoredCsvMapping[] {
  return db
    .all<CsvMappingRow>(
      'SELECT fingerprint, mapping, saved_at FROM csv_mapping WHERE account_id = ? ORDER BY saved_at DESC, fingerprint',
      accountId,
    )
    .map((row) => ({
      fingerprint: row.fingerprint,
      mapping: parseStored<CsvMapping>('how CSV files are read', row.mapping),
      savedAt: row.saved_at as Instant,
    }));
}

export function saveCsvMapping(
  db: Writer,
  accountId: string,
  { fingerprint, mapping, savedAt }: StoredCsvMapping,
): void {
  db.run(
    `INSERT INTO csv_mapping (account_id, fingerprint, mapping, saved_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, fingerprint) DO UPDATE SET mapping = excluded.mapping, saved_at = excluded.saved_at`,
    accountId,
    fingerprint,
    JSON.stringify(mapping),
    savedAt,
  );
}

/** False if there was none. */
export function removeCsvMapping(db: Writer, accountId: string, fingerprint: string): boolean {
  return db.run('DELETE FROM csv_mapping WHERE account_id = ? AND fingerprint = ?', accountId, fingerprint) > 0;
}

interface ImportedFile {
  /** The hash of the content, so that a renamed file is recognized. */
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
