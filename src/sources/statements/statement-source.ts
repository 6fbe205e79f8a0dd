import { basename } from 'node:path';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import { PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import type { Fetched, FetchRequest, Source, SourceMessage, StatementFile } from '../source.ts';
import { hashOf } from './imported-files.ts';
import { loadBytes } from './load-bytes.ts';
import { readStatementFile } from './read-statement.ts';
import { partsOf, schemedTransactions } from './statement-parts.ts';
import {
  NO_CSV_MEMORY,
  type CsvMemory,
  type Statement,
  type StatementAccount,
  type StatementPeriod,
} from './statement.ts';

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
  const messages: SourceMessage[] = [];
  let failure: unknown = null;
  for (const [index, path] of paths.entries()) {
    signal.throwIfAborted();
    progress(index, paths.length);
    try {
      const { statement, contentHash } = await loadStatement(path, memory, signal);
      statements.push(statement);
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
      const { code, message, remedy } = toPennyrowError(thrown);
      messages.push({ severity: 'problem', code, message, remedy });
    }
  }
  if (statements.length === 0 && failure !== null) throw noneRead(failure, paths);
  progress(paths.length, paths.length);
  signal.throwIfAborted();
  return { transactions: statements.flatMap(schemedTransactions), completeAccountIds: [], messages, files };
}

async function loadStatement(
  path: string,
  memory: CsvMemory,
  signal: AbortSignal,
): Promise<{ statement: Statement; contentHash: string }> {
  const bytes = await loadBytes(path, signal);
  return { statement: await readStatementFile({ name: basename(path), bytes }, memory), contentHash: hashOf(bytes) };
}

/** What was wrong with the first file; the names of the others, since a failure has one message. */
function noneRead(first: unknown, paths: readonly string[]): PennyrowError {
  const error = toPennyrowError(first);
  const others = paths.slice(1).map((path) => oneLine(basename(path), 60));
  if (others.length === 0) return error;
  const named = others.slice(0, MOST_NAMED).join(', ');
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : '';
  return new PennyrowError(
    error.code,
    `${error.message} The others could not be read either: ${named}${more}.`,
    error.remedy,
    { cause: error.cause },
  );
}

const MOST_NAMED = 10;

/** From the first to the last day of each account's transactions, for files that do not say which days they cover. */
function daysByAccount(transactions: Statement['transactions']): ReadonlyMap<string, StatementPeriod> {
  const days = new Map<string, { from: CalendarDate; to: CalendarDate }>();
  for (const { account, date } of transactions) {
    const known = days.get(account.id);
    if (known === undefined) days.set(account.id, { from: date, to: date });
    else if (date < known.from) known.from = date;
    else if (date > known.to) known.to = date;
  }
  return days;
}

/** "january.qfx (OFX 1.02): 31 transactions of Checking ••4321 from 2026-01-01 to 2026-01-31." */
function description(path: string, { format, transactions, accounts }: Statement): SourceMessage {
  const count = transactions.length === 1 ? '1 transaction' : `${transactions.length} transactions`;
  const days = daysByAccount(transactions);
  const of = accounts.map(({ account, period }: StatementAccount) => {
    const shown = period ?? days.get(account.id);
    return shown === undefined ? account.name : `${account.name} from ${shown.from} to ${shown.to}`;
  });
  return {
    severity: 'info',
    code: 'statement_read',
    message: oneLine(`${basename(path)} (${format}): ${count}${of.length === 0 ? '' : ` of ${of.join(', ')}`}.`),
    remedy: null,
  };
}
