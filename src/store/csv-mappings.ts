import type { CsvMapping } from '../core/csv-mapping.ts';
import type { Instant } from '../core/calendar-date.ts';
import { parseStored } from './damage.ts';
import type { Reader, Writer } from './database.ts';

/** How the CSV files of one make are read, for one account. */
export interface StoredCsvMapping {
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

/** The newest first. */
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

/** In place of the one for the same make of file. */
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

/** False when there was none. */
export function removeCsvMapping(db: Writer, accountId: string, fingerprint: string): boolean {
  return db.run('DELETE FROM csv_mapping WHERE account_id = ? AND fingerprint = ?', accountId, fingerprint) > 0;
}
