import { runCommandLine } from './run-command-line.ts';

// Files must be private to the user, because they contain financial data.
process.umask(0o077);

await runCommandLine(process.argv.slice(2), null);
