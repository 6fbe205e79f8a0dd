import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, openSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join, posix, resolve, win32 } from 'node:path';
import { exists } from './exists.ts';
import { problem } from '../messages/problem.ts';
import { controlAddress } from './control-address.ts';
import { PennyrowError, toPennyrowError } from './errors.ts';
import { makeFolder } from './sync-folder.ts';

/** One install's folder, which is there and can be written to; every path in it is absolute. */
export interface DataFolder {
  readonly path: string;
  readonly database: string;
  /** The database as it was before each migration, and earlier versions of local workbooks. */
  readonly backups: string;
  readonly log: string;
  readonly vaultKey: string;
  /** The local CA, in PEM: the one file here that is meant to be shown to other programs. */
  readonly certificate: string;
  /** The workbook of an account that was not told of another one. */
  readonly defaultWorkbook: string;
  /** Where the running service listens for its own CLI: a socket's path, or a named pipe's on Windows. */
  readonly controlAddress: string;
}

/** What decides where things are kept; `process` fits. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `chosen` (from `--data-dir`) wins over PENNYROW_DATA_DIR, which wins over the usual place of this system. */
export function chooseDataFolder(chosen: string | undefined, system: System, home: string): string {
  if (chosen === '') throw new PennyrowError(problem('config_data_folder', {}));
  // An empty variable counts as absent.
  const named = chosen ?? system.env['PENNYROW_DATA_DIR'] ?? '';
  return named === '' ? usualDataFolder(system, home) : resolve(named);
}

function usualDataFolder(system: System, home: string): string {
  if (system.platform === 'win32')
    return win32.join(absolute(system.env['APPDATA'], win32) ?? win32.join(home, 'AppData', 'Roaming'), 'Pennyrow');
  if (system.platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Pennyrow');
  return posix.join(absolute(system.env['XDG_DATA_HOME'], posix) ?? posix.join(home, '.local', 'share'), 'pennyrow');
}

/** The XDG base directory specification says to ignore a path that is not absolute. */
function absolute(path: string | undefined, flavour: typeof posix): string | undefined {
  return path !== undefined && flavour.isAbsolute(path) ? path : undefined;
}

/**
 * Makes the folder when it is missing, for its owner alone, and proves that it can be written to.
 * Throws `data_not_a_folder`, `data_read_only`, `data_no_access` or `data_disk_full`.
 */
export function openDataFolder(chosenPath: string): DataFolder {
  try {
    makeFolder(resolve(chosenPath));
    const path = realpathSync(chosenPath);
    keepPrivate(path);
    proveWritable(path);
    const backups = join(path, 'backups');
    makeFolder(backups);
    return {
      path,
      database: join(path, 'pennyrow.db'),
      backups,
      log: join(path, 'pennyrow.log'),
      vaultKey: join(path, 'vault.key'),
      certificate: join(path, 'ca.pem'),
      defaultWorkbook: join(path, 'Pennyrow.xlsx'),
      controlAddress: controlAddress(path),
    };
  } catch (error) {
    throw unusable(chosenPath, error);
  }
}

/** For what only looks: throws `data_none` where there is no folder, rather than making one. */
export function requireDataFolder(path: string): void {
  if (exists(path)) return;
  throw new PennyrowError(problem('data_none', { path }));
}

/** A folder that someone made for Pennyrow becomes private; one that already holds other things is left as it is. */
function keepPrivate(path: string): void {
  if (process.platform === 'win32') return;
  const { mode, uid } = statSync(path);
  const isLoose = (mode & 0o077) !== 0;
  if (isLoose && uid === process.getuid?.() && readdirSync(path).length === 0) chmodSync(path, 0o700);
}

/** Permission bits do not tell: a read-only disk, an access list or a quota shows only when something is written. */
function proveWritable(path: string): void {
  const probe = join(path, `.probe-${randomBytes(6).toString('hex')}`);
  closeSync(openSync(probe, 'wx', 0o600));
  rmSync(probe);
}

function unusable(path: string, cause: unknown): PennyrowError {
  if (cause instanceof PennyrowError) return cause;
  const isFileInTheWay =
    cause instanceof Error && 'code' in cause && (cause.code === 'EEXIST' || cause.code === 'ENOTDIR');
  if (isFileInTheWay) {
    return new PennyrowError(problem('data_not_a_folder', { path }), { cause });
  }
  // The system names the file that was tried with, which tells people nothing.
  const error = toPennyrowError(cause instanceof Error ? Object.assign(cause, { path }) : cause);
  if (error.code === 'data_read_only' || error.code === 'data_no_access')
    return new PennyrowError(problem(error.code, { use: 'data', path }), { cause });
  return error;
}
