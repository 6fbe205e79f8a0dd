import type { Changed, ControlEvent } from '../../contract/control/events.ts';
import type { Control } from '../../control/control.ts';
import { controlClient } from './control-client.ts';

/** The shell's own matters are not the service's. */
const CHANGES: Readonly<Record<Exclude<Changed, 'desktop'>, true>> = {
  accounts: true,
  tokens: true,
  connections: true,
  workbook: true,
  schedule: true,
  settings: true,
  deleted: true,
  runs: true,
  mappings: true,
  sessions: true,
  webhooks: true,
  agents: true,
};

/**
 * Whatever windows were told by the service before may be wrong of the one that started in its place, so they hear
 * that everything has changed, and how the runs ended that were under way. Nothing is said again of other runs: a
 * notification may hang on it.
 */
export async function tellWhatIsNew(
  control: Pick<Control, 'call'>,
  runs: readonly string[],
  tell: (event: ControlEvent) => void,
): Promise<void> {
  const client = controlClient(control, new AbortController().signal);
  for (const runId of runs) {
    // One that only waited was never written down.
    const run = await client.call('run.get', { runId }).catch(() => null);
    if (run !== null) tell({ type: 'run', run });
  }
  for (const what of Object.keys(CHANGES) as (keyof typeof CHANGES)[]) tell({ type: 'changed', what, accountId: null });
}
