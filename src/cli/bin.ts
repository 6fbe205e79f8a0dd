import { reportProblem } from './problem.ts';
import { beginToSpeak } from './speech.ts';
import { failUnlessAnswered } from './unanswered.ts';

const reporting = { json: process.argv.includes('--json'), debug: process.argv.includes('--debug') };

// It is about money: what Pennyrow makes, in whatever folder, is its owner's alone.
process.umask(0o077);

// A reader that has seen enough (`| head`) is no trouble; whatever is under way continues.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.on('uncaughtException', (thrown) => {
  process.exit(reportProblem(thrown, reporting));
});

const answered = failUnlessAnswered(reporting);
try {
  // Programs read English.
  await beginToSpeak(reporting.json ? { PENNYROW_LANGUAGE: 'en' } : process.env);
  // Behind it, since commands describe themselves in the language of the terminal.
  const { createProgram } = await import('./program.ts');
  await createProgram({ json: reporting.json, args: process.argv.slice(2) }).parseAsync(process.argv);
} catch (thrown) {
  process.exitCode = reportProblem(thrown, reporting);
} finally {
  answered();
}
