import type { ProgressView } from '../../contract/control/runs.ts';
import { fitText } from './text-width.ts';
import { grouped } from './words.ts';

/** One line at the bottom of a terminal that says how far a run is, and leaves no trace. */
export interface ProgressLine {
  show(progress: ProgressView): void;
  clear(): void;
}

const BAR_WIDTH = 20;
/** More often than this nobody reads. */
const STEP_MS = 80;

/** Null where there is no terminal to show it on. */
export function openProgressLine(stream: NodeJS.WriteStream): ProgressLine | null {
  if (!stream.isTTY) return null;
  let shown = '';
  let stage = '';
  let shownAt = 0;
  return {
    show: (progress) => {
      const text = fitText(progressText(progress), stream.columns - 1);
      const isSoon = progress.stage === stage && performance.now() - shownAt < STEP_MS;
      if (text === shown || isSoon) return;
      // Written over in one go, the end cut off afterwards: an erased line would flicker.
      stream.write(`\r${text}\u001b[K`);
      shown = text;
      stage = progress.stage;
      shownAt = performance.now();
    },
    clear: () => {
      if (shown !== '') stream.write('\r\u001b[K');
      shown = '';
    },
  };
}

/** "Fetching transactions  ██████████░░░░░░░░░░  180 of 396". */
export function progressText({ stage, done, total }: ProgressView): string {
  const words = STAGES[stage] ?? stage;
  if (total === null || total <= 0) return done > 0 ? `${words}  ${grouped(done)}` : `${words} …`;
  const filled = Math.round((Math.min(done, total) / total) * BAR_WIDTH);
  return `${words}  ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}  ${grouped(done)} of ${grouped(total)}`;
}

const STAGES: Readonly<Record<string, string>> = {
  settling: 'Looking what the last run left open',
  fetching: 'Fetching transactions',
  reading: 'Reading the workbook',
  planning: 'Comparing with what is there',
  recording: 'Noting what will be written',
  writing: 'Writing the workbook',
  confirming: 'Recording what was written',
  mirroring: 'Preparing the answers for scripts',
};
