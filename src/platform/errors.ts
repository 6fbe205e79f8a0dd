import { describe } from '../messages/describe.ts';
import type { Problem, ProblemCode, Report } from '../messages/parameters.ts';
import { problem, problemOf } from '../messages/problem.ts';
import { errnoAt } from './errno-at.ts';
import { isShortOfOpenFiles } from './open-files.ts';

/**
 * The one error that Pennyrow throws on purpose: a code with what its sentence is to be filled in with. Neither ever
 * holds a secret: both are shown to people and written to logs. `message` says it in English, for logs; anyone who shows it
 * to a person makes the sentence from `problem`, in that person's language.
 */
export class PennyrowError extends Error {
  override readonly name = 'PennyrowError';
  readonly code: ErrorCode;
  /** In English, for a terminal. */
  readonly remedy: string;
  readonly params: object;
  /** As that of a `Report`. */
  declare readonly sentence?: ProblemCode;

  constructor({ code, params }: Problem, options?: ErrorOptions) {
    const { what, remedy } = describe({ code, params } as Problem);
    super(what, options);
    this.code = code;
    this.remedy = remedy ?? '';
    this.params = params;
  }
}

/** An error, or what else reports something, as it is recorded or sent to who shows it. */
export function reportOf({ code, message, remedy, params, sentence }: Report): Report {
  return {
    code,
    message,
    remedy,
    ...(params !== undefined && { params }),
    ...(sentence !== undefined && { sentence }),
  };
}

/** An error that is told in another sentence, and keeps its own code. */
export function errorWithin(
  cause: PennyrowError | Pick<PennyrowError, 'code'>,
  sentence: Problem,
  options: ErrorOptions = { cause },
): PennyrowError {
  return Object.assign(new PennyrowError(sentence, options), { code: cause.code, sentence: sentence.code });
}

/** A report that is thrown here. */
export function errorOf(report: Report, options?: ErrorOptions): PennyrowError {
  const told = problemOf(report);
  return told.code === report.code
    ? new PennyrowError(told, options)
    : errorWithin({ code: report.code as ErrorCode }, told, options);
}

/** Machine codes: `<room>_<what>`; stable, since scripts may read them. */
export type ErrorCode = ProblemCode;

/** What anyone who meets an unknown `catch` value does first. */
export function toPennyrowError(thrown: unknown): PennyrowError {
  if (thrown instanceof PennyrowError) return thrown;
  if (isAbort(thrown)) return new PennyrowError(problem('run_cancelled', {}), { cause: thrown });
  return systemProblem(thrown) ?? new PennyrowError(problem('internal_error', {}), { cause: thrown });
}

export function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}

type AboutFile = (path: string | null) => Problem;

const diskFull: AboutFile = (path) => problem('data_disk_full', { cause: 'other', path });
const readOnly: AboutFile = (path) => problem('data_read_only', { use: 'other', path });
const noAccess: AboutFile = (path) => problem('data_no_access', { use: 'other', path });
const missing =
  (cause: 'file' | 'loop' | 'length' | 'other'): AboutFile =>
  (path) =>
    problem('data_missing', { cause, path });
const diskFault: AboutFile = (path) => problem('data_disk_fault', { cause: 'other', path });
const disconnected: AboutFile = (path) => problem('data_disk_fault', { cause: 'gone', path });
const refused =
  (cause: 'busy' | 'device' | 'exists' | 'interrupted' | 'memory' | 'size' | 'other'): AboutFile =>
  (path) =>
    problem('data_file_refused', { cause, path });
const damaged: AboutFile = () => problem('store_damaged', { path: null, detail: null });

/** By the codes of the system and of SQLite. */
const SYSTEM: Readonly<Record<string, AboutFile>> = {
  ENOSPC: diskFull,
  EDQUOT: (path) => problem('data_disk_full', { cause: 'quota', path }),
  EROFS: readOnly,
  EACCES: noAccess,
  EPERM: noAccess,
  ENOENT: missing('other'),
  ENOTDIR: missing('file'),
  ELOOP: missing('loop'),
  ENAMETOOLONG: missing('length'),
  EISDIR: (path) => problem('data_not_a_file', { path }),
  EIO: diskFault,
  EMFILE: (path) => problem('data_too_many_files', { limit: 'other', path }),
  ENFILE: (path) => problem('data_too_many_files', { limit: 'machine', path }),
  EFBIG: refused('size'),
  ENOMEM: refused('memory'),
  SQLITE_FULL: diskFull,
  SQLITE_READONLY: readOnly,
  SQLITE_CANTOPEN: noAccess,
  SQLITE_IOERR: diskFault,
  // Locks: held by another program, or refused by the disk.
  SQLITE_BUSY: refused('busy'),
  SQLITE_PROTOCOL: diskFault,
  SQLITE_NOMEM: refused('memory'),
  SQLITE_CORRUPT: damaged,
  SQLITE_NOTADB: damaged,
};

