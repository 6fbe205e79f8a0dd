import { PennyrowError } from '../platform/errors.ts';
import { reportProblem, type ReportOptions } from './problem.ts';

/**
 * Node ends a process in which nothing is left that could happen, also while somebody still waits, and calls that a success.
 * From here on it is reported as a failure, until the returned function is called: the command has said what it had to.
 */
export function failUnlessAnswered(reporting: ReportOptions): () => void {
  const report = (): void => {
    process.exitCode = reportProblem(unanswered(), reporting);
  };
  process.once('beforeExit', report);
  return () => process.off('beforeExit', report);
}

function unanswered(): PennyrowError {
  return new PennyrowError(
    'internal_unanswered',
    'Pennyrow ended before it had an answer. This is a mistake of its own.',
    'See with `pennyrow runs` what became of it, then run the command again: Pennyrow first finds out whether something was written, and neither loses nor doubles a row.',
  );
}
