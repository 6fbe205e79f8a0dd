import type { SourceMessage } from '../../source.ts';
import { bothPeriods } from '../statement-period.ts';
import { settledBalances } from '../stated-balances.ts';
import type { Statement, StatementAccount } from '../statement.ts';

/** Statements of several files as one: each account once, transactions and warnings in the order of the files. */
export function mergeStatements(statements: readonly Statement[], warnings: readonly SourceMessage[]): Statement {
  const accounts = new Map<string, StatementAccount>();
  for (const found of statements.flatMap((statement) => statement.accounts)) {
    const before = accounts.get(found.account.id);
    accounts.set(found.account.id, before === undefined ? found : both(before, found));
  }
  return {
    format: `zip: ${[...new Set(statements.map(({ format }) => format))].join(', ')}`,
    accounts: [...accounts.values()],
    transactions: statements.flatMap(({ transactions }) => transactions),
    balances: settledBalances(statements.flatMap(({ balances }) => balances)),
    parts: statements.map(({ format, scheme = null, transactions }) => ({
      format,
      scheme,
      count: transactions.length,
    })),
    warnings: [...warnings, ...statements.flatMap((statement) => statement.warnings)],
    learned: statements.flatMap(({ learned = [] }) => learned),
  };
}

function both(a: StatementAccount, b: StatementAccount): StatementAccount {
  return {
    account: a.account,
    period: bothPeriods(a.period, b.period),
  };
}
