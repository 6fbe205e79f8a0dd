import type { Layout, Revision } from '../core/snapshot.ts';
import { VERSION } from '../platform/version.ts';
import type { Account } from '../store/accounts.ts';
import { findSettled } from '../store/settled.ts';
import type { Fingerprint, Workbook } from '../workbooks/workbook.ts';
import type { SyncDependencies } from './dependencies.ts';

/**
 * A text for the state that a workbook has at a revision, as `saveSettled` takes it; null where only reading tells it, and
 * where the workbook has moved on. Never throws: without it the next sync reads.
 */
export async function settledState(
  deps: SyncDependencies,
  account: Account,
  workbook: Workbook,
  { revision, layout }: { readonly revision: Revision; readonly layout: Layout },
): Promise<string | null> {
  const now = await fingerprintOf(workbook, revision);
  return now === null || now.revision !== revision ? null : stateOf(deps, account, layout, now);
}

/** What asking the workbook told. */
export type SettledNow =
  | { readonly isUnchanged: true; readonly revision: Revision }
  | { readonly isUnchanged: false; readonly revision: Revision | null };

export const NOT_ASKED: SettledNow = { isUnchanged: false, revision: null };

/** Whether the workbook is as it was when all of memory was held against it. */
export async function settledNow(deps: SyncDependencies, account: Account, workbook: Workbook): Promise<SettledNow> {
  const settled = findSettled(deps.store, account.id);
  if (settled === null || account.layout === null) return NOT_ASKED;
  const now = await fingerprintOf(workbook, null);
  if (now === null) return NOT_ASKED;
  return { isUnchanged: stateOf(deps, account, account.layout, now) === settled, revision: now.revision };
}

/** A service tells no more than a revision, which may be late: see `planAndWrite` for whom it is enough. */
async function fingerprintOf(workbook: Workbook, revision: Revision | null): Promise<Fingerprint | null> {
  try {
    if (!workbook.isRemote) return (await workbook.fingerprint?.()) ?? null;
    const now = revision ?? (await workbook.revision());
    return { revision: now, text: now };
  } catch {
    return null;
  }
}

/** Another version may recognise more; other columns are read otherwise. */
function stateOf({ digest }: SyncDependencies, { workbook }: Account, layout: Layout, { text }: Fingerprint): string {
  return digest(JSON.stringify([VERSION, workbook, layout, text]));
}
