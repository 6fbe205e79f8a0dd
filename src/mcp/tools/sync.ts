import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { ControlClient } from '../../contract/control/index.ts';
import type { StartedRun } from '../../contract/control/runs.ts';
import { defineTool, described } from '../tool.ts';
import { run, runOf } from './run-view.ts';
import { runId } from './runs.ts';

/** Programs give up after a minute unless they are told otherwise. */
const PATIENCE_MS = 40_000;

const output = z.object({
  run,
  is_finished: described(z.boolean(), 'False where it takes longer: ask `run_report` later.'),
});

export const syncNow = defineTool({
  name: 'sync_now',
  title: 'Sync now',
  description:
    'Fetches new transactions from the banks into the spreadsheet. A sync that is under way is joined. Counts towards the limit of syncs for agents and scripts.',
  input: z.strictObject({}),
  output,
  writes: true,
  asksBanks: true,
  run: async ({ control, accountId }) => follow(control, await control.call('agent.sync', { accountId })),
});

export const undoRun = defineTool({
  name: 'undo_run',
  title: 'Undo a run',
  description:
    'Takes back what one run wrote: its rows go, and its changes are as they were before. What the person changed since stays, and the report says so.',
  input: z.strictObject({ run_id: runId }),
  output,
  writes: true,
  run: async ({ control, accountId }, { run_id: id }) =>
    follow(control, await control.call('agent.undo', { accountId, runId: id })),
});

/** What became of the run, or how it stands when waiting longer would lose the answer. */
async function follow(control: ControlClient, { runId: id }: StartedRun): Promise<z.infer<typeof output>> {
  // Goes on being waited for: where no service runs, what is asked is what keeps this process at it.
  const ended = control.call('run.wait', { runId: id });
  ended.catch(() => undefined);
  const patience = new AbortController();
  const timeUp = pause(PATIENCE_MS, null, { signal: patience.signal, ref: false }).catch(() => null);
  const done = await Promise.race([ended, timeUp]).finally(() => patience.abort());
  return { run: runOf(done ?? (await control.call('run.get', { runId: id }))), is_finished: done !== null };
}
