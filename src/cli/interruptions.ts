import { EXIT, EXIT_BY_SIGNAL } from './problem.ts';

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies readonly NodeJS.Signals[];

/** The first Ctrl-C (or SIGTERM, or closed terminal) calls `listener`; the second ends the process at once. Returns what undoes it. */
export function onInterruption(listener: (exitCode: number) => void): () => void {
  let isSecond = false;
  const handle = (signal: NodeJS.Signals): void => {
    const exitCode = EXIT_BY_SIGNAL[signal] ?? EXIT.failed;
    if (isSecond) process.exit(exitCode);
    isSecond = true;
    listener(exitCode);
  };
  for (const signal of ENDING) process.on(signal, handle);
  return () => {
    for (const signal of ENDING) process.off(signal, handle);
  };
}
