import type { StartedRun } from '../contract/control/runs.ts';
import type { Run } from '../core/run.ts';
import { onInterruption } from './interruptions.ts';
import type { OpenControl } from './open-control.ts';
import type { Answer } from './output/print.ts';
import { openProgressLine } from './output/progress-line.ts';
import { runText } from './output/run-text.ts';
import { EXIT } from './problem.ts';

/** Starts a run, shows how far it is, and answers with its record once it has ended: exit code 0 only when it succeeded. */
export async function followRun(control: OpenControl, start: () => Promise<StartedRun>): Promise<Answer> {
  const { run, interruptedBy } = await waitForRun(control, start);
  const workbook = hasWritten(run) ? await workbookOf(control, run.accountId) : null;
  const exitCode = run.status === 'succeeded' ? EXIT.succeeded : EXIT.failed;
  return {
    value: { ...run, workbook },
    text: (screen) => runText(screen, run, workbook),
    exitCode: interruptedBy ?? exitCode,
  };
}

function hasWritten({ status, counts }: Run): boolean {
  return (
    (status === 'succeeded' || status === 'partial') &&
    counts.added + counts.updated + counts.removed + (counts.balances ?? 0) > 0
  );
}

/** Not from the status, which looks at the workbook again. */
export async function workbookOf(control: OpenControl, accountId: string): Promise<string | null> {
  const accounts = await control.call('account.list', {});
  return accounts.find(({ id }) => id === accountId)?.workbook ?? null;
}

/** Ctrl-C cancels the run, which then ends without leaving anything half done, unless someone else had started it. */
export async function waitForRun(
  control: OpenControl,
  start: () => Promise<StartedRun>,
): Promise<{ readonly run: Run; readonly interruptedBy: number | null }> {
  const line = openProgressLine(process.stderr);
  let started: StartedRun | null = null;
  let interruptedBy: number | null = null;
  const unsubscribe =
    line === null
      ? null
      : await control.subscribe((event) => {
          if (event.type === 'progress' && event.progress.runId === started?.runId) line.show(event.progress);
        });
  const cancel = (): void => {
    // The service may be gone by now; then so is the run.
    if (started !== null && !started.joined)
      control.call('run.cancel', { runId: started.runId }).catch(() => undefined);
  };
  const settled = onInterruption((exitCode) => {
    interruptedBy = exitCode;
    if (started?.joined === true) process.exit(exitCode);
    cancel();
  });
  try {
    started = await start();
    if (interruptedBy !== null) cancel();
    const run = await control.call('run.wait', { runId: started.runId });
    return { run, interruptedBy };
  } finally {
    settled();
    unsubscribe?.();
    line?.clear();
  }
}
