import { codeOf, createError, PennyrowError, toPennyrowError } from '../platform/errors.ts';

export function databaseDamaged(path: string, detail: string, cause?: unknown): PennyrowError {
  return createError('store_damaged', { path, detail }, { cause });
}

export function valueDamaged(what: string, cause: unknown): PennyrowError {
  return createError('store_damaged', { path: null, detail: `${what} cannot be read` }, { cause });
}

export function damageIn(thrown: unknown, path: string): PennyrowError | null {
  if (thrown instanceof PennyrowError || !(thrown instanceof Error) || !('code' in thrown)) return null;
  const code = String(thrown.code);
  if (code.startsWith('SQLITE_NOTADB')) return databaseDamaged(path, 'it does not begin like a database', thrown);
  if (code.startsWith('SQLITE_CORRUPT')) return databaseDamaged(path, 'pages of it cannot be read', thrown);
  if (code === 'SQLITE_IOERR_SHORT_READ') return databaseDamaged(path, 'it is shorter than it says', thrown);
  // All SQL in the code matches the migrated schema, so this error means that the schema in the file is damaged.
  if (
    code === 'SQLITE_ERROR' &&
    /^(no such (table|column|index)|malformed|table .+ has no column)/.test(thrown.message)
  )
    return databaseDamaged(path, thrown.message, thrown);
  return null;
}

/** The code, such as "SQLITE_BUSY"; undefined if SQLite did not throw this error. */
export function sqliteCode(thrown: unknown): string | undefined {
  const code = codeOf(thrown);
  return code.startsWith('SQLITE_') ? code : undefined;
}

export function storeProblem(thrown: unknown, path: string): PennyrowError {
  const code = sqliteCode(thrown);
  // Adds the path, because a system error about an open file does not contain it.
  if (code === undefined)
    return toPennyrowError(
      thrown instanceof Error && 'code' in thrown && !('path' in thrown) && !(thrown instanceof PennyrowError)
        ? Object.assign(thrown, { path })
        : thrown,
    );
  const error = toPennyrowError(Object.assign(thrown as Error, { path }));
  if (error.code !== 'internal_error') return error;
  return databaseDamaged(path, `SQLite says ${code}`, thrown);
}
