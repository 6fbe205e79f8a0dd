import { execFileSync, spawn } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { dirname, join } from 'node:path';

const LIBRARIES = [
  '/usr/lib/*/faketime/libfaketimeMT.so.1',
  '/usr/lib/faketime/libfaketimeMT.so.1',
  '/usr/lib64/faketime/libfaketimeMT.so.1',
];

/** Environment variables that make a process and its children start at this time; null if libfaketime is missing. */
export function shiftTo(at: string): Record<string, string> | null {
  const [library] = globSync(LIBRARIES);
  if (library === undefined) return null;
  const seconds = Math.round((Date.parse(at) - Date.now()) / 1000);
  // Monotonic time stays real, otherwise pending timers would wait for years.
  return { LD_PRELOAD: library, FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/** Copies the checkout with its build and dependencies into a private folder of the user. Returns the path of the copy. */
export function copyToPrivateFolder(checkout: string): string {
  const folder = mkdtempSync(join(homedir(), '.pennyrow-anywhere-'));
  const copy = join(folder, 'Büro von Änne', 'pennyrow');
  mkdirSync(copy, { recursive: true });
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  for (const file of [...files.split('\0').filter((name) => name !== ''), 'dist', 'node_modules']) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(checkout, file), join(copy, file), { recursive: true, verbatimSymlinks: true });
  }
  return copy;
}

export function removePrivateFolder(copy: string): void {
  rmSync(join(copy, '..', '..'), { recursive: true, force: true });
}

/** Keeps all processors busy until the returned function is called. */
export function keepBusy(): () => void {
  const loops = Array.from({ length: availableParallelism() + 1 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  return () => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
}
