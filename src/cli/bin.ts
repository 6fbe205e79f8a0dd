import { runCommandLine } from './run-command-line.ts';

// It is about money: what Pennyrow makes, in whatever folder, is its owner's alone.
process.umask(0o077);

await runCommandLine({ args: process.argv.slice(2), app: null });
