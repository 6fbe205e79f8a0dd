import { describe } from '../messages/describe.ts';
import type { Problem, ProblemCode, Report } from '../messages/parameters.ts';
import { problem, problemOf } from '../messages/problem.ts';
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
const diskFault: AboutFile = (path) => problem('data_disk_fault', { path });
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
  SQLITE_FULL: diskFull,
  SQLITE_READONLY: readOnly,
  SQLITE_CANTOPEN: noAccess,
  SQLITE_IOERR: diskFault,
  SQLITE_CORRUPT: damaged,
  SQLITE_NOTADB: damaged,
  EMFILE: (path) => problem('data_too_many_files', { limit: 'other', path }),
  ENFILE: (path) => problem('data_too_many_files', { limit: 'machine', path }),
};

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
  const code = isAboutOpenFiles(thrown) ? 'EMFILE' : String(thrown.code);
  // SQLite's codes have a second part (SQLITE_IOERR_WRITE) that matters to nobody here.
  const about = SYSTEM[code] ?? SYSTEM[code.split('_', 2).join('_')];
  if (about === undefined) return null;
  return new PennyrowError(about('path' in thrown && typeof thrown.path === 'string' ? thrown.path : null), {
    cause: thrown,
  });
}
