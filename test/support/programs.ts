import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const MINUTE = 60_000;
const TRIES = 60;
const AGAIN_AFTER_MS = 5000;

/** The path of one of these programs once the package is there; null where only a person can install it. Throws what apt-get said. */
export async function installProgram(debianPackage: string, programs: readonly string[]): Promise<string | null> {
  if (process.getuid?.() !== 0 || findProgram(['apt-get']) === null) return null;
  for (let tries = 1; ; tries += 1) {
    try {
      await run('apt-get', ['update'], { timeout: 5 * MINUTE });
      await run('apt-get', ['install', '-y', '--no-install-recommends', debianPackage], { timeout: 10 * MINUTE });
      return findProgram(programs);
    } catch (thrown) {
      // The tests of another file may be at it, and apt-get lets nobody in beside itself.
      const isLocked = String((thrown as { readonly stderr?: unknown }).stderr).includes('Could not get lock');
      if (!isLocked || tries === TRIES) throw thrown;
      await wait(AGAIN_AFTER_MS);
      const program = findProgram(programs);
      if (program !== null) return program;
    }
  }
}

/** The first of these programs that is on the search path; null for none. */
export function findProgram(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isRunnable) ?? null;
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
