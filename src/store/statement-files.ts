import type { Instant } from '../core/calendar-date.ts';
import type { CsvMapping } from '../core/csv-mapping.ts';
import { parseStored } from './damage.ts';
import { selectList, type Reader, type Writer } from './database.ts';

interface StoredCsvMapping {
  readonly fingerprint: string;
  readonly mapping: CsvMapping;
  readonly savedAt: Instant;
}

export function findCsvMapping(db: Reader, accountId: string, fingerprint: string): CsvMapping | null {
  const row = db.get<{ mapping: string }>(
    'SELECT mapping FROM csv_mapping WHERE account_id = ? AND fingerprint = ?',
    accountId,
    fingerprint,
  );
  return row === undefined ? null : parseStored<CsvMapping>('how CSV files are read', row.mapping);
}

export function listCsvMappings(db: Reader, accountId: string): StoredCsvMapping[] {
  return db
    .all<Omit<StoredCsvMapping, 'mapping'> & { readonly mapping: string }>(
      `SELECT ${selectList('fingerprint mapping saved_at')} FROM csv_mapping
       WHERE account_id = ? ORDER BY saved_at DESC, fingerprint`,
      accountId,
    )
    .map((row) => ({ ...row, mapping: parseStored<CsvMapping>('how CSV files are read', row.mapping) }));
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

export function removeCsvMapping(db: Writer, accountId: string, fingerprint: string): boolean {
  return db.run('DELETE FROM csv_mapping WHERE account_id = ? AND fingerprint = ?', accountId, fingerprint) > 0;
}

interface ImportedFile {
  readonly contentHash: string;
  readonly name: string;
  readonly runId: string;
  readonly importedAt: Instant;
}

export function findImportedFile(db: Reader, accountId: string, contentHash: string): ImportedFile | null {
  const sql = `SELECT ${selectList('content_hash name run_id imported_at')} FROM imported_file
    WHERE account_id = ? AND content_hash = ?`;
  return db.get<ImportedFile>(sql, accountId, contentHash) ?? null;
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
