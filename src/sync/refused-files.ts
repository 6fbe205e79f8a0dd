import { type RunMessage, isFileQuestion } from '../core/run.ts';
import { reportWithin } from '../messages/report.ts';
import { problem, problemOf } from '../messages/problem.ts';
import { reportOf } from '../platform/errors.ts';
import { findConnection, noteProblem, type Connection } from '../store/connections.ts';
import type { Writer } from '../store/database.ts';

export interface RefusedFile {
  readonly connection: Connection;
  readonly path: string;
  readonly problem: RunMessage;
  /** Whether its question is answered as soon as a person says how the files of its bank are read. */
  readonly isAnswerable: boolean;
}

export interface RefusedFiles {
  /** A file of the connection's folder could not be read, and is still there. */
  add(connection: Connection, path: string, problem: RunMessage): void;
  remove(connection: Connection, path: string): void;
  of(accountId: string): readonly RefusedFile[];
  /**
   * Has the connection say what could not be read: the next file that is imported is a success, and would else hide
   * the one before it that was not. `isOver` tells files that are gone or imported by now.
   */
  note(connection: Connection, isOver: (path: string) => Promise<boolean>): Promise<void>;
}

/** The files of watched folders that were refused and not taken away or imported since. Starts over with each start, as watching does. */
export function createRefusedFiles(store: Writer): RefusedFiles {
  const refused = new Map<string, RefusedFile>();
  const keyOf = (connection: Connection, path: string): string => JSON.stringify([connection.id, path]);

  return {
    add: (connection, path, told) =>
      void refused.set(keyOf(connection, path), {
        connection,
        path,
        problem: told,
        isAnswerable: isAnswerable(path, told),
      }),
    remove: (connection, path) => void refused.delete(keyOf(connection, path)),
    of: (accountId) => [...refused.values()].filter(({ connection }) => connection.accountId === accountId),
    note: async (connection, isOver) => {
      const mine = [...refused.values()].filter((file) => file.connection.id === connection.id);
      for (const { path } of mine) if (await isOver(path)) refused.delete(keyOf(connection, path));
      const left = mine.filter(({ path }) => refused.has(keyOf(connection, path)));
      const [first] = left;
      if (first === undefined || findConnection(store, connection.id) === null) return;
      const others = left.length - 1;
      const { problem: told } = first;
      noteProblem(
        store,
        connection.id,
        others === 0
          ? reportOf(told)
          : reportWithin(told, problem('statement_others', { cause: problemOf(told), others })),
      );
    },
  };
}

/** Whether another way to read the files of a make may help: a date that is none may be one in another order. */
function isAnswerable(path: string, { code }: RunMessage): boolean {
  return isFileQuestion(code) || (/\.(?:csv|tsv)$/i.test(path) && /^statement_bad_(?:date|amount|row)$/.test(code));
}
