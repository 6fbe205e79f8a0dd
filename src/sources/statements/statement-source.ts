import { basename } from 'node:path';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import type { Problem } from '../../messages/parameters.ts';
import { PennyrowError, reportOf, toPennyrowError } from '../../platform/errors.ts';
import { withSmallHeap } from '../../platform/heap.ts';
import type { Fetched, FetchedBalance, FetchRequest, Source, SourceMessage, StatementFile } from '../source.ts';
import { hashOf } from './imported-files.ts';
import { loadBytes } from './load-bytes.ts';
import { readStatementFile } from './read-statement.ts';
import { settledBalances } from './stated-balances.ts';
import { fileMessage } from './statement-message.ts';
import { balancesOf, partsOf, schemedTransactions } from './statement-parts.ts';
import { NO_CSV_MEMORY, type CsvMemory, type Statement, type StatementAccount } from './statement.ts';

/**
 * The statement files at `paths` as a source, read again by each fetch. A file brings all that it holds,
 * whatever days are asked for, and never shows that an account's feed is whole. With several files,
 * one that cannot be read is a message beside the rest.
 */
export function createStatementSource(paths: readonly string[], memory: CsvMemory = NO_CSV_MEMORY): Source {
  return { fetch: async (request) => fetchStatements(paths, memory, request), close: async () => {} };
}

async function fetchStatements(
  paths: readonly string[],
  memory: CsvMemory,
  { signal, progress }: FetchRequest,
): Promise<Fetched> {
  const statements: Statement[] = [];
  const files: StatementFile[] = [];
  const balances: FetchedBalance[] = [];
  const messages: SourceMessage[] = [];
  let failure: unknown = null;
  for (const [index, path] of paths.entries()) {
    signal.throwIfAborted();
    progress(index, paths.length);
    try {
      const { statement, contentHash } = await loadStatement(path, memory, signal);
      statements.push(statement);
      for (const balance of balancesOf(statement)) balances.push({ ...balance, file: contentHash });
      files.push({
        path,
        contentHash,
        pieces: partsOf(statement).map(({ count }) => count),
        ...(statement.learned === undefined ? {} : { learned: statement.learned }),
      });
      messages.push(description(path, statement), ...statement.warnings);
    } catch (thrown) {
      signal.throwIfAborted();
      failure ??= thrown;
      messages.push({ severity: 'problem', ...reportOf(toPennyrowError(thrown)) });
    }
  }
  if (statements.length === 0 && failure !== null) throw noneRead(failure, paths);
  progress(paths.length, paths.length);
  signal.throwIfAborted();
  return {
    transactions: statements.flatMap(schemedTransactions),
    completeAccountIds: [],
    messages,
    balances: settledBalances(balances),
    files,
  };
}

async function loadStatement(
  path: string,
  memory: CsvMemory,
  signal: AbortSignal,
): Promise<{ statement: Statement; contentHash: string }> {
  const bytes = await loadBytes(path, signal);
  const statement = await withSmallHeap(() => readStatementFile({ name: basename(path), bytes }, memory), bytes.length);
  return { statement, contentHash: hashOf(bytes) };
}

/** What was wrong with the first file; the names of the others, since a failure has one message. */
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

/** "january.qfx (OFX 1.02): 31 transactions of Checking ••4321 from 1 Jan 2026 to 31 Jan 2026." */
function description(path: string, { format, transactions, accounts }: Statement): SourceMessage {
  const { from, to } = daysOf(accounts, transactions);
  const names = accounts.map(({ account }) => account.name);
  return fileMessage('info', 'statement_read', basename(path), {
    format,
    count: transactions.length,
    accounts: names.length === 0 ? null : names,
    from,
    to,
  });
}

/** The days that a file covers; from its first to its last transaction where it does not say. */
function daysOf(
  accounts: readonly StatementAccount[],
  transactions: Statement['transactions'],
): { readonly from: CalendarDate | null; readonly to: CalendarDate | null } {
  const silent = new Set(accounts.filter(({ period }) => period === null).map(({ account }) => account.id));
  let from: CalendarDate | null = null;
  let to: CalendarDate | null = null;
  const include = (day: CalendarDate): void => {
    if (from === null || day < from) from = day;
    if (to === null || day > to) to = day;
  };
  for (const { period } of accounts) if (period !== null) [period.from, period.to].forEach(include);
  for (const { account, date } of transactions) if (silent.has(account.id)) include(date);
  return { from, to };
}
