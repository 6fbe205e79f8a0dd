import type { Instant } from '../core/calendar-date.ts';
import type { Trigger } from '../core/run.ts';
import type { PennyrowError } from '../platform/errors.ts';

/** What other rooms ask of sync; `createSync` in this folder makes it. */
export interface Sync {
  /**
   * Queues a run for the account and returns at once; a run that is already under way is joined.
   * Never throws for expected outcomes.
   */
  request(accountId: string, trigger: Trigger): SyncRequest;
  /**
   * Makes the mirror as fresh as it can be had: checks the workbook's revision (at most once every few
   * seconds, one check for any number of callers) and reads it again when it moved. Never throws: with
   * the workbook out of reach the last mirror stays, and the answer says why and how old it is.
   */
  freshen(accountId: string): Promise<Freshness>;
}

export type SyncRequest =
  | { readonly outcome: 'queued' | 'joined'; readonly runId: string; readonly message: string }
  /** No workbook or no connection; the message says what to do. */
  | { readonly outcome: 'nothing-to-sync'; readonly message: string };

export interface Freshness {
  /** When the mirror was last known to equal the workbook; null when it was never read. */
  readonly asOf: Instant | null;
  readonly problem: PennyrowError | null;
}
