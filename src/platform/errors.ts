import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, problem, problemOf } from '../messages/problem.ts';
import type { Problem, ProblemCode, ProblemParameters, Report } from '../messages/parameters.ts';

/** An error with a code and the parameters of its message, which must not contain secrets. `message` is English, for logs. */
export class PennyrowError extends Error {
  override readonly name = 'PennyrowError';
  readonly code: ErrorCode;
  readonly remedy: string;
  readonly params: object;
  declare readonly sentence?: ProblemCode;

  constructor({ code, params }: Problem, options?: ErrorOptions) {
    const { what, remedy } = describe({ code, params } as Problem);
    super(what, options);
    this.code = code;
    this.remedy = remedy ?? '';
    this.params = params;
  }
}

export function createError<Code extends ProblemCode>(
  code: Code,
  params: ProblemParameters[Code],
  options?: ErrorOptions,
): PennyrowError {
  return new PennyrowError(problem(code, params) as Problem, options);
}

export function reportOf({ code, message, remedy, params, sentence }: Report): Report {
  return {
    code,
    message,
    remedy,
    ...(params !== undefined && { params }),
    ...(sentence !== undefined && { sentence }),
  };
}

export function errorWithin(
  cause: PennyrowError | Pick<PennyrowError, 'code'>,
  sentence: Problem,
  options: ErrorOptions = { cause },
): PennyrowError {
  return Object.assign(new PennyrowError(sentence, options), { code: cause.code, sentence: sentence.code });
}

export function errorOf(report: Report, options?: ErrorOptions): PennyrowError {
  const found = problemOf(report);
  return found.code === report.code
    ? new PennyrowError(found, options)
    : errorWithin({ code: report.code as ErrorCode }, found, options);
}

export type ErrorCode = ProblemCode;

export function toPennyrowError(thrown: unknown): PennyrowError {
  if (thrown instanceof PennyrowError) return thrown;
  if (isAbort(thrown)) return createError('run_cancelled', {}, { cause: thrown });
  return systemProblem(thrown) ?? createError('internal_error', {}, { cause: thrown });
}

export function hasCode(thrown: unknown, ...codes: readonly ErrorCode[]): thrown is PennyrowError {
  return thrown instanceof PennyrowError && (codes as readonly string[]).includes(thrown.code);
}

