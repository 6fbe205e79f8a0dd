import type { StartedRun, ProgressView } from '../contract/control/runs.ts';
import type { Run } from '../core/run.ts';
import { onInterruption, EXIT } from './problem.ts';
import type { OpenControl } from './open-control.ts';
import type { Answer } from './output/print.ts';
import { runText } from './output/run-text.ts';
import { format, text } from './locale.ts';
import { fitText, screenOf } from './output/table.ts';

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

export function hasWritten({ status, counts }: Run): boolean {
  return (
    (status === 'succeeded' || status === 'partial') &&
    counts.added + counts.updated + counts.removed + (counts.balances ?? 0) > 0
  );
}

/** The workbook's path or title. Taken from the list of accounts, because a status call would read the workbook again. */
export async function workbookOf(control: OpenControl, accountId: string): Promise<string | null> {
  const accounts = await control.call('account.list', {});
  return accounts.find(({ id }) => id === accountId)?.workbook ?? null;
}

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
    // Ignores a failure of the call, because the service may have stopped.
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

const BAR_WIDTH = 20;
const POLL_MS = 80;

/** Null if the output is not a terminal. */
export function openProgressLine(stream: NodeJS.WriteStream) {
  if (!stream.isTTY) return null;
  let shown = '';
  let stage = '';
  let shownAt = 0;
  return {
    show: (progress: ProgressView) => {
      const line = fitText(progressText(progress), screenOf(stream).width - 1);
      const isSoon = progress.stage === stage && performance.now() - shownAt < POLL_MS;
      if (line === shown || isSoon) return;
      // Overwrites the line, because clearing it first would flicker.
      stream.write(`\r${line}\u001b[K`);
      shown = line;
      stage = progress.stage;
      shownAt = performance.now();
    },
    clear: () => {
      if (shown !== '') stream.write('\r\u001b[K');
      shown = '';
    },
  };
}

export function progressText({ stage, done, total }: ProgressView): string {
  const strings = text().run;
  const words = strings.stage({ stage });
  if (total === null || total <= 0) return done > 0 ? `${words}  ${format().number(done)}` : `${words} …`;
  const filled = Math.round((Math.min(done, total) / total) * BAR_WIDTH);
  return `${words}  ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}  ${text().parts.of({ done, total })}`;
}
