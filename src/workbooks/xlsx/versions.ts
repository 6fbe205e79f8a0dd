import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { problem } from '../../messages/problem.ts';
import { newestFirst } from '../../platform/dated-copies.ts';
import { PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import { versionOf } from './backups.ts';
import { copyWhole } from './create-whole.ts';

/** An earlier version of a workbook, as `backUp` keeps them. */
export interface WorkbookVersion {
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly takenAt: string;
  readonly bytes: number;
}

/** The versions in a folder, newest first; none when it was never made. */
export async function listVersions(folder: string): Promise<readonly WorkbookVersion[]> {
  const names = await readdir(folder).catch((thrown: unknown) => {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw toPennyrowError(thrown);
  });
  const versions = names.flatMap((name) => versionOf(name) ?? []).sort(newestFirst);
  return Promise.all(
    versions.map(async ({ file, takenAt }) => ({ name: file, takenAt, bytes: (await stat(join(folder, file))).size })),
  );
}

/**
 * Copies a version to where the workbook is missing, else beside it under a name of its own: no file is ever replaced.
 * Throws PennyrowError `workbook_version_unknown`, or what is wrong with the disk or the folder; then nothing is left behind.
 */
export async function bringBack(
  version: { readonly folder: string; readonly name: string },
  path: string,
): Promise<{ readonly path: string; readonly isWorkbook: boolean }> {
  const known = (await listVersions(version.folder)).find(({ name }) => name === version.name);
  if (known === undefined) {
    throw new PennyrowError(problem('workbook_version_unknown', { name: version.name }));
  }
  try {
    // A link stays one; where it leads to nothing, the place beside it is as good.
    const place = await realpath(path).catch(() => path);
    const source = join(version.folder, known.name);
    if (await copyWhole(source, place)) return { path: place, isWorkbook: true };
    for (let number = 1; ; number += 1) {
      const beside = besideName(place, known.takenAt, number);
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

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}
