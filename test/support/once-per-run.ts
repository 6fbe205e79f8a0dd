import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';

const POLL_MS = 50;

/**
 * Returns a folder that is filled only once in a run and read by all of its test files, even in other processes. If
 * filling fails, all of them fail.
 */
export async function oncePerRun(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject('runFolder'), name);
  const outcome = `${folder}.outcome`;
  if (isFirst(folder)) {
    const failure = await fill(folder).then(
      () => '',
      (thrown: unknown) => (thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)),
    );
    // The rename keeps other processes from reading a partial file.
    writeFileSync(`${outcome}.new`, failure);
    renameSync(`${outcome}.new`, outcome);
  }
  while (!existsSync(outcome)) await setTimeout(POLL_MS);
  const failure = readFileSync(outcome, 'utf8');
  if (failure !== '') throw new Error(`${name} could not be made: ${failure}`);
  return folder;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw thrown;
  }
}
