import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';

/** `detail` says what was found, for anyone who looks for the cause; it ends without a full stop. */
export function databaseDamaged(path: string, detail: string, cause?: unknown): PennyrowError {
  return new PennyrowError(problem('store_damaged', { path, detail }), { cause });
}

/** That a value which Pennyrow wrote itself cannot be read back. `what` names it. */
export function valueDamaged(what: string, cause: unknown): PennyrowError {
  return new PennyrowError(problem('store_damaged', { path: null, detail: `${what} cannot be read` }), { cause });
}

/** Reads structured text that Pennyrow stored; throws `store_damaged` when it is none any more. */
export function parseStored<Value>(what: string, text: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch (thrown) {
    throw valueDamaged(what, thrown);
  }
}

/** What an error of SQLite says about the file itself; null for every other error, and for what was told already. */
export function damageIn(thrown: unknown, path: string): PennyrowError | null {
  if (thrown instanceof PennyrowError || !(thrown instanceof Error) || !('code' in thrown)) return null;
  const code = String(thrown.code);
  if (code.startsWith('SQLITE_NOTADB')) return databaseDamaged(path, 'it does not begin like a database', thrown);
  if (code.startsWith('SQLITE_CORRUPT')) return databaseDamaged(path, 'pages of it cannot be read', thrown);
  if (code === 'SQLITE_IOERR_SHORT_READ') return databaseDamaged(path, 'it is shorter than it says', thrown);
  // Every statement is written for the schema that the migrations make: one that does not fit it met another schema.
  if (
    code === 'SQLITE_ERROR' &&
    /^(no such (table|column|index)|malformed|table .+ has no column)/.test(thrown.message)
  )
    return databaseDamaged(path, thrown.message, thrown);
  return null;
}

/** "SQLITE_BUSY" and its like; undefined for what SQLite did not throw. */
export function sqliteCode(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
  return code?.startsWith('SQLITE_') === true ? code : undefined;
}
