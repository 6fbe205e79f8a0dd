import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { COMPILED_CODE } from './compiled-code.ts';

const MEMORY = '/dev/shm';
/** The free bytes that a run requires; it uses a fifth of them. */
const NEEDED = 2 * 2 ** 30;
const FOLDER = /^pennyrow-tests-(\d+)$/;

/**
 * Lets workers load compiled code, and keeps the temporary folders of a run in memory, because the program syncs its files
 * to the disk thousands of times. A run with TMPDIR uses that folder instead.
 */
export default function useQuickFiles(): () => void {
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED_CODE;
  if (process.env['TMPDIR'] !== undefined || !isUsable()) return () => undefined;
  removeAbandoned();
  const folder = join(MEMORY, `pennyrow-tests-${process.pid}`);
  mkdirSync(folder);
  // The mode of /tmp, so that programs of other users reach their files below the folder.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** False for the small memory disk of a container, and for one from which no program can be started. */
function isUsable(): boolean {
  try {
    const [, options = 'noexec'] = / \/dev\/shm tmpfs (\S+)/.exec(readFileSync('/proc/self/mounts', 'utf8')) ?? [];
    const { bavail, bsize } = statfsSync(MEMORY);
    return !options.split(',').includes('noexec') && bavail * bsize >= NEEDED;
  } catch {
    return false;
  }
}

/** Deletes the folders of killed runs, which would fill the memory. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(FOLDER.exec(name)?.[1]);
    const path = join(MEMORY, name);
    if (pid > 0 && !isRunning(pid) && statSync(path).uid === process.getuid?.())
      rmSync(path, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}
