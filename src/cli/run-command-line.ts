import { reportOutputErrors } from './output/print.ts';
import { setOwningApp, type OwningApp } from './open-control.ts';
import { type ReportOptions, reportProblem } from './problem.ts';
import { loadLocale } from './locale.ts';
import { createError } from '../platform/errors.ts';

export async function runCommandLine(given: readonly string[], app: OwningApp | null): Promise<void> {
  const reporting = { json: given.includes('--json'), debug: given.includes('--debug') };

  reportOutputErrors(reporting);
  process.on('uncaughtException', (thrown) => {
    process.exit(reportProblem(thrown, reporting));
  });

  const answered = failIfUnfinished(reporting);
  try {
    await loadLocale(reporting.json ? { PENNYROW_LANGUAGE: 'en' } : process.env);
    setOwningApp(app);
    // Imported after the locale is loaded, because commands contain translated descriptions.
    const { createProgram, withoutHelpCommand } = await import('./program.ts');
    const args = withoutHelpCommand(given);
    const program = await createProgram({ json: reporting.json, args });
    await program.parseAsync([...args], { from: 'user' });
  } catch (thrown) {
    process.exitCode = reportProblem(thrown, reporting);
  } finally {
    answered();
  }
}

/** Reports a failure if Node runs out of work while a promise is pending, because Node would exit with code 0. */
function failIfUnfinished(reporting: ReportOptions): () => void {
  const report = (): void => {
    process.exitCode = reportProblem(createError('internal_unanswered', {}), reporting);
  };
  process.once('beforeExit', report);
  return () => process.off('beforeExit', report);
}
