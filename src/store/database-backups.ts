import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { generationEnding, newestFirst, nextCopy, type DatedCopy } from '../platform/dated-copies.ts';
import { exists } from '../platform/exists.ts';

export interface DatabaseBackup {
  readonly name: string;
  readonly takenAt: string;
  readonly bytes: number;
  readonly kind: 'version' | 'day';
}

export interface DatabasePlace {
  readonly path: string;
  readonly backupFolder: string;
}

export function listDatabaseBackups(place: DatabasePlace): DatabaseBackup[] {
  return copiesIn(place).map(({ name, takenAt, kind }) => {
    return { name, takenAt, bytes: statSync(join(place.backupFolder, name)).size, kind };
  });
}

export function nextBackupPath(place: DatabasePlace, kind: string, nowMs: number): string {
  const next = nextCopy(nowMs, copiesIn(place));
  const stamp = next.takenAt.replace(/\D/g, '').slice(0, 17);
  return join(place.backupFolder, `${basename(place.path)}.${kind}.${stamp}${generationEnding(next)}`);
}

interface Copy extends DatedCopy {
  readonly name: string;
  readonly kind: DatabaseBackup['kind'];
}

function copiesIn({ path, backupFolder }: DatabasePlace): Copy[] {
  if (!exists(backupFolder)) return [];
  return readdirSync(backupFolder)
    .flatMap((name) => copyOf(name, basename(path)) ?? [])
    .sort(newestFirst);
}

/** Parses names such as "pennyrow.db.v3.20260131081500000", with ".1" after it for `generation` 1 (see `DatedCopy`). */
function copyOf(name: string, database: string): Copy | null {
  const match = /\.(?:(day)|v\d+)\.(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})(?:\.(\d+))?$/.exec(name);
  if (match === null || name.slice(0, match.index) !== database) return null;
  const [, day, year, month, date, hour, minute, second, millisecond, generation] = match;
  return {
    name,
    kind: day === undefined ? 'version' : 'day',
    takenAt: `${year}-${month}-${date}T${hour}:${minute}:${second}.${millisecond}Z`,
    generation: Number(generation ?? 0),
  };
}
