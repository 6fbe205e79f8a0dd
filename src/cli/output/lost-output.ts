import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { EXIT, reportProblem, type ReportOptions } from '../problem.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

const lost = new WeakSet<Error>();

/** Whether this is how printing failed, which is told here or needs no word. */
export function isLostOutput(thrown: unknown): boolean {
  return thrown instanceof Error && lost.has(thrown);
}

/**
 * What cannot be printed ends nothing that is under way. A reader that has seen enough (`| head`) is no trouble. What a full
 * disk, or a terminal that is gone, keeps from who waits for it is told once, and the command does not count as a success.
 */
export function watchOutput(reporting: ReportOptions): void {
  let isTold = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      lost.add(error);
      const code = error.code ?? '';
      if (code === 'EPIPE' || isTold) return;
      isTold = true;
      process.once('exit', () => (process.exitCode ||= EXIT.failed));
      const cause = FULL.has(code) ? 'full' : stream.isTTY ? 'terminal' : 'other';
      const told = problem('command_output_lost', { cause, detail: error.message });
      reportProblem(new PennyrowError(told, { cause: error }), reporting);
    });
  }
}
