import { spawnSync } from 'node:child_process';
import { statSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Windows has no file modes and signals, its pipes are not files, and its shell is different. */
export const IS_WINDOWS = process.platform === 'win32';

/** True if this user may create symbolic links, which Windows allows few users. */
export const CAN_LINK = canLink();

/** True if a program of this name exists and runs: Windows has placeholders that only open its store. */
export function hasProgram(name: string, versionArgument = '--version'): boolean {
  return spawnSync(name, [versionArgument], { stdio: 'ignore' }).status === 0;
}

/** Checks the permissions of a file or folder, such as 0o600. Skipped on Windows, which stores them differently. */
export function expectMode(path: string, mode: number): void {
  if (!IS_WINDOWS) expect((statSync(path).mode & 0o777).toString(8)).toBe(mode.toString(8));
}

function canLink(): boolean {
  if (!IS_WINDOWS) return true;
  const link = join(tmpdir(), `pennyrow-link-${process.pid}`);
  try {
    symlinkSync(tmpdir(), link);
    unlinkSync(link);
    return true;
  } catch {
    return false;
  }
}
