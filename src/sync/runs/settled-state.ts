import type { Revision } from '../../core/snapshot.ts';
import { VERSION } from '../../platform/version.ts';
import type { Account } from '../../store/accounts.ts';
import { findSettled } from '../../store/settled.ts';
import type { Fingerprint, PlannedOn, Workbook } from '../../workbooks/workbook.ts';
import type { SyncDependencies } from './dependencies.ts';

/**
 * Identifies the state of a workbook for `saveSettled`; null if only a read can tell. Includes everything that affects reading: version,
 * columns and time zone.
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

interface SettledNow {
  readonly revision: Revision | null;
  /** The state if all of memory matches it; otherwise null. */
  readonly on: PlannedOn | null;
}

export const UNKNOWN_STATE: SettledNow = { revision: null, on: null };

/** Checks if the workbook is unchanged since memory was compared with it. */
export async function settledNow(deps: SyncDependencies, account: Account, workbook: Workbook): Promise<SettledNow> {
  const settled = findSettled(deps.store, account.id);
  if (settled === null || account.layout === null) return UNKNOWN_STATE;
  const now = await fingerprintOf(workbook);
  if (now === null) return UNKNOWN_STATE;
  const on = { revision: now.revision, fingerprint: now.text, layout: account.layout };
  return { revision: now.revision, on: settledState(deps, account, workbook, on) === settled ? on : null };
}

/** Services only have a revision, which may be outdated: `planAndWrite` decides if that is sufficient. */
async function fingerprintOf(workbook: Workbook): Promise<Fingerprint | null> {
  try {
    if (!workbook.isRemote) return (await workbook.fingerprint?.()) ?? null;
    const revision = await workbook.revision();
    return { revision, text: revision };
  } catch {
    // The following read reports the reason.
    return null;
  }
}
