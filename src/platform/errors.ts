import { isShortOfOpenFiles } from './open-files.ts';

/**
 * The one error that Pennyrow throws on purpose. `message` says what happened and names the thing;
 * `remedy` says what to do. Neither ever holds a secret: both are shown to people and written to logs.
 */
export class PennyrowError extends Error {
  override readonly name = 'PennyrowError';
  readonly code: ErrorCode;
  readonly remedy: string;

  constructor(code: ErrorCode, message: string, remedy: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.remedy = remedy;
  }
}

/** Machine codes: `<room>_<what>`; stable, since scripts may read them. */
export type ErrorCode = `${ErrorRoom}_${string}`;

type ErrorRoom =
  | 'account'
  | 'certificate'
  | 'config'
  | 'connection'
  | 'control'
  | 'data'
  | 'input'
  | 'internal'
  | 'run'
  | 'schedule'
  | 'service'
  | 'source'
  | 'statement'
  | 'store'
  | 'token'
  | 'update'
  | 'vault'
  | 'workbook';

/** What anyone who meets an unknown `catch` value does first. */
export function toPennyrowError(thrown: unknown): PennyrowError {
  if (thrown instanceof PennyrowError) return thrown;
  if (isAbort(thrown))
    return new PennyrowError('run_cancelled', 'It was cancelled.', 'Start it again when you like.', { cause: thrown });
  const known = systemProblem(thrown);
  if (known !== null) return known;
  return new PennyrowError(
    'internal_error',
    'Something went wrong inside Pennyrow.',
    'Look in the log, and run `pennyrow doctor`.',
    {
      cause: thrown,
    },
  );
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}

/** What helps when the database cannot be read. */
export const DAMAGED_DATABASE_REMEDY =
  'Run `pennyrow doctor --repair`: it sets the damaged file aside and rebuilds the database from your workbook and the newest good copy.';

/** What helps when the limit of open files is reached. */
const TOO_MANY_FILES_REMEDY =
  'Raise the limit of open files where Pennyrow is started (`ulimit -n 1024`, or LimitNOFILE= of a systemd unit), then try again.';

const SYSTEM: Readonly<Record<string, readonly [ErrorCode, string, string]>> = {
  ENOSPC: ['data_disk_full', 'The disk is full', 'Free some space and try again; nothing was changed.'],
  EDQUOT: ['data_disk_full', 'The disk quota is used up', 'Free some space and try again; nothing was changed.'],
  EROFS: ['data_read_only', 'The folder is on a read-only file system', 'Choose a folder that Pennyrow may write to.'],
  EACCES: ['data_no_access', 'Pennyrow may not use this file or folder', 'Check its permissions and its owner.'],
  EPERM: ['data_no_access', 'Pennyrow may not use this file or folder', 'Check its permissions and its owner.'],
  ENOENT: ['data_missing', 'There is no such file or folder', 'Check the path.'],
  ENOTDIR: ['data_missing', 'A part of this path is a file and not a folder', 'Check the path.'],
  ELOOP: ['data_missing', 'The links of this path lead round in a circle', 'Check the path.'],
  ENAMETOOLONG: ['data_missing', 'This path is too long', 'Check the path.'],
  EISDIR: ['data_not_a_file', 'This is a folder and not a file', 'Check the path.'],
  EIO: [
    'data_disk_fault',
    'The disk could not be read or written',
    'Check the disk, or the connection to it, and try again.',
  ],
  SQLITE_FULL: ['data_disk_full', 'The disk is full', 'Free some space and try again; nothing was changed.'],
  SQLITE_READONLY: ['data_read_only', 'The database may not be written', 'Choose a folder that Pennyrow may write to.'],
  SQLITE_CANTOPEN: [
    'data_no_access',
    'Pennyrow may not use this file or folder',
    'Check its permissions and its owner.',
  ],
  SQLITE_IOERR: [
    'data_disk_fault',
    'The disk could not be read or written',
    'Check the disk, or the connection to it, and try again.',
  ],
  SQLITE_CORRUPT: ['store_damaged', "Pennyrow's database is damaged", DAMAGED_DATABASE_REMEDY],
  SQLITE_NOTADB: ['store_damaged', "Pennyrow's database is damaged", DAMAGED_DATABASE_REMEDY],
  EMFILE: ['data_too_many_files', 'Too many files are open for Pennyrow to open another one', TOO_MANY_FILES_REMEDY],
  ENFILE: ['data_too_many_files', 'Too many files are open on this machine', 'Close other programs and try again.'],
};

/** Libraries tell of it in words alone, and SQLite only that it could not open a file. */
function isAboutOpenFiles(thrown: Error & { readonly code: unknown }): boolean {
  return (
    /too many open files/i.test(thrown.message) ||
    (String(thrown.code).startsWith('SQLITE_CANTOPEN') && isShortOfOpenFiles())
  );
}

/** Names the file of an error of the system, or of SQLite about it, in plain words; null when it is not one of the usual ones. */
function systemProblem(thrown: unknown): PennyrowError | null {
  if (!(thrown instanceof Error) || !('code' in thrown)) return null;
  const code = isAboutOpenFiles(thrown) ? 'EMFILE' : String(thrown.code);
  // SQLite's codes have a second part (SQLITE_IOERR_WRITE) that matters to nobody here.
  const entry = SYSTEM[code] ?? SYSTEM[code.split('_', 2).join('_')];
  if (entry === undefined) return null;
  const path = 'path' in thrown && typeof thrown.path === 'string' ? `: ${thrown.path}` : '';
  return new PennyrowError(entry[0], `${entry[1]}${path}.`, entry[2], { cause: thrown });
}
