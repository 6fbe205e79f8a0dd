import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const MINUTE = 60_000;
const TRIES = 60;
const AGAIN_AFTER_MS = 5000;

/**
 * Installs a package and returns the path of the first of these programs; null if it cannot be installed automatically.
 * Throws if apt-get fails.
 */
export async function installProgram(debianPackage: string, programs: readonly string[]): Promise<string | null> {
  if (process.getuid?.() !== 0 || findProgram(['apt-get']) === null) return null;
  for (let tries = 1; ; tries += 1) {
    try {
      await run('apt-get', ['update'], { timeout: 5 * MINUTE });
      await run('apt-get', ['install', '-y', '--no-install-recommends', debianPackage], { timeout: 10 * MINUTE });
      return findProgram(programs);
    } catch (thrown) {
      // Another test file may be running apt-get, which locks its database.
      const isLocked = String((thrown as { readonly stderr?: unknown }).stderr).includes('Could not get lock');
      if (!isLocked || tries === TRIES) throw thrown;
      await wait(AGAIN_AFTER_MS);
      const program = findProgram(programs);
      if (program !== null) return program;
    }
  }
}

/** The first of these programs on the search path; null if there is none. */
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
