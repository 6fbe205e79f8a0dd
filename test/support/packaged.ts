import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readAsar, type ArchivedFile } from './asar.ts';
import { electronStandIn } from './electron-stand-in.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Package {
  /** What is installed: the program beside `resources`. */
  readonly folder: string;
  /** What is in its archive. */
  readonly files: readonly ArchivedFile[];
}

/** The unpacked package for Linux, made without a network around a stand-in for Electron; `options` go to electron-builder. */
export async function pack(arch: 'x64' | 'arm64', into: string, options: readonly string[] = []): Promise<Package> {
  const builder = join(dirname(createRequire(import.meta.url).resolve('electron-builder/package.json')), 'cli.js');
  const fixed = ['--config', 'electron-builder.yml', '--linux', `--${arch}`, '--dir', '--publish', 'never'];
  const places = [`-c.electronDist=${electronStandIn(into)}`, `-c.directories.output=${join(into, 'out')}`];
  await promisify(execFile)(process.execPath, [builder, ...fixed, ...places, ...options], {
    cwd: ROOT,
    env: { ...process.env, HTTPS_PROXY: 'http://127.0.0.1:9', ELECTRON_MIRROR: 'http://127.0.0.1:9/' },
  });
  const folder = join(into, 'out', arch === 'x64' ? 'linux-unpacked' : `linux-${arch}-unpacked`);
  return { folder, files: readAsar(join(folder, 'resources', 'app.asar')) };
}

/** The archive as a folder of the same name, for a Node that reads no archives. Returns its path. */
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
