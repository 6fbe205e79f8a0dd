import type { Snapshot } from '../core/snapshot.ts';
import { findAccount, saveLayout } from '../store/accounts.ts';
import { restartConnections } from '../store/connections.ts';
import { forgetAllBalanceRows, forgetBalances } from '../store/balances.ts';
import type { Writer } from '../store/database.ts';
import { forgetImportedFiles } from '../store/statement-files.ts';
import { forgetEverything, knowsAny } from '../store/memory.ts';
import { removeMirror } from '../store/mirror.ts';
import { removeSnapshot } from '../store/snapshots.ts';

/** See `SyncService.workbookChanged`. An account that has no workbook for now keeps its memory for the next one. */
export function changeWorkbook(store: Writer, accountId: string, snapshot: Snapshot | null): void {
  store.transaction(() => {
    removeMirror(store, accountId);
    removeSnapshot(store, accountId);
    saveLayout(store, accountId, null);
    if (findAccount(store, accountId)?.workbook === null || isSameWorkbook(store, accountId, snapshot)) return;
    forgetEverything(store, accountId);
    forgetBalances(store, accountId);
    forgetAllBalanceRows(store, accountId);
    forgetImportedFiles(store, accountId);
    restartConnections(store, accountId);
  });
}

function isSameWorkbook(store: Writer, accountId: string, snapshot: Snapshot | null): boolean {
  return (
    snapshot !== null &&
    knowsAny(
      store,
      accountId,
      snapshot.rows.map(({ transactionId }) => transactionId),
    )
  );
}
