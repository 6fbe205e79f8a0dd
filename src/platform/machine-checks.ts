import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import type { DataFolder } from './data-folder.ts';
import { report } from '../messages/report.ts';
import type { Report } from '../messages/parameters.ts';
import { problem } from '../messages/problem.ts';

export interface MachineFinding extends Report {
  readonly check: string;
  readonly about: 'folder' | 'privacy' | 'space';
  /** Always null: these checks do not concern a named item. */
  readonly name: null;
  readonly status: 'ok' | 'warning' | 'problem';
}

const LITTLE_SPACE_BYTES = 200_000_000;

/** Checks the data folder, its permissions and the disk space. */
export async function checkMachine(folder: DataFolder): Promise<MachineFinding[]> {
  return [checkAccess(folder), checkPrivacy(folder), checkSpace(folder)];
}

function checkAccess({ path }: DataFolder): MachineFinding {
  const what = { check: 'data folder', about: 'folder', name: null } as const;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return { ...what, status: 'ok', ...report(problem('data_usable', { path })) };
  } catch {
    return { ...what, status: 'problem', ...report(problem('data_no_access', { use: 'data', path })) };
  }
}

function checkPrivacy({ path }: DataFolder): MachineFinding {
  const what = { check: 'privacy', about: 'privacy', name: null } as const;
  if (process.platform === 'win32' || (statSync(path).mode & 0o077) === 0) {
    return { ...what, status: 'ok', ...report(problem('data_private', {})) };
  }
  return { ...what, status: 'warning', ...report(problem('data_shared', { path })) };
}

function checkSpace({ path }: DataFolder): MachineFinding {
  const what = { check: 'disk space', about: 'space', name: null } as const;
  const { bavail, bsize } = statfsSync(path);
  const free = bavail * bsize;
  return free >= LITTLE_SPACE_BYTES
    ? { ...what, status: 'ok', ...report(problem('data_space', { free })) }
    : { ...what, status: 'warning', ...report(problem('data_little_space', { free })) };
}
