import type { Instant } from '../core/calendar-date.ts';
import type { CsvMapping } from '../core/csv-mapping.ts';
import { parseStored } from './damage.ts';
import { insertRow, selectList, type Reader, type Writer } from './database.ts';

interface StoredCsvMapping {
  readonly fingerprint: string;
  readonly mapping: CsvMapping;
  readonly savedAt: Instant;
}

export function findCsvMapping(db: Reader, accountId: string, fingerprint: string): CsvMapping | null {
  const sql = 'SELECT mapping FROM csv_mapping WHERE account_id = ? AND fingerprint = ?';
  const mapping = db.value<string>(sql, accountId, fingerprint);
  return mapping === undefined ? null : parseStored<CsvMapping>('how CSV files are read', mapping);
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
  const row = { accountId, fingerprint, mapping: JSON.stringify(mapping), savedAt };
  insertRow(db, 'csv_mapping', row, 'account_id, fingerprint');
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
  const { contentHash, name, runId, importedAt } = file;
  insertRow(db, 'imported_file', { accountId, contentHash, name, runId, importedAt }, 'account_id, content_hash');
}

export function forgetImportedFiles(db: Writer, accountId: string): void {
  db.run('DELETE FROM imported_file WHERE account_id = ?', accountId);
}
