import { readdir, unlink } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { makeFolder } from '../../platform/sync-folder.ts';
import { copyWhole } from './create-whole.ts';

/** How many earlier versions of a workbook are kept. */
export const BACKUPS_KEPT = 5;
/** Of these, the latest ones whatever their age; the others are the last version of an earlier day each. */
const LATEST_KEPT = 2;

/**
 * Copies the workbook into `folder` (made when missing) as `name 2026-01-31T08-15-00.000Z.xlsx` and thins
 * the copies there to `BACKUPS_KEPT`. One folder per workbook: only the file name tells copies apart.
 */
export async function backUp(path: string, folder: string, clock: Clock): Promise<void> {
  makeFolder(folder);
  const name = basename(path, extname(path));
  await removeLeftovers(folder, name);
  const taken = new Date(clock.now()).toISOString().replaceAll(':', '-');
  await copyWhole(path, join(folder, `${name} ${taken}${extname(path)}`));
  const versions = (await readdir(folder)).filter((entry) => isVersionOf(entry, name, extname(path)));
  for (const version of surplus(versions)) await unlink(join(folder, version));
}

/** What a crash in the middle of a copy left. Only one process works in this folder, and it makes one copy at a time. */
async function removeLeftovers(folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder)) if (entry.startsWith(`.${name} `)) await unlink(join(folder, entry));
}

/** The versions to drop, of file names that sort by time. */
export function surplus(versions: readonly string[]): readonly string[] {
  const newestFirst = [...versions].sort().reverse();
  const keep = new Set(newestFirst.slice(0, LATEST_KEPT));
  const days = new Set([...keep].map(dayOf));
  for (const version of newestFirst) {
    if (keep.size < BACKUPS_KEPT && !days.has(dayOf(version))) keep.add(version);
    days.add(dayOf(version));
  }
  for (const version of newestFirst) if (keep.size < BACKUPS_KEPT) keep.add(version);
  return newestFirst.filter((version) => !keep.has(version));
}

const TAKEN = /^ (\d{4}-\d{2}-\d{2})T[\d-]{8}\.\d{3}Z$/;

function isVersionOf(entry: string, name: string, extension: string): boolean {
  return (
    entry.startsWith(name) &&
    entry.endsWith(extension) &&
    TAKEN.test(entry.slice(name.length, entry.length - extension.length))
  );
}

/** When a copy was made, by its file name; null for a file that is none. */
export function versionTakenAt(entry: string): string | null {
  const match = / (\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3}Z)\.[^.]+$/.exec(entry);
  return match === null ? null : `${match[1]}T${match[2]}:${match[3]}:${match[4]}`;
}

function dayOf(version: string): string {
  return / (\d{4}-\d{2}-\d{2})T[^ ]*$/.exec(version)?.[1] ?? version;
}
