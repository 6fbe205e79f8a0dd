import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from '../messages/problem.ts';
import { createFileAtomically } from './atomic-file.ts';
import { PennyrowError } from './errors.ts';

// sun_path, with its closing zero, has 104 bytes on macOS and the BSDs and 108 on Linux.
const LONGEST_SOCKET_PATH = 103;
const SOCKET = 'control.sock';

/**
 * Where the service of this data folder listens for its own CLI. The same folder gives the same address in every
 * process, whatever its environment: the service may run from systemd and the CLI in a shell.
 */
export function controlAddress(dataFolder: string): string {
  if (process.platform === 'win32') return pipeName(dataFolder);
  const inside = join(dataFolder, SOCKET);
  return Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH ? inside : join(shortFolder(dataFolder), SOCKET);
}

/**
 * Stands in for a data folder whose path is too long for a socket. Not under TMPDIR or XDG_RUNTIME_DIR: those
 * differ between a service and a shell. /tmp is shared, so the folder must prove to belong to the data folder's owner.
 */
function shortFolder(dataFolder: string): string {
  const owner = statSync(dataFolder).uid;
  const path = `/tmp/pennyrow-${owner}-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new PennyrowError(problem('data_socket_unsafe', { path, folder: dataFolder }));
  }
  return path;
}

/** Pipe names are open to all users of the machine, so this one cannot be guessed; it is kept in the data folder. */
function pipeName(dataFolder: string): string {
  const file = join(dataFolder, 'control.pipe');
  createFileAtomically(file, randomBytes(16).toString('hex'), 0o600);
  return String.raw`\\.\pipe\pennyrow-${readFileSync(file, 'utf8')}`;
}
