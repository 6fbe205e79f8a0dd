import type { Snapshot } from '../../core/snapshot.ts';
import { findAccount, saveLayout } from '../../store/accounts.ts';
import { forgetAllBalanceRows, forgetBalances } from '../../store/balances.ts';
import { restartConnections } from '../../store/connections.ts';
import type { Writer } from '../../store/database.ts';
import { forgetEverything, knowsAny } from '../../store/memory.ts';
import { removeMirror } from '../../store/mirror.ts';
import { removeSnapshot } from '../../store/snapshots.ts';
import { forgetImportedFiles } from '../../store/statement-files.ts';
import { compareMirror, type MirrorComparison } from '../mirror/mirror-writer.ts';
import type { UseCaseContext } from './context.ts';

export function createWorkbookChanges({ deps, mirror }: UseCaseContext) {
  const { store } = deps;
  return {
    /** For another file or document. Memory is kept if the workbook contains any remembered row. */
    workbookChanged: (accountId: string, snapshot: Snapshot | null): void => {
      store.transaction(() => changeWorkbook(store, accountId, snapshot));
      mirror.invalidate(accountId);
    },
    /** Must be called when the user has mapped columns, as in `snapshot`: rebuilds the mirror. */
    columnsChanged: async (accountId: string, { layout }: Snapshot): Promise<void> => {
      store.transaction(() => {
        saveLayout(store, accountId, layout);
        removeSnapshot(store, accountId);
      });
      await mirror.rebuildMirror(accountId);
    },
    /** Throws if the workbook cannot be read. */
    compareMirror: async (accountId: string): Promise<MirrorComparison> => {
      await mirror.freshen(accountId);
      return compareMirror(deps, accountId);
    },
  };
}

/** An account that is currently without a workbook keeps its memory for the next one. */
function changeWorkbook(store: Writer, accountId: string, snapshot: Snapshot | null): void {
  removeMirror(store, accountId);
  removeSnapshot(store, accountId);
  saveLayout(store, accountId, null);
  const ids = snapshot?.rows.map(({ transactionId }) => transactionId) ?? [];
  if (findAccount(store, accountId)?.workbook === null || knowsAny(store, accountId, ids)) return;
  forgetEverything(store, accountId);
  forgetBalances(store, accountId);
  forgetAllBalanceRows(store, accountId);
  forgetImportedFiles(store, accountId);
  restartConnections(store, accountId);
}
