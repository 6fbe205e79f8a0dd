import type { Instant } from '../core/calendar-date.ts';
import type { CsvMapping } from '../core/csv-mapping.ts';
import type { Reader, Writer } from './database.ts';
import { insertRow, tableOf } from './table.ts';

interface StoredCsvMapping {
  readonly fingerprint: string;
  readonly mapping: CsvMapping;
  readonly savedAt: Instant;
}

const CSV_MAPPINGS = tableOf<StoredCsvMapping>('csv_mapping', 'fingerprint mapping saved_at', {
  json: { mapping: 'how CSV files are read' },
});

export function findCsvMapping(db: Reader, accountId: string, fingerprint: string): CsvMapping | null {
  return CSV_MAPPINGS.find(db, 'WHERE account_id = ? AND fingerprint = ?', accountId, fingerprint)?.mapping ?? null;
}

export function listCsvMappings(db: Reader, accountId: string): StoredCsvMapping[] {
  return CSV_MAPPINGS.list(db, 'WHERE account_id = ? ORDER BY saved_at DESC, fingerprint', accountId);
}

export function saveCsvMapping(
  db: Writer,
  accountId: string,
  { fingerprint, mapping, savedAt }: StoredCsvMapping,
): void {
  insertRow(db, 'csv_mapping', { accountId, fingerprint, mapping, savedAt }, 'account_id, fingerprint');
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

const IMPORTED_FILES = tableOf<ImportedFile>('imported_file', 'content_hash name run_id imported_at');

export function findImportedFile(db: Reader, accountId: string, contentHash: string): ImportedFile | null {
  return IMPORTED_FILES.find(db, 'WHERE account_id = ? AND content_hash = ?', accountId, contentHash);
}

export function recordImportedFile(db: Writer, accountId: string, file: ImportedFile): void {
  const { contentHash, name, runId, importedAt } = file;
  insertRow(db, 'imported_file', { accountId, contentHash, name, runId, importedAt }, 'account_id, content_hash');
}

export function forgetImportedFiles(db: Writer, accountId: string): void {
  db.run('DELETE FROM imported_file WHERE account_id = ?', accountId);
}
