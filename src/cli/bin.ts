import { reportProblem } from './problem.ts';
import { createProgram } from './program.ts';

const reporting = { json: process.argv.includes('--json'), debug: process.argv.includes('--debug') };

// A reader that has seen enough (`| head`) is no trouble; whatever is under way goes on.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.on('uncaughtException', (thrown) => {
  process.exit(reportProblem(thrown, reporting));
});

try {
  await createProgram(reporting).parseAsync(process.argv);
} catch (thrown) {
  process.exitCode = reportProblem(thrown, reporting);
}
