import type { SourceMessage } from '../../source.ts';
import { bothPeriods } from '../statement-period.ts';
import type { LedgerBalance, Statement, StatementAccount } from '../statement.ts';

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
    parts: statements.map(({ format, transactions }) => ({ format, count: transactions.length })),
    warnings: [...warnings, ...statements.flatMap((statement) => statement.warnings)],
    learned: statements.flatMap(({ learned = [] }) => learned),
  };
}

function both(a: StatementAccount, b: StatementAccount): StatementAccount {
  return {
    account: a.account,
    period: bothPeriods(a.period, b.period),
    ledgerBalance: later(a.ledgerBalance, b.ledgerBalance),
  };
}

/** Files of a zip come in any order, so that the day decides; without a day the one that comes later in the zip. */
function later(a: LedgerBalance | null, b: LedgerBalance | null): LedgerBalance | null {
  if (a === null || b === null) return a ?? b;
  return (a.date ?? '') > (b.date ?? '') ? a : b;
}
