import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readAsar, type ArchivedFile } from './asar.ts';
import { fakeElectronFolder } from './fake-electron-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PACK = join(import.meta.dirname, 'pack-child.ts');

export interface Package {
  /** The installed folder: the program and `resources`. */
  readonly folder: string;
  /** The files of its archive. */
  readonly files: readonly ArchivedFile[];
}

export type Arch = 'x64' | 'arm64';

/**
 * Builds the unpacked packages for Linux, without network access, around a fake Electron. `options` are further
 * arguments for electron-builder, by architecture.
 */
export async function pack(
  into: string,
  options: Readonly<Record<Arch, readonly string[]>>,
): Promise<Readonly<Record<Arch, Package>>> {
  const fixed = ['--config', 'electron-builder.yml', '--linux', '--dir', '--publish', 'never'];
  const places = [`-c.electronDist=${fakeElectronFolder(into)}`, `-c.directories.output=${join(into, 'out')}`];
  const runs = Object.entries(options).map(([arch, own]) => [...fixed, `--${arch}`, ...places, ...own]);
  await promisify(execFile)(process.execPath, [PACK, JSON.stringify(runs)], {
    cwd: ROOT,
    env: { ...process.env, HTTPS_PROXY: 'http://127.0.0.1:9', ELECTRON_MIRROR: 'http://127.0.0.1:9/' },
  });
  const made = (name: string): Package => {
    const folder = join(into, 'out', name);
    return { folder, files: readAsar(join(folder, 'resources', 'app.asar')) };
  };
  return { x64: made('linux-unpacked'), arm64: made('linux-arm64-unpacked') };
}

/** Extracts the archive to a folder of the same name, because plain Node cannot read archives. Returns its path. */
export function openArchive({ folder, files }: Package, into: string): string {
  const archive = join(into, 'app.asar');
  for (const { path, content } of files) {
    const file = join(archive, path);
    mkdirSync(dirname(file), { recursive: true });
    if (content === null) cpSync(join(folder, 'resources', 'app.asar.unpacked', path), file);
    else writeFileSync(file, content);
  }
  return archive;
}
