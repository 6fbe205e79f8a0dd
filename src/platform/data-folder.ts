import {
  chmodSync,
  closeSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  watch,
  type FSWatcher,
} from 'node:fs';
import { join, posix, resolve, win32 } from 'node:path';
import { codeOf, createError, PennyrowError, toPennyrowError } from './errors.ts';
import { exists } from './exists.ts';
import { makeFolder } from './sync-to-disk.ts';

export type DataFolder = Readonly<ReturnType<typeof openDataFolder>>;

export interface System {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function chooseDataFolder(chosen: string | undefined, system: System, home: string): string {
  if (chosen === '') throw createError('config_data_folder', {});
  const folder = chosen ?? system.env['PENNYROW_DATA_DIR'] ?? '';
  return folder === '' ? usualDataFolder(system, home) : resolve(folder);
}

function usualDataFolder(system: System, home: string): string {
  if (system.platform === 'win32')
    return win32.join(absolute(system.env['APPDATA'], win32) ?? win32.join(home, 'AppData', 'Roaming'), 'Pennyrow');
  if (system.platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Pennyrow');
  return posix.join(absolute(system.env['XDG_DATA_HOME'], posix) ?? posix.join(home, '.local', 'share'), 'pennyrow');
}

/** Ignores relative paths, as the XDG base directory specification requires. */
function absolute(path: string | undefined, flavour: typeof posix): string | undefined {
  return path !== undefined && flavour.isAbsolute(path) ? path : undefined;
}

export function openDataFolder(chosenPath: string) {
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
    };
  } catch (error) {
    throw unusable(chosenPath, error);
  }
}

export function requireDataFolder(path: string): void {
  if (exists(path)) return;
  throw createError('data_none', { path });
}

/** Restricts an empty folder to its owner. Leaves the mode of a folder with files, which may be shared on purpose. */
function keepPrivate(path: string): void {
  if (process.platform === 'win32') return;
  const { mode, uid } = statSync(path);
  const isLoose = (mode & 0o077) !== 0;
  if (isLoose && uid === process.getuid?.() && readdirSync(path).length === 0) chmodSync(path, 0o700);
}

/** Writes a file, because the mode alone does not reveal read-only disks, access lists and quotas. */
function proveWritable(path: string): void {
  const probe = join(path, `.probe-${crypto.randomUUID()}`);
  closeSync(openSync(probe, 'wx', 0o600));
  rmSync(probe);
}

function unusable(path: string, cause: unknown): PennyrowError {
  if (cause instanceof PennyrowError) return cause;
  if (['EEXIST', 'ENOTDIR'].includes(codeOf(cause))) return createError('data_not_a_folder', { path }, { cause });
  const error = toPennyrowError(cause instanceof Error ? Object.assign(cause, { path }) : cause);
  if (error.code === 'data_read_only' || error.code === 'data_no_access')
    return createError(error.code, { use: 'data', path }, { cause });
  return error;
}

export type FolderGuard = ReturnType<typeof guardFolder>;

/** Detects that the data folder was removed or replaced, because writes of this process would then go to deleted files. */
export function guardFolder({ path, database }: DataFolder) {
  const opened = identityOf(database);

  /** Also null if the check itself fails, for example because of a disk error. */
  function findProblem(): PennyrowError | null {
    try {
      return identityOf(database) === opened ? null : createError('data_gone', { path });
    } catch {
      return null;
    }
  }

  function require(): void {
    const found = findProblem();
    if (found !== null) throw found;
  }

  return {
    problem: findProblem,
    require,
    guarding:
      <Given extends unknown[], Outcome>(work: (...given: Given) => Outcome) =>
      (...given: Given): Outcome => {
        require();
        return work(...given);
      },
    watch: (onGone: (problem: PennyrowError) => void) => {
      let isGone = false;
      const look = (): void => {
        const found = findProblem();
        if (found !== null && !isGone) onGone(found);
        isGone = found !== null;
      };
      const watcher = openWatcher(path, (event) => {
        if (event === 'rename') look();
      });
      return () => watcher?.close();
    },
  };
}

/** Null if the folder cannot be watched, as on some network drives. Then only requests check the folder. */
function openWatcher(path: string, listener: (event: string) => void): FSWatcher | null {
  try {
    return watch(path, { persistent: false }, listener).on('error', () => undefined);
  } catch {
    return null;
  }
}

function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev} ${found.ino}`;
}
