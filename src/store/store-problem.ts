import { PennyrowError, toPennyrowError } from '../platform/errors.ts';
import { databaseDamaged, sqliteCode } from './damage.ts';

/** What SQLite or the system says of the database at this path, in our own words. */
export function storeProblem(thrown: unknown, path: string): PennyrowError {
  const code = sqliteCode(thrown);
  // The system does not name a file that was open already.
  if (code === undefined)
    return toPennyrowError(
      thrown instanceof Error && 'code' in thrown && !('path' in thrown) && !(thrown instanceof PennyrowError)
        ? Object.assign(thrown, { path })
        : thrown,
    );
  const known = toPennyrowError(Object.assign(thrown as Error, { path }));
  if (known.code !== 'internal_error') return known;
  return databaseDamaged(path, `SQLite says ${code}`, thrown);
}
