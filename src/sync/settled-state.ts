import type { Revision, Snapshot } from '../core/snapshot.ts';
import { VERSION } from '../platform/version.ts';
import type { Account } from '../store/accounts.ts';
import { findSettled } from '../store/settled.ts';
import type { Fingerprint, Workbook } from '../workbooks/workbook.ts';
import type { SyncDependencies } from './dependencies.ts';

/** What of a snapshot a write goes by. */
export type PlannedOn = Pick<Snapshot, 'revision' | 'fingerprint' | 'layout'>;

/**
 * A text for the state that a snapshot is of, as `saveSettled` takes it; null where nothing tells it without reading. Another
 * version may recognise more; other columns are read otherwise, and moments that rows tell in another zone.
 */
export function settledState(
  { digest }: SyncDependencies,
  { workbook, timeZone }: Account,
  { isRemote }: Pick<Workbook, 'isRemote'>,
  { revision, fingerprint, layout }: PlannedOn,
): string | null {
  const text = isRemote ? revision : fingerprint;
  return text === undefined ? null : digest(JSON.stringify([VERSION, workbook, timeZone, layout, text]));
}

/** What asking the workbook told. */
export interface SettledNow {
  readonly revision: Revision | null;
  /** Its state, where all of memory was held against it; else null. */
  readonly on: PlannedOn | null;
}

export const NOT_ASKED: SettledNow = { revision: null, on: null };

/** Whether the workbook is as it was when all of memory was held against it. */
export async function settledNow(deps: SyncDependencies, account: Account, workbook: Workbook): Promise<SettledNow> {
  const settled = findSettled(deps.store, account.id);
  if (settled === null || account.layout === null) return NOT_ASKED;
  const now = await fingerprintOf(workbook);
  if (now === null) return NOT_ASKED;
  const on = { revision: now.revision, fingerprint: now.text, layout: account.layout };
  return { revision: now.revision, on: settledState(deps, account, workbook, on) === settled ? on : null };
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
