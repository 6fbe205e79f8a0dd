import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFileAtomically } from '../../platform/atomic-file.ts';
import { createError } from '../../platform/errors.ts';

// The limit of macOS and BSD: 104 bytes including the final zero byte. Linux allows 108.
const LONGEST_SOCKET_PATH = 103;
const SOCKET = 'control.sock';

/** Depends only on the data folder, so that the command line finds the service even if its environment variables differ. */
export function controlAddress(dataFolder: string): string {
  if (process.platform === 'win32') return pipeName(dataFolder);
  const inside = join(dataFolder, SOCKET);
  return Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH ? inside : join(shortFolder(dataFolder), SOCKET);
}

/** A folder in /tmp, because TMPDIR differs between a service and a shell. All users can write to /tmp, so checks the owner. */
function shortFolder(dataFolder: string): string {
  const owner = statSync(dataFolder).uid;
  const path = `/tmp/pennyrow-${owner}-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0)
    throw createError('data_socket_unsafe', { path, folder: dataFolder });
  return path;
}

/** The name is random and stored in the data folder, because other users can create pipes with names that they can guess. */
function pipeName(dataFolder: string): string {
  const file = join(dataFolder, 'control.pipe');
  createFileAtomically(file, randomBytes(16).toString('hex'), 0o600);
  return String.raw`\\.\pipe\pennyrow-${readFileSync(file, 'utf8')}`;
}