/** The code of an error of the system or of a library, such as "ENOENT"; empty if it has none. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
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
  // SQLITE_BUSY: another program has locked the file. SQLITE_PROTOCOL: the disk does not support locks.
  SQLITE_BUSY: refused('busy'),
  SQLITE_PROTOCOL: diskFault,
  SQLITE_NOMEM: refused('memory'),
  SQLITE_CORRUPT: damaged,
  SQLITE_NOTADB: damaged,
};

/** Only for file operations, because sockets and processes use some of these codes with another meaning. */
const SYSTEM_OF_FILES: Readonly<Record<string, AboutFile>> = {
  ...SYSTEM,
  ...byCode(refused('busy'), ['EBUSY', 'ETXTBSY', 'EAGAIN', 'EWOULDBLOCK', 'EDEADLK']),
  ...byCode(refused('exists'), ['EEXIST', 'ENOTEMPTY']),
  ...byCode(refused('interrupted'), ['EINTR', 'ECANCELED']),
  ...byCode(refused('memory'), ['ENOBUFS']),
  ...byCode(refused('size'), ['EOVERFLOW']),
  ...byCode(refused('device'), ['EXDEV']),
  ...byCode(refused('other'), ['EINVAL', 'EILSEQ', 'EMLINK', 'ENOLCK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'ENOTTY']),
  // EBADMSG: a checksum of the file system differs. UNKNOWN: an error code of Windows that Node does not map.
  ...byCode(diskFault, ['EBADMSG', 'EPROTO', 'UNKNOWN']),
  ...byCode(disconnected, ['ESTALE', 'ENODEV', 'ENXIO', 'ENOLINK', 'EMULTIHOP', 'ENOTCONN']),
  ...byCode(disconnected, ['ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTDOWN', 'EHOSTUNREACH']),
  ...byCode(disconnected, ['ENETDOWN', 'ENETRESET', 'ENETUNREACH', 'ETIME', 'ETIMEDOUT']),
};

function byCode(about: AboutFile, codes: readonly string[]): Record<string, AboutFile> {
  return Object.fromEntries(codes.map((code) => [code, about]));
}

/** True if the process has too many open files. SQLite has no code for that, only for a file that it could not open. */
function isAboutOpenFiles(thrown: Error & { readonly code: unknown }): boolean {
  return (
    /too many open files/i.test(thrown.message) ||
    (String(thrown.code).startsWith('SQLITE_CANTOPEN') && isShortOfOpenFiles())
  );
}

function systemProblem(thrown: unknown): PennyrowError | null {
  if (!(thrown instanceof Error) || !('code' in thrown)) return null;
  const path = 'path' in thrown && typeof thrown.path === 'string' ? thrown.path : null;
  const about = isAboutOpenFiles(thrown) ? SYSTEM['EMFILE'] : aboutCode(thrown, String(thrown.code), path);
  return about === undefined ? null : new PennyrowError(about(path), { cause: thrown });
}

function aboutCode(thrown: Error, code: string, path: string | null): AboutFile | undefined {
  const isAboutFile = path !== null || ('syscall' in thrown && String(thrown.syscall).startsWith('f'));
  if (!code.startsWith('SQLITE_')) return (isAboutFile ? SYSTEM_OF_FILES : SYSTEM)[code];
  // Shortens codes such as SQLITE_IOERR_FSYNC to SQLITE_IOERR: the third part only names the failed call.
  const kind = code.split('_', 2).join('_');
  const errno = path !== null && HIDES_CAUSE.has(kind) && !READS.has(code) ? errnoAt(path) : null;
  if (errno !== null) return SYSTEM_OF_FILES[errno];
  // `errnoAt` could open the file, so a temporary disk fault is more likely than missing permissions.
  return path !== null && code === 'SQLITE_CANTOPEN' ? diskFault : SYSTEM[kind];
}

/** SQLite errors that hide their cause, an error of the operating system such as ENOSPC. */
const HIDES_CAUSE = new Set(['SQLITE_IOERR', 'SQLITE_CANTOPEN', 'SQLITE_READONLY']);
const READS = new Set(['SQLITE_IOERR_READ', 'SQLITE_IOERR_SHORT_READ']);

const PROBE_BYTES = 64 * 1024;

/** Opens the file and writes beside it to get the code of the system, such as "ENOSPC". Null if both work. */
function errnoAt(path: string): string | null {
  return errnoOf(() => closeSync(openSync(path, 'r+')), 'ENOENT') ?? errnoOf(() => writeBeside(path));
}

function writeBeside(path: string): void {
  const probe = join(dirname(path), `.probe-${crypto.randomUUID()}`);
  const file = openSync(probe, 'wx', 0o600);
  try {
    for (let written = 0; written < PROBE_BYTES;) written += writeSync(file, Buffer.alloc(PROBE_BYTES - written));
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(probe, { force: true });
  }
}

function errnoOf(work: () => void, expected?: string): string | null {
  try {
    work();
    return null;
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null;
    return code === expected ? null : code;
  }
}

/** SQLite opens four files at a time: the database, its log, the log's index and the folder. Four more are a reserve. */
const OPEN_FILES_NEEDED = 8;

function isShortOfOpenFiles(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < OPEN_FILES_NEEDED) opened.push(openSync(process.execPath, 'r'));
    return false;
  } catch (thrown) {
    return ['EMFILE', 'ENFILE'].includes(codeOf(thrown));
  } finally {
    for (const file of opened) closeSync(file);
  }
}
