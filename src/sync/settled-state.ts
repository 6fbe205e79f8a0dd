import type { Layout, Revision, Snapshot } from '../core/snapshot.ts';
import { VERSION } from '../platform/version.ts';
import type { Account } from '../store/accounts.ts';
import { findSettled } from '../store/settled.ts';
import type { Fingerprint, Workbook } from '../workbooks/workbook.ts';
import type { SyncDependencies } from './dependencies.ts';

/** A text for the state that a snapshot is of, as `saveSettled` takes it; null where nothing tells it without reading. */
export function settledState(
  deps: SyncDependencies,
  account: Account,
  { isRemote }: Pick<Workbook, 'isRemote'>,
  { revision, fingerprint, layout }: Pick<Snapshot, 'revision' | 'fingerprint' | 'layout'>,
): string | null {
  const text = isRemote ? revision : fingerprint;
  return text === undefined ? null : stateOf(deps, account, layout, text);
}

/** What asking the workbook told. */
export type SettledNow =
  | { readonly isUnchanged: true; readonly revision: Revision; readonly fingerprint: string }
  | { readonly isUnchanged: false; readonly revision: Revision | null };

export const NOT_ASKED: SettledNow = { isUnchanged: false, revision: null };

/** Whether the workbook is as it was when all of memory was held against it. */
export async function settledNow(deps: SyncDependencies, account: Account, workbook: Workbook): Promise<SettledNow> {
  const settled = findSettled(deps.store, account.id);
  if (settled === null || account.layout === null) return NOT_ASKED;
  const now = await fingerprintOf(workbook);
  if (now === null) return NOT_ASKED;
  const isUnchanged = stateOf(deps, account, account.layout, now.text) === settled;
  return isUnchanged
    ? { isUnchanged, revision: now.revision, fingerprint: now.text }
    : { isUnchanged, revision: now.revision };
}

/** A service tells no more than a revision, which may be late: see `planAndWrite` for whom it is enough. */
async function fingerprintOf(workbook: Workbook): Promise<Fingerprint | null> {
  try {
    if (!workbook.isRemote) return (await workbook.fingerprint?.()) ?? null;
    const revision = await workbook.revision();
    return { revision, text: revision };
  } catch {
    // Reading says why.
    return null;
  }
}

/** Another version may recognise more; other columns are read otherwise, and moments that rows tell in another zone. */
function stateOf({ digest }: SyncDependencies, { workbook, timeZone }: Account, layout: Layout, text: string): string {
  return digest(JSON.stringify([VERSION, workbook, timeZone, layout, text]));
}
