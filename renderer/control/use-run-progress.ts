import type { ProgressView } from '../../src/contract/control/runs.ts';
import { useAnswer } from './use-control.ts';

/**
 * How far the account's running run is; null when nothing runs, or nothing is known yet. Also of a run that began before
 * the page was opened or reloaded, which may be silent for a while: asked once, and told by events from then on.
 */
export function useRunProgress(accountId: string): ProgressView | null {
  return useAnswer('run.progress', { accountId }).data ?? null;
}
