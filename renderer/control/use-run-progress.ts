import type { ProgressView } from '../../src/contract/control/runs.ts';
import { useLine } from './control-context.tsx';
import { useAnswer } from './use-control.ts';

/**
 * How far the account's running run is; null when nothing runs, or nothing is known yet. Also of a run that began before
 * the page was opened or reloaded, which may be silent for a while.
 */
export function useRunProgress(accountId: string): ProgressView | null {
  const { progress } = useLine();
  const { data } = useAnswer('run.progress', { accountId });
  return progress.get(accountId) ?? data ?? null;
}
