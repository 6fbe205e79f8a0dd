import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Sample } from './benchmark.ts';

/** Uses the `time` of Bash, which measures a program to the millisecond without affecting it. */
const TIMED = `TIMEFORMAT='%R %U %S'; { time "$@" >/dev/null 2>&3; } 3>&2 2>&1`;

/**
 * Runs a Node program from start to exit without preloading anything, and measures it. Throws with its output on failure.
 * The CPU time includes user and system time of all threads.
 */
export async function timeProgram(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Sample> {
  const { stdout } = await promisify(execFile)('bash', ['-c', TIMED, 'bash', process.execPath, ...args], {
    env: { ...process.env, LC_ALL: 'C', ...environment },
  });
  const [elapsed = Number.NaN, user = Number.NaN, system = Number.NaN] = stdout.trim().split(' ').map(Number);
  return { seconds: elapsed, processorSeconds: user + system };
}
