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
  const { transactions } = statement;
  let from = 0;
  return partsOf(statement).flatMap(({ scheme, count }) => {
    const part = transactions.slice(from, from + count);
    from += count;
    if (scheme === null) return part;
    return part.map((transaction) =>
      transaction.providerId === null
        ? transaction
        : { ...transaction, providerId: withScheme(scheme, transaction.providerId) },
    );
  });
}

export function balancesOf({ balances, ...statement }: Statement): readonly Balance[] {
  const stated = new Set(balances.map(balanceKey));
  let from = 0;
  const derived = partsOf({ balances, ...statement }).flatMap(({ count }) => {
    const part = statement.transactions.slice(from, from + count);
    from += count;
    return balancesAfter(part).balances;
  });
  return [...derived.filter((balance) => !stated.has(balanceKey(balance))), ...balances];
}

function balanceKey({ account, currency, kind, date }: Balance): string {
  return `${account.id} ${currency} ${kind} ${date}`;
}
