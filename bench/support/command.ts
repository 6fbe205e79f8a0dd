import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Sample } from './benchmark.ts';

/** Bash counts a child that has ended in milliseconds, and without a part in it. */
const TIMED = `TIMEFORMAT='%R %U %S'; { time "$@" >/dev/null 2>&3; } 3>&2 2>&1`;

/**
 * Runs a Node program from its start to its end, with nothing loaded ahead of it; throws with what it wrote when it
 * fails. The CPU time is that of all of its threads, in the program and in the system for it.
 */
export async function timeProgram(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Sample> {
  const { stdout } = await promisify(execFile)('bash', ['-c', TIMED, 'bash', process.execPath, ...args], {
    env: { ...process.env, LC_ALL: 'C', ...environment },
  });
  const [elapsed = Number.NaN, user = Number.NaN, system = Number.NaN] = stdout.trim().split(' ').map(Number);
  return { seconds: elapsed, processorSeconds: user + system };
}
