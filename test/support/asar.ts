import { readFileSync } from 'node:fs';

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly size?: number;
  readonly offset?: string;
  /** True if the file is stored next to the archive. */
  readonly unpacked?: boolean;
  readonly integrity?: { readonly algorithm: string; readonly hash: string };
}

export interface ArchivedFile {
  readonly path: string;
  readonly size: number;
  readonly isUnpacked: boolean;
  readonly hasIntegrity: boolean;
  /** Null for an unpacked file. */
  readonly content: Buffer | null;
}

/** The files of an asar archive: four lengths, a JSON header, then the files (https://github.com/electron/asar). */
export function readAsar(path: string): ArchivedFile[] {
  const archive = readFileSync(path);
  const start = 8 + archive.readUInt32LE(4);
  const header = JSON.parse(archive.subarray(16, 16 + archive.readUInt32LE(12)).toString('utf8')) as Entry;

  function below(folder: string, { files = {} }: Entry): ArchivedFile[] {
    return Object.entries(files).flatMap(([name, entry]) => {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (entry.files !== undefined) return below(path, entry);
      const size = entry.size ?? 0;
      const offset = start + Number(entry.offset ?? 0);
      return {
        path,
        size,
        isUnpacked: entry.unpacked === true,
        hasIntegrity: entry.integrity !== undefined,
        content: entry.unpacked === true ? null : archive.subarray(offset, offset + size),
      };
    });
  }
  return below('', header);
}