/** Codes that calls for files share with calls for sockets and processes. */
const SYSTEM_OF_FILES: Readonly<Record<string, AboutFile>> = {
  ...SYSTEM,
  ...byCode(refused('busy'), ['EBUSY', 'ETXTBSY', 'EAGAIN', 'EWOULDBLOCK', 'EDEADLK']),
  ...byCode(refused('exists'), ['EEXIST', 'ENOTEMPTY']),
  ...byCode(refused('interrupted'), ['EINTR', 'ECANCELED']),
  ...byCode(refused('memory'), ['ENOBUFS']),
  ...byCode(refused('size'), ['EOVERFLOW']),
  ...byCode(refused('device'), ['EXDEV']),
  ...byCode(refused('other'), ['EINVAL', 'EILSEQ', 'EMLINK', 'ENOLCK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'ENOTTY']),
  // EBADMSG: a checksum of the file system differs. UNKNOWN: Windows has codes that Node does not know.
  ...byCode(diskFault, ['EBADMSG', 'EPROTO', 'UNKNOWN']),
  ...byCode(disconnected, ['ESTALE', 'ENODEV', 'ENXIO', 'ENOLINK', 'EMULTIHOP', 'ENOTCONN']),
  ...byCode(disconnected, ['ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTDOWN', 'EHOSTUNREACH']),
  ...byCode(disconnected, ['ENETDOWN', 'ENETRESET', 'ENETUNREACH', 'ETIME', 'ETIMEDOUT']),
};

function byCode(about: AboutFile, codes: readonly string[]): Record<string, AboutFile> {
  return Object.fromEntries(codes.map((code) => [code, about]));
}

/** Libraries tell of it in words alone, and SQLite only that it could not open a file. */
function isAboutOpenFiles(thrown: Error & { readonly code: unknown }): boolean {
  return (
    /too many open files/i.test(thrown.message) ||
    (String(thrown.code).startsWith('SQLITE_CANTOPEN') && isShortOfOpenFiles())
  );
}

/** Names the file of an error of the system, or of SQLite about it; null when it is not one of the usual ones. */
function systemProblem(thrown: unknown): PennyrowError | null {
  if (!(thrown instanceof Error) || !('code' in thrown)) return null;
  const path = 'path' in thrown && typeof thrown.path === 'string' ? thrown.path : null;
  const about = isAboutOpenFiles(thrown) ? SYSTEM['EMFILE'] : aboutCode(thrown, String(thrown.code), path);
  return about === undefined ? null : new PennyrowError(about(path), { cause: thrown });
}

function aboutCode(thrown: Error, code: string, path: string | null): AboutFile | undefined {
  if (!code.startsWith('SQLITE_')) return (isAboutFile(thrown, path) ? SYSTEM_OF_FILES : SYSTEM)[code];
  // The second part, as in SQLITE_IOERR_FSYNC, is the call that failed.
  const kind = code.split('_', 2).join('_');
  const errno = path !== null && HIDES_CAUSE.has(kind) && !READS.has(code) ? errnoAt(path) : null;
  if (errno !== null) return SYSTEM_OF_FILES[errno];
  // The file can be opened again, so it was not the permissions.
  return path !== null && code === 'SQLITE_CANTOPEN' ? diskFault : SYSTEM[kind];
}

/** SQLite reports these without the system's reason. */
const HIDES_CAUSE = new Set(['SQLITE_IOERR', 'SQLITE_CANTOPEN', 'SQLITE_READONLY']);
const READS = new Set(['SQLITE_IOERR_READ', 'SQLITE_IOERR_SHORT_READ']);

/** Calls for an open file, such as fsync, carry no path. */
function isAboutFile(thrown: Error, path: string | null): boolean {
  return path !== null || ('syscall' in thrown && String(thrown.syscall).startsWith('f'));
}
