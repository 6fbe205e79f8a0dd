import { setImmediate as turn } from 'node:timers/promises';
import type { Row } from '../core/row.ts';
import type { Revision, Snapshot } from '../core/snapshot.ts';
import type { Reader, Writer } from './database.ts';
import { unpack, type Packed } from './packing.ts';
import { insertRow, parseStored } from './table.ts';

export function findSnapshotRevision(db: Reader, accountId: string): Revision | null {
  return db.value<Revision>('SELECT revision FROM snapshot WHERE account_id = ?', accountId) ?? null;
}

export async function loadSnapshot(db: Reader, accountId: string): Promise<Snapshot> {
  const head = db.value<string>('SELECT head FROM snapshot WHERE account_id = ?', accountId);
  if (head === undefined) throw new Error(`No snapshot of ${accountId} is kept.`);
  // Loads all chunks in one query, so that a save during the unpacking cannot mix two snapshots.
  const chunks = db.all<{ rows: Buffer }>(
    'SELECT rows FROM snapshot_rows WHERE account_id = ? ORDER BY chunk',
    accountId,
  );
  const rows: Row[] = [];
  for (const chunk of chunks) {
    for (const row of unpack<Row>(chunk.rows)) rows.push(row);
    await turn();
  }
  return { ...parseStored<Omit<Snapshot, 'rows'>>('the kept snapshot', head), rows };
}

export function saveSnapshot(
  db: Writer,
  accountId: string,
  { rows: _rows, ...head }: Snapshot,
  rows: readonly Packed[],
): void {
  db.transaction(() => {
    removeSnapshot(db, accountId);
    insertRow(db, 'snapshot', { accountId, revision: head.revision, head });
    for (const [chunk, { bytes }] of rows.entries()) insertRow(db, 'snapshot_rows', { accountId, chunk, rows: bytes });
  });
}

export function removeSnapshot(db: Writer, accountId: string): void {
  db.run('DELETE FROM snapshot WHERE account_id = ?', accountId);
}
