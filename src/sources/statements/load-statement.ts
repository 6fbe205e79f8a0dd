import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Balance } from '../../core/balance.ts';
import type { BankTransaction } from '../../core/bank-transaction.ts';
import { withScheme } from '../../core/provider-scheme.ts';
import type { FetchedBalance, SourceMessage, StatementFile } from '../source.ts';
import { readStatementFile, tooLarge } from './read-statement.ts';
import { balancesAfter } from './stated-balances.ts';
import { fileError, fileMessage } from './statement-error.ts';
import { MAXIMUM_STATEMENT_BYTES, type CsvMemory, type Statement, type StatementPart } from './statement.ts';

export interface LoadedStatement {
  readonly transactions: readonly BankTransaction[];
  readonly balances: readonly FetchedBalance[];
  readonly messages: readonly SourceMessage[];
  readonly file: StatementFile;
}

/** Throws system errors, and PennyrowError `statement_…` if the path is not a file or the file is too large. */
export async function sizeOf(path: string): Promise<number> {
  const name = basename(path);
  const found = await stat(path);
  // Opening a pipe without a writer blocks forever, and no signal ends it.
  if (!found.isFile()) throw fileError('statement_unreadable', name, { reason: 'folder' });
  if (found.size > MAXIMUM_STATEMENT_BYTES) throw tooLarge(name);
  return found.size;
}

export async function loadBytes(path: string): Promise<Buffer> {
  await sizeOf(path);
  return readFile(path);
}

export async function loadStatement(path: string, bytes: Buffer, memory: CsvMemory): Promise<LoadedStatement> {
  const statement = await readStatementFile({ name: basename(path), bytes }, memory);
  const contentHash = hash('sha256', bytes);
  return {
    transactions: schemedTransactions(statement),
    balances: balancesOf(statement).map((balance) => ({ ...balance, file: contentHash })),
    messages: [description(path, statement), ...statement.warnings],
    file: {
      path,
      contentHash,
      pieces: partsOf(statement).map(({ count }) => count),
      ...(statement.learned === undefined ? {} : { learned: statement.learned }),
    },
  };
}

function description(path: string, { format, transactions, accounts }: Statement): SourceMessage {
  const silent = new Set(accounts.filter(({ period }) => period === null).map(({ account }) => account.id));
  const stated = accounts.flatMap(({ period }) => (period === null ? [] : [period.from, period.to]));
  const booked = transactions.filter(({ account }) => silent.has(account.id)).map(({ date }) => date);
  const days = [...stated, ...booked].sort();
  const names = accounts.map(({ account }) => account.name);
  return fileMessage('info', 'statement_read', basename(path), {
    format,
    count: transactions.length,
    accounts: names.length === 0 ? null : names,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
  });
}

export function partsOf({ parts, format, scheme = null, transactions }: Statement): readonly StatementPart[] {
  return parts ?? [{ format, scheme, count: transactions.length }];
}

/** Prefixes ids with the format's scheme, because formats identify the same transaction differently. Call only once per statement. */
export function schemedTransactions(statement: Statement): readonly BankTransaction[] {
  return splitParts(statement).flatMap(({ scheme, transactions }) =>
    scheme === null
      ? transactions
      : transactions.map((one) =>
          one.providerId === null ? one : { ...one, providerId: withScheme(scheme, one.providerId) },
        ),
  );
}

function balancesOf(statement: Statement): readonly Balance[] {
  const { balances } = statement;
  const stated = new Set(balances.map(balanceKey));
  const derived = splitParts(statement).flatMap(({ transactions }) => balancesAfter(transactions));
  return [...derived.filter((balance) => !stated.has(balanceKey(balance))), ...balances];
}

function splitParts(statement: Statement) {
  let from = 0;
  return partsOf(statement).map(({ scheme, count }) => {
    const transactions = statement.transactions.slice(from, from + count);
    from += count;
    return { scheme, transactions };
  });
}

function balanceKey({ account, currency, kind, date }: Balance): string {
  return `${account.id} ${currency} ${kind} ${date}`;
}
