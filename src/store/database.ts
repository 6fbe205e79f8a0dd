import SqliteDatabase from 'better-sqlite3';
import type { PennyrowError } from '../platform/errors.ts';
import { damageIn, sqliteCode } from './damage.ts';

/** A value that SQLite can hold. Booleans are 0 and 1. */
export type SqlValue = string | number | bigint | Buffer | null;

/** What a function that only reads asks for. */
export interface Reader {
  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  /** What the first row has in its first column, or undefined. */
  value<Value extends SqlValue>(sql: string, ...values: SqlValue[]): Value | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  iterate<Row>(sql: string, ...values: SqlValue[]): IterableIterator<Row>;
  /**
   * Moves with every write. Nobody else writes to the database while it is open, so as long as this
   * stands still, what was read before still holds.
   */
  writeCount(): number;
  /** What the database was found to be damaged by since it was opened; null as long as nothing was. */
  damage(): PennyrowError | null;
}

export interface Writer extends Reader {
  /** Returns the number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number;
  /** All of `work` or nothing; nests. `work` must not be async. */
  transaction<Result>(work: () => Result): Result;
}

export interface Database extends Writer {
  /** Statements without values or result: schema and pragmas. */
  execute(sql: string): void;
  pragma(text: string): unknown;
  /** Copies the whole database, as of now, into a new file. */
  copyTo(path: string): void;
  /** The same some pages at a time, others going on in between. */
  copyLater(path: string): Promise<void>;
  /** From now on every use throws this: what it holds cannot be trusted. */
  condemn(damage: PennyrowError): void;
  close(): void;
}

/** A few milliseconds of copying. */
const PAGES_AT_ONCE = 256;

/**
 * Opens a SQLite file. Statements are prepared once and kept, keyed by their text, since preparing
 * costs seventy times what running a small one does.
 *
 * Whatever finds the file damaged throws `store_damaged`, which names the file; all else is SQLite's own error with the path.
 */
export function openDatabase(path: string, options: { timeoutMs?: number; readonly?: boolean } = {}): Database {
  const sqlite = open(path, { timeout: options.timeoutMs ?? 5000, readonly: options.readonly ?? false });
  const statements = new Map<string, SqliteDatabase.Statement>();
  let writes = 0;
  let found: PennyrowError | null = null;
  let condemned: PennyrowError | null = null;
  const noting = <Result>(work: () => Result): Result => {
    if (condemned !== null) throw condemned;
    try {
      return work();
    } catch (thrown) {
      const damage = found === null && isSoundNow(thrown, path) ? null : damageIn(thrown, path);
      if (damage === null) throw withPath(thrown, path);
      found ??= damage;
      throw damage;
    }
  };
  const prepared = (sql: string): SqliteDatabase.Statement => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = sqlite.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  const get = <Row>(sql: string, ...values: SqlValue[]): Row | undefined =>
    noting(() => prepared(sql).get(...values)) as Row | undefined;
  return {
    get,
    value: <Value extends SqlValue>(sql: string, ...values: SqlValue[]) => {
      const row = get<Record<string, Value>>(sql, ...values);
      return row === undefined ? undefined : Object.values(row)[0];
    },
    all: <Row>(sql: string, ...values: SqlValue[]) => noting(() => prepared(sql).all(...values)) as Row[],
    iterate: <Row>(sql: string, ...values: SqlValue[]) =>
      notingEach(noting, () => prepared(sql).iterate(...values)) as IterableIterator<Row>,
    writeCount: () => writes,
    damage: () => found,
    run: (sql, ...values) => {
      writes += 1;
      return noting(() => prepared(sql).run(...values).changes);
    },
    transaction: (work) => {
      try {
        return noting(() => sqlite.transaction(work).immediate());
      } finally {
        // A rollback takes back what may have been read in between.
        writes += 1;
      }
    },
    execute: (sql) => {
      writes += 1;
      noting(() => sqlite.exec(sql));
    },
    pragma: (text) => noting(() => sqlite.pragma(text, { simple: true })),
    copyTo: (target) => {
      noting(() => sqlite.prepare('VACUUM INTO ?').run(target));
    },
    copyLater: async (target) => {
      await sqlite.backup(target, { progress: () => PAGES_AT_ONCE }).catch((thrown: unknown) => {
        throw withPath(thrown, target);
      });
    },
    condemn: (damage) => {
      found = damage;
      condemned = damage;
    },
    close: () => {
      statements.clear();
      sqlite.close();
    },
  };
}

function* notingEach(
  noting: <Result>(work: () => Result) => Result,
  start: () => IterableIterator<unknown>,
): Generator {
  const rows = noting(start);
  try {
    for (let next = noting(() => rows.next()); next.done !== true; next = noting(() => rows.next())) yield next.value;
  } finally {
    rows.return?.();
  }
}

function open(path: string, options: SqliteDatabase.Options): SqliteDatabase.Database {
  try {
    return new SqliteDatabase(path, options);
  } catch (thrown) {
    // The library reports a folder that it cannot see by an error without a code.
    throw withPath(thrown instanceof TypeError ? Object.assign(thrown, { code: 'SQLITE_CANTOPEN' }) : thrown, path);
  }
}

/** SQLite's errors name no file, and only its path leads to the system's reason. */
function withPath(thrown: unknown, path: string): unknown {
  const isNameless = sqliteCode(thrown) !== undefined && !('path' in (thrown as Error));
  return isNameless ? Object.assign(thrown as Error, { path }) : thrown;
}

/**
 * SQLite reports a page that the disk failed to read as a damaged one. The file is sound if all of it can be read now; the error then
 * becomes one of the disk.
 */
function isSoundNow(thrown: unknown, path: string): boolean {
  if (sqliteCode(thrown) !== 'SQLITE_CORRUPT') return false;
  try {
    const other = new SqliteDatabase(path, { readonly: true });
    try {
      if (other.pragma('integrity_check', { simple: true }) !== 'ok') return false;
    } finally {
      other.close();
    }
  } catch {
    return false;
  }
  Object.assign(thrown as Error, { code: 'SQLITE_IOERR_READ' });
  return true;
}
