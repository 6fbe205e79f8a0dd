import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import type { DataFolder } from './data-folder.ts';
import type { ErrorCode } from './errors.ts';

/** One thing that was looked at, in words for people. */
export interface MachineFinding {
  readonly check: string;
  readonly about: 'folder' | 'privacy' | 'space';
  /** None of them is anybody's own. */
  readonly name: null;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string | null;
}

const LITTLE_SPACE_BYTES = 200_000_000;

/** Looks at what Pennyrow needs of the machine. */
export async function checkMachine(folder: DataFolder): Promise<MachineFinding[]> {
  return [checkAccess(folder), checkPrivacy(folder), checkSpace(folder)];
}

function checkAccess({ path }: DataFolder): MachineFinding {
  const what = { check: 'data folder', about: 'folder', name: null } as const;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return { ...what, status: 'ok', code: 'data_usable', message: `${path} can be read and written.`, remedy: null };
  } catch {
    return {
      ...what,
      status: 'problem',
      code: 'data_no_access',
      message: `${path} cannot be written.`,
      remedy: 'Check its permissions and its owner.',
    };
  }
}

function checkPrivacy({ path }: DataFolder): MachineFinding {
  const what = { check: 'privacy', about: 'privacy', name: null } as const;
  if (process.platform === 'win32' || (statSync(path).mode & 0o077) === 0) {
    return { ...what, status: 'ok', code: 'data_private', message: 'Only you can read the data folder.', remedy: null };
  }
  return {
    ...what,
    status: 'warning',
    code: 'data_shared',
    message: `Other users of this machine may look into ${path}.`,
    remedy: `Run: chmod 700 ${path}`,
  };
}

function checkSpace({ path }: DataFolder): MachineFinding {
  const what = { check: 'disk space', about: 'space', name: null } as const;
  const { bavail, bsize } = statfsSync(path);
  const megabytes = Math.floor((bavail * bsize) / 1_000_000);
  const message = `${megabytes} MB are free.`;
  if (bavail * bsize >= LITTLE_SPACE_BYTES) return { ...what, status: 'ok', code: 'data_space', message, remedy: null };
  return {
    ...what,
    status: 'warning',
    code: 'data_little_space',
    message,
    remedy: 'Free some space: a sync needs room for a second copy of the workbook.',
  };
}
