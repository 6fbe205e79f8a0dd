import { spawnSync } from 'node:child_process';
import { statSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

/** It knows no modes of files and no signals, pipes have no place among its files, and its shell is another one. */
export const IS_WINDOWS = process.platform === 'win32';

/** Whether this user may make symbolic links, which Windows lets few do. */
export const CAN_LINK = canLink();

/** Whether there is a program of this name, and it works: Windows has stand-ins that only lead to a shop. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Who may do what with a file or folder: 0o600. Windows keeps that elsewhere, and it is not asked there. */
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
