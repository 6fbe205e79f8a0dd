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
    const kept = keptRows(deps.store, accountId);
    const held = blocks.flatMap(({ text, offsets }) => rowsOf(Buffer.from(text), offsets));
    const differing = held.filter((row) => !takeOne(kept, row)).length;
    const left = [...kept.values()].reduce((sum, count) => sum + count, 0);
    return {
      rows: held.length,
      differing: Math.max(differing, left),
      transactionIds: new Set(snapshot.rows.map(({ transactionId }) => transactionId)),
    };
  } finally {
    await workbook.close();
  }
}

/** How often each row's text is kept; a block that is damaged keeps none. */
function keptRows(store: Reader, accountId: string): Map<string, number> {
  const kept = new Map<string, number>();
  for (const block of loadMirrorTransactions(store, accountId).blocks) {
    for (const row of readableRows(store, accountId, block)) kept.set(row, (kept.get(row) ?? 0) + 1);
  }
  return kept;
}

function readableRows(
  store: Reader,
  accountId: string,
  block: Parameters<typeof loadMirrorText>[2] & { readonly offsets: Uint32Array },
): string[] {
  try {
    return rowsOf(loadMirrorText(store, accountId, block), block.offsets);
  } catch {
    return [];
  }
}

function rowsOf(text: Buffer, offsets: Uint32Array): string[] {
  return Array.from({ length: offsets.length - 1 }, (_, row) => text.toString('utf8', offsets[row], offsets[row + 1]));
}

function takeOne(kept: Map<string, number>, row: string): boolean {
  const count = kept.get(row) ?? 0;
  if (count > 0) kept.set(row, count - 1);
  return count > 0;
}
