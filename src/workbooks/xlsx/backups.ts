import { readdir, unlink } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { generationEnding, newestFirst, nextCopy, type DatedCopy } from '../../platform/dated-copies.ts';
import { makeFolder } from '../../platform/sync-to-disk.ts';
import { copyWhole } from './create-whole.ts';

/** How many earlier versions of a workbook are kept. */
export const BACKUPS_KEPT = 5;
/** Of these, the latest ones whatever their age; the others are the last version of an earlier day each. */
const LATEST_KEPT = 2;

/** A copy of a workbook in its folder of backups. */
interface Version extends DatedCopy {
  readonly file: string;
  /** The name of the workbook, without its extension. */
  readonly stem: string;
}

/**
 * Copies the workbook into `folder` (made when missing) as `name 2026-01-31T08-15-00.000Z.xlsx` and thins
 * the copies there to `BACKUPS_KEPT`. One folder per workbook: only the file name tells copies apart.
 */
export async function backUp(path: string, folder: string, clock: Clock): Promise<void> {
  makeFolder(folder);
  const extension = extname(path);
  const stem = basename(path, extension);
  await removeLeftovers(folder, stem);
  const next = nextCopy(clock.now(), await versionsOf(folder, stem, extension));
  const taken = next.takenAt.replaceAll(':', '-');
  await copyWhole(path, join(folder, `${stem} ${taken}${generationEnding(next)}${extension}`));
  for (const { file } of surplus(await versionsOf(folder, stem, extension))) await unlink(join(folder, file));
}

async function versionsOf(folder: string, stem: string, extension: string): Promise<Version[]> {
  const versions = (await readdir(folder)).flatMap((file) => versionOf(file) ?? []);
  return versions.filter((version) => version.stem === stem && extname(version.file) === extension);
}

/** Remains of a crash during a copy. Only one process works in this folder, and it makes one copy at a time. */
async function removeLeftovers(folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder)) if (entry.startsWith(`.${name} `)) await unlink(join(folder, entry));
}

/** The versions to drop. */
export function surplus<Copy extends DatedCopy>(versions: readonly Copy[]): readonly Copy[] {
  const sorted = versions.toSorted(newestFirst);
  const keep = new Set(sorted.slice(0, LATEST_KEPT));
  const days = new Set([...keep].map(dayOf));
  for (const version of sorted) {
    if (keep.size < BACKUPS_KEPT && !days.has(dayOf(version))) keep.add(version);
    days.add(dayOf(version));
  }
  for (const version of sorted) if (keep.size < BACKUPS_KEPT) keep.add(version);
  return sorted.filter((version) => !keep.has(version));
}

function dayOf({ takenAt }: DatedCopy): string {
  return takenAt.slice(0, 'YYYY-MM-DD'.length);
}

/** Reads the file name of a copy; null for other files. */
export function versionOf(file: string): Version | null {
  const match = /^(.*) (\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2}\.\d{3}Z)(?:\.(\d+))?\.[^.]+$/.exec(file);
  if (match === null) return null;
  const [, stem = '', hour, minute, second, generation] = match;
  return { file, stem, takenAt: `${hour}:${minute}:${second}`, generation: Number(generation ?? 0) };
}
