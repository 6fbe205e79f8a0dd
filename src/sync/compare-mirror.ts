import { findAccount } from '../store/accounts.ts';
import type { Reader } from '../store/database.ts';
import { loadMirrorText, loadMirrorTransactions } from '../store/mirror-blocks.ts';
import type { SyncDependencies } from './dependencies.ts';
import type { MirrorComparison } from './sync.ts';
import { writeOut } from './write-out.ts';

/** See `SyncService.compareMirror`. Look first: rows added since the last look differ only once the mirror is up to date. */
export async function compareMirror(deps: SyncDependencies, accountId: string): Promise<MirrorComparison> {
  const account = findAccount(deps.store, accountId);
  if (account === null || account.workbook === null) return { rows: 0, differing: 0, transactionIds: new Set() };
  const workbook = deps.openWorkbook(account);
  try {
    const snapshot = await workbook.read({ remembered: account.layout });
    const { blocks } = await writeOut(deps, account, snapshot);
    const kept = Map.groupBy(keptRows(deps.store, accountId), (row) => row);
    const held = blocks.flatMap(({ text, offsets }) => rowsOf(Buffer.from(text), offsets));
    const differing = held.filter((row) => kept.get(row)?.pop() === undefined).length;
    const left = [...kept.values()].flat().length;
    return {
      rows: held.length,
      differing: Math.max(differing, left),
      transactionIds: new Set(snapshot.rows.map(({ transactionId }) => transactionId)),
    };
  } finally {
    await workbook.close();
  }
}

/** The texts of the rows that are kept; a block that is damaged keeps none. */
function keptRows(store: Reader, accountId: string): string[] {
  return loadMirrorTransactions(store, accountId).blocks.flatMap((block) => {
    try {
      return rowsOf(loadMirrorText(store, accountId, block), block.offsets);
    } catch {
      return [];
    }
  });
}

function rowsOf(text: Buffer, offsets: Uint32Array): string[] {
  return Array.from({ length: offsets.length - 1 }, (_, row) => text.toString('utf8', offsets[row], offsets[row + 1]));
}
