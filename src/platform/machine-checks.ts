import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import type { DataFolder } from './data-folder.ts';

/** One thing that was looked at, in words for people. */
export interface MachineFinding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly message: string;
  readonly remedy: string | null;
}

const LITTLE_SPACE_BYTES = 200_000_000;

/** Looks at what Pennyrow needs of the machine. */
export async function checkMachine(folder: DataFolder): Promise<MachineFinding[]> {
  return [checkAccess(folder), checkPrivacy(folder), checkSpace(folder)];
}

function checkAccess({ path }: DataFolder): MachineFinding {
  const check = 'data folder';
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return { check, status: 'ok', message: `${path} can be read and written.`, remedy: null };
  } catch {
    return { check, status: 'problem', message: `${path} cannot be written.`, remedy: 'Check its permissions and its owner.' };
  }
}

function checkPrivacy({ path }: DataFolder): MachineFinding {
  const check = 'privacy';
  if (process.platform === 'win32' || (statSync(path).mode & 0o077) === 0) {
    return { check, status: 'ok', message: 'Only you can read the data folder.', remedy: null };
  }
  return { check, status: 'warning', message: `Other users of this machine may look into ${path}.`, remedy: `Run: chmod 700 ${path}` };
}

function checkSpace({ path }: DataFolder): MachineFinding {
  const { bavail, bsize } = statfsSync(path);
  const megabytes = Math.floor((bavail * bsize) / 1_000_000);
  const message = `${megabytes} MB are free.`;
  if (bavail * bsize >= LITTLE_SPACE_BYTES) return { check: 'disk space', status: 'ok', message, remedy: null };
  return { check: 'disk space', status: 'warning', message, remedy: 'Free some space: a sync needs room for a second copy of the workbook.' };
}
