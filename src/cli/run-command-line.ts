import { watchOutput } from './output/lost-output.ts';
import { belongTo, type OwningApp } from './owning-app.ts';
import { reportProblem, type ReportOptions } from './problem.ts';
import { beginToSpeak } from './speech.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';

export interface CommandLineOptions {
  /** What was typed after the name of the program. */
  readonly args: readonly string[];
  /** The desktop app that this command line came with; null for a program of its own. */
  readonly app: OwningApp | null;
}

/** Runs one command to its end. What came of it has been written, and stands in `process.exitCode`. Never throws. */
export async function runCommandLine({ args, app }: CommandLineOptions): Promise<void> {
  const reporting = { json: args.includes('--json'), debug: args.includes('--debug') };

  watchOutput(reporting);
  process.on('uncaughtException', (thrown) => {
    process.exit(reportProblem(thrown, reporting));
  });

  const answered = failUnlessAnswered(reporting);
  try {
    // Programs read English.
    await beginToSpeak(reporting.json ? { PENNYROW_LANGUAGE: 'en' } : process.env);
    belongTo(app);
    // Behind it, since commands describe themselves in the language of the terminal.
    const { createProgram } = await import('./program.ts');
    const program = await createProgram({ json: reporting.json, args });
    await program.parseAsync([...args], { from: 'user' });
  } catch (thrown) {
    process.exitCode = reportProblem(thrown, reporting);
  } finally {
    answered();
  }
}

/**
 * Node ends a process in which nothing is left that could happen, also while somebody still waits, and calls that a success.
 * From here on it is reported as a failure, until the returned function is called: the command has said what it had to.
 */
function failUnlessAnswered(reporting: ReportOptions): () => void {
  const report = (): void => {
    process.exitCode = reportProblem(new PennyrowError(problem('internal_unanswered', {})), reporting);
  };
  process.once('beforeExit', report);
  return () => process.off('beforeExit', report);
}
