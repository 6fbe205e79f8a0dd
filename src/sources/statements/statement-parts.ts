import { withScheme } from '../../core/provider-scheme.ts';
import type { Balance } from '../../core/balance.ts';
import type { BankTransaction } from '../../core/bank-transaction.ts';
import { balancesAfter } from '../../core/balances-after.ts';
import type { CsvMemory, Statement, StatementFile, StatementFormat, StatementPart } from './statement.ts';

export function partsOf({ parts, format, scheme = null, transactions }: Statement): readonly StatementPart[] {
  return parts ?? [{ format, scheme, count: transactions.length }];
}

export function readBy({ read, scheme }: StatementFormat, file: StatementFile, memory?: CsvMemory): Statement {
  return { ...read(file, memory), scheme };
}

/** Formats name the same transaction differently, so ids get the format's scheme. Call it once for each statement. */
export function schemedTransactions(statement: Statement): readonly BankTransaction[] {
  return splitParts(statement).flatMap(({ scheme, transactions }) =>
    scheme === null
      ? transactions
      : transactions.map((one) =>
          one.providerId === null ? one : { ...one, providerId: withScheme(scheme, one.providerId) },
        ),
  );
}

export function balancesOf(statement: Statement): readonly Balance[] {
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
