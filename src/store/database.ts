import SqliteDatabase from 'better-sqlite3';

/** A value that SQLite can hold. Booleans are 0 and 1. */
export type SqlValue = string | number | bigint | Buffer | null;

/** What a function that only reads asks for. */
export interface Reader {
  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  iterate<Row>(sql: string, ...values: SqlValue[]): IterableIterator<Row>;
  /**
   * Moves with every write. Nobody else writes to the database while it is open, so as long as this
   * stands still, what was read before still holds.
   */
  writeCount(): number;
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
  close(): void;
}

/**
 * Opens a SQLite file. Statements are prepared once and kept, keyed by their text, since preparing
 * costs seventy times what running a small one does.
 */
export function openDatabase(path: string, options: { timeoutMs?: number } = {}): Database {
  const sqlite = new SqliteDatabase(path, { timeout: options.timeoutMs ?? 5000 });
  const statements = new Map<string, SqliteDatabase.Statement>();
  let writes = 0;
  const prepared = (sql: string): SqliteDatabase.Statement => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = sqlite.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  return {
    get: <Row>(sql: string, ...values: SqlValue[]) => prepared(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SqlValue[]) => prepared(sql).all(...values) as Row[],
    iterate: <Row>(sql: string, ...values: SqlValue[]) => prepared(sql).iterate(...values) as IterableIterator<Row>,
    writeCount: () => writes,
    run: (sql, ...values) => {
      writes += 1;
      return prepared(sql).run(...values).changes;
    },
    transaction: (work) => {
      try {
        return sqlite.transaction(work).immediate();
      } finally {
        // A rollback takes back what may have been read in between.
        writes += 1;
      }
    },
    execute: (sql) => {
      writes += 1;
      sqlite.exec(sql);
    },
    pragma: (text) => sqlite.pragma(text, { simple: true }),
    copyTo: (target) => {
      sqlite.prepare('VACUUM INTO ?').run(target);
    },
    close: () => {
      statements.clear();
      sqlite.close();
    },
  };
}
