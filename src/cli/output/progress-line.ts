import type { ProgressView } from '../../contract/control/runs.ts';
import { format, text } from '../speech.ts';
import { fitText } from './text-width.ts';

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
      const line = fitText(progressText(progress), stream.columns - 1);
      const isSoon = progress.stage === stage && performance.now() - shownAt < STEP_MS;
      if (line === shown || isSoon) return;
      // Written over in one go, the end cut off afterwards: an erased line would flicker.
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

/** "Fetching transactions  ██████████░░░░░░░░░░  180 of 396". */
export function progressText({ stage, done, total }: ProgressView): string {
  const say = text().run;
  const words = stage in say.stage ? say.stage[stage as keyof typeof say.stage] : stage;
  if (total === null || total <= 0) return done > 0 ? `${words}  ${format().number(done)}` : `${words} …`;
  const filled = Math.round((Math.min(done, total) / total) * BAR_WIDTH);
  return `${words}  ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}  ${say.of({ done, total })}`;
}
