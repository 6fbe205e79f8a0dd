import { basename } from 'node:path';
import { oneLine } from '../../core/one-line.ts';
import type { Problem } from '../../messages/parameters.ts';
import { PennyrowError, reportOf, toPennyrowError } from '../../platform/errors.ts';
import type { Fetched, FetchRequest, Source, SourceMessage } from '../source.ts';
import type { LoadedStatement } from './load-statement.ts';
import { settledBalances } from './stated-balances.ts';
import { loadFile } from './statement-thread.ts';
import { NO_CSV_MEMORY, type CsvMemory } from './statement.ts';

/** Returns all transactions of the files, whatever days are requested, and reports no account as complete. */
export function createStatementSource(paths: readonly string[], memory: CsvMemory = NO_CSV_MEMORY): Source {
  return { fetch: (request) => fetchStatements(paths, memory, request), close: async () => {} };
}

async function fetchStatements(
  paths: readonly string[],
  memory: CsvMemory,
  { signal, progress }: FetchRequest,
): Promise<Fetched> {
  const loaded: LoadedStatement[] = [];
  const messages: SourceMessage[] = [];
  let failure: unknown = null;
  for (const [index, path] of paths.entries()) {
    signal.throwIfAborted();
    progress(index, paths.length);
    try {
      const statement = await loadFile(path, memory, signal);
      loaded.push(statement);
      messages.push(...statement.messages);
    } catch (thrown) {
      signal.throwIfAborted();
      failure ??= thrown;
      messages.push({ severity: 'problem', ...reportOf(toPennyrowError(thrown)) });
    }
  }
  if (loaded.length === 0 && failure !== null) throw noneRead(failure, paths);
  progress(paths.length, paths.length);
  signal.throwIfAborted();
  return {
    transactions: loaded.flatMap(({ transactions }) => transactions),
    completeAccountIds: [],
    messages,
    balances: settledBalances(loaded.flatMap(({ balances }) => balances)),
    files: loaded.map(({ file }) => file),
  };
}

function noneRead(first: unknown, paths: readonly string[]): PennyrowError {
  const error = toPennyrowError(first);
  const others = paths.slice(1).map((path) => oneLine(basename(path), 60));
  const { code, params = {} } = reportOf(error);
  const more = Math.max(0, others.length - MOST_NAMED);
  if (others.length === 0 || !('others' in params)) return error;
  return new PennyrowError(
    { code, params: { ...params, others: others.slice(0, MOST_NAMED), more } } as unknown as Problem,
    {
      cause: error.cause,
    },
  );
}

const MOST_NAMED = 10;
