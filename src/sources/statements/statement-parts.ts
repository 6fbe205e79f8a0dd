import { withScheme } from '../../core/provider-scheme.ts';
import type { Balance } from '../../core/balance.ts';
import type { BankTransaction } from '../../core/bank-transaction.ts';
import { balancesAfter } from '../../core/balances-after.ts';
import type { CsvMemory, Statement, StatementFile, StatementFormat, StatementPart } from './statement.ts';

/** The files that a statement was made of: several in a zip, else one. */
export function partsOf({ parts, format, scheme = null, transactions }: Statement): readonly StatementPart[] {
  return parts ?? [{ format, scheme, count: transactions.length }];
}

/** Reads a file by its format, which gives its ids their scheme. */
export function readBy({ read, scheme }: StatementFormat, file: StatementFile, memory?: CsvMemory): Statement {
  return { ...read(file, memory), scheme };
}

/**
 * The transactions of a statement with ids that say which format gave them, since two formats name one
 * transaction differently. Those of OFX stay as the bank gave them. Every statement passes through here once.
 */
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

/** What a statement states, and what follows from the balances after its transactions where it states nothing itself. */
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
