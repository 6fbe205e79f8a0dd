import type { Revision } from '../../core/snapshot.ts';
import { VERSION } from '../../platform/version.ts';
import type { Account } from '../../store/accounts.ts';
import type { PlannedOn, Workbook } from '../../workbooks/workbook.ts';
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

export interface SettledNow {
  readonly revision: Revision | null;
  /** The state if all of memory matches it; otherwise null. */
  readonly on: PlannedOn | null;
}

export const UNKNOWN_STATE: SettledNow = { revision: null, on: null };
