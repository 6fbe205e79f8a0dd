import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFileAtomically } from '../../platform/atomic-file.ts';
import { createError } from '../../platform/errors.ts';

// sun_path has 104 bytes on macOS and BSD and 108 on Linux, including the final zero.
const LONGEST_SOCKET_PATH = 103;
const SOCKET = 'control.sock';

/** Depends only on the folder, because the service and the command line may have different environments. */
export function controlAddress(dataFolder: string): string {
  if (process.platform === 'win32') return pipeName(dataFolder);
  const inside = join(dataFolder, SOCKET);
  return Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH ? inside : join(shortFolder(dataFolder), SOCKET);
}

/** Not in TMPDIR or XDG_RUNTIME_DIR, which differ between a service and a shell. /tmp is shared, so the folder is verified. */
function shortFolder(dataFolder: string): string {
  const owner = statSync(dataFolder).uid;
  const path = `/tmp/pennyrow-${owner}-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0)
    throw createError('data_socket_unsafe', { path, folder: dataFolder });
  return path;
}

/** All users can see pipe names, so this one is random and stored in the data folder. */
function pipeName(dataFolder: string): string {
  const file = join(dataFolder, 'control.pipe');
  createFileAtomically(file, randomBytes(16).toString('hex'), 0o600);
  return String.raw`\\.\pipe\pennyrow-${readFileSync(file, 'utf8')}`;
}
