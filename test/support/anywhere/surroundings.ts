import { execFileSync, spawn } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { dirname, join } from 'node:path';

const LIBRARIES = [
  '/usr/lib/*/faketime/libfaketimeMT.so.1',
  '/usr/lib/faketime/libfaketimeMT.so.1',
  '/usr/lib64/faketime/libfaketimeMT.so.1',
];

/** What has a process and its children take this moment for now, and continue from there. Null where there is no libfaketime. */
export function shiftTo(at: string): Record<string, string> | null {
  const [library] = globSync(LIBRARIES);
  if (library === undefined) return null;
  const seconds = Math.round((Date.parse(at) - Date.now()) / 1000);
  // Timers count on: what waits is not to wait for years.
  return { LD_PRELOAD: library, FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/** Path of a copy of the checkout, with what was built and installed, below a folder of the user's that nobody else may enter. */
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

/** Keeps every processor busy until the returned function is called. */
export function keepBusy(): () => void {
  const loops = Array.from({ length: availableParallelism() + 1 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  return () => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
}
