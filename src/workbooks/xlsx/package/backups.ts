import { readdir, unlink, realpath, stat } from 'node:fs/promises';
import { basename, extname, join, dirname } from 'node:path';
import type { Clock } from '../../../platform/clock.ts';
import { generationEnding, newestFirst, nextCopy, type DatedCopy } from '../../../platform/dated-copies.ts';
import { makeFolder } from '../../../platform/sync-to-disk.ts';
import type { BroughtBack, VersionFile } from '../../workbook-kind.ts';
import { copyWhole } from './create-whole.ts';
import { codeOf, createError, toPennyrowError } from '../../../platform/errors.ts';

export const BACKUPS_KEPT = 5;
/** This many latest versions are kept, even of the same day. Every other kept version is the last of its day. */
const LATEST_KEPT = 2;

/** Copies the file into the folder as `name 2026-01-31T08-15-00.000Z.xlsx`. Each workbook needs a separate folder. */
export async function backUp(path: string, folder: string, clock: Clock): Promise<void> {
  makeFolder(folder);
  const extension = extname(path);
  const stem = basename(path, extension);
  await removeLeftovers(folder, stem);
  const next = nextCopy(clock.now(), await versionsOf(folder, stem, extension));
  const time = next.takenAt.replaceAll(':', '-');
  await copyWhole(path, join(folder, `${stem} ${time}${generationEnding(next)}${extension}`));
  for (const { file } of surplus(await versionsOf(folder, stem, extension))) await unlink(join(folder, file));
}

async function versionsOf(folder: string, stem: string, extension: string) {
  const versions = (await readdir(folder)).flatMap((file) => versionOf(file) ?? []);
  return versions.filter((version) => version.stem === stem && extname(version.file) === extension);
}

/** Removes unfinished copies after a crash. No copy is in progress, because only this process makes copies, one at a time. */
async function removeLeftovers(folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder)) if (entry.startsWith(`.${name} `)) await unlink(join(folder, entry));
}

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

function versionOf(file: string) {
  const match = /^(.*) (\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2}\.\d{3}Z)(?:\.(\d+))?\.[^.]+$/.exec(file);
  if (match === null) return null;
  const [, stem = '', hour, minute, second, generation] = match;
  return { file, stem, takenAt: `${hour}:${minute}:${second}`, generation: Number(generation ?? 0) };
}

export async function listVersions(folder: string): Promise<readonly VersionFile[]> {
  const names = await readdir(folder).catch((thrown: unknown) => {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw toPennyrowError(thrown);
  });
  const versions = names.flatMap((name) => versionOf(name) ?? []).sort(newestFirst);
  return Promise.all(
    versions.map(async ({ file, takenAt }) => ({ name: file, takenAt, bytes: (await stat(join(folder, file))).size })),
  );
}

/** Throws PennyrowError `workbook_version_unknown` or file system errors, and then leaves no file behind. */
export async function bringBack(
  version: { readonly folder: string; readonly name: string },
  path: string,
): Promise<BroughtBack> {
  const found = (await listVersions(version.folder)).find(({ name }) => name === version.name);
  if (found === undefined) throw createError('workbook_version_unknown', { name: version.name });
  try {
    // Writes to the target of a link. If the target is missing, the copy gets another name beside the link.
    const place = await realpath(path).catch(() => path);
    const source = join(version.folder, found.name);
    if (await copyWhole(source, place)) return { path: place, isWorkbook: true };
    for (let number = 1; ; number += 1) {
      const beside = besideName(place, found.takenAt, number);
      if (await copyWhole(source, beside)) return { path: beside, isWorkbook: false };
    }
  } catch (thrown) {
    throw toPennyrowError(thrown);
  }
}

/** "Pennyrow (as of 2026-01-31 08.15).xlsx"; UTC, as in the folder of backups. */
function besideName(path: string, takenAt: string, number: number): string {
  const stem = basename(path, extname(path));
  const moment = takenAt.slice(0, 16).replace('T', ' ').replace(':', '.');
  return join(dirname(path), `${stem} (as of ${moment})${number === 1 ? '' : ` ${number}`}${extname(path)}`);
}
