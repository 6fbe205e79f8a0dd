import { memoize } from '../core/memoize.ts';
import SqliteDatabase from 'better-sqlite3';
import type { PennyrowError } from '../platform/errors.ts';
import { damageIn, sqliteCode } from './damage.ts';

/** A value of SQLite. Booleans are 0 and 1. */
export type SqlValue = string | number | bigint | Buffer | null;

export interface Reader {
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  value<Value extends SqlValue>(sql: string, ...values: SqlValue[]): Value | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  iterate<Row>(sql: string, ...values: SqlValue[]): IterableIterator<Row>;
  /** While this number is unchanged, earlier reads are still valid, because no other process writes to the database. */
  writeCount(): number;
  damage(): PennyrowError | null;
}

export interface Writer extends Reader {
  run(sql: string, ...values: SqlValue[]): number;
  /** Does not wait until the data are on the disk (except in a transaction), so a power cut may undo the statement. */
  runUnsynced(sql: string, ...values: SqlValue[]): number;
  transaction<Result>(work: () => Result): Result;
}

export interface Database extends Writer {
  execute(sql: string): void;
  pragma(text: string): unknown;
  copyTo(path: string): void;
  copyLater(path: string): Promise<void>;
  condemn(damage: PennyrowError): void;
  close(): void;
}

const PAGES_AT_ONCE = 256;

/** Caches prepared statements, because preparing a small statement takes seventy times as long as running it. */
export function openDatabase(path: string, options: { timeoutMs?: number; readonly?: boolean } = {}): Database {
  const sqlite = open(path, { timeout: options.timeoutMs ?? 5000, readonly: options.readonly ?? false });
  const statements = new Map<string, SqliteDatabase.Statement>();
  let writes = 0;
  let found: PennyrowError | null = null;
  let condemned: PennyrowError | null = null;
  const noteDamage = <Result>(work: () => Result): Result => {
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
    noteDamage(() => prepared(sql).get(...values)) as Row | undefined;
  const run = (sql: string, ...values: SqlValue[]): number => {
    writes += 1;
    return noteDamage(() => prepared(sql).run(...values).changes);
  };
  return {
    get,
    value: <Value extends SqlValue>(sql: string, ...values: SqlValue[]) => {
      const row = get<Record<string, Value>>(sql, ...values);
      return row === undefined ? undefined : Object.values(row)[0];
    },
    all: <Row>(sql: string, ...values: SqlValue[]) => noteDamage(() => prepared(sql).all(...values)) as Row[],
    iterate: <Row>(sql: string, ...values: SqlValue[]) =>
      noteDamageEach(noteDamage, () => prepared(sql).iterate(...values)) as IterableIterator<Row>,
    writeCount: () => writes,
    damage: () => found,
    run,
    runUnsynced: (sql, ...values) => {
      sqlite.pragma('synchronous = NORMAL');
      try {
        return run(sql, ...values);
      } finally {
        sqlite.pragma('synchronous = FULL');
      }
    },
    transaction: (work) => {
      try {
        return noteDamage(() => sqlite.transaction(work).immediate());
      } finally {
        // Counts a rollback too, because a reader within the transaction may have seen the reverted changes.
        writes += 1;
      }
    },
    execute: (sql) => {
      writes += 1;
      noteDamage(() => sqlite.exec(sql));
    },
    pragma: (text) => noteDamage(() => sqlite.pragma(text, { simple: true })),
    copyTo: (target) => {
      noteDamage(() => sqlite.prepare('VACUUM INTO ?').run(target));
    },
    copyLater: async (target) => {
      await sqlite.backup(target, { progress: () => PAGES_AT_ONCE }).catch((thrown: unknown) => {
        throw withCause(thrown, target);
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

function* noteDamageEach(
  noteDamage: <Result>(work: () => Result) => Result,
  start: () => IterableIterator<unknown>,
): Generator {
  const rows = noteDamage(start);
  try {
    for (let next = noteDamage(() => rows.next()); next.done !== true; next = noteDamage(() => rows.next()))
      yield next.value;
  } finally {
    rows.return?.();
  }
}

function open(path: string, options: SqliteDatabase.Options): SqliteDatabase.Database {
  try {
    return new SqliteDatabase(path, options);
  } catch (thrown) {
    throw withCause(thrown, path);
  }
}

/** The library throws a TypeError without a code if the folder is inaccessible, so adds the code of SQLite. */
function withCause(thrown: unknown, path: string): unknown {
  return withPath(thrown instanceof TypeError ? Object.assign(thrown, { code: 'SQLITE_CANTOPEN' }) : thrown, path);
}

/** Adds the path of the file to an error of SQLite, because `storeProblem` inspects the file. */
function withPath(thrown: unknown, path: string): unknown {
  const isNameless = sqliteCode(thrown) !== undefined && !('path' in (thrown as Error));
  return isNameless ? Object.assign(thrown as Error, { path }) : thrown;
}

/** SQLite reports a failed disk read as damage. If a check now finds the file intact, only the disk read had failed. */
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

/** Caches results until the next write to any table. */
export function memoizeReads<Result>(
  db: Pick<Reader, 'writeCount'>,
  read: (key: string) => Result,
): (key: string) => Result {
  return memoize(read, { version: () => db.writeCount(), most: 1000 });
}
