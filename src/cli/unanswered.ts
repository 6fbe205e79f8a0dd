import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { reportProblem, type ReportOptions } from './problem.ts';

/**
 * Node ends a process in which nothing is left that could happen, also while somebody still waits, and calls that a success.
 * From here on it is reported as a failure, until the returned function is called: the command has said what it had to.
 */
export function failUnlessAnswered(reporting: ReportOptions): () => void {
  const report = (): void => {
    process.exitCode = reportProblem(new PennyrowError(problem('internal_unanswered', {})), reporting);
  };
  process.once('beforeExit', report);
  return () => process.off('beforeExit', report);
}
