import type { MatchingRule, TransactionOrigin } from '../../contract/control/transactions.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import type { Amount } from '../../core/amount.ts';
import { describedByBank } from '../../core/memory.ts';
import { ruleValuesOf } from '../../core/rule-edits.ts';
import { compileRules } from '../../core/rule-matcher.ts';
import { findConnection } from '../../store/connections.ts';
import type { Reader } from '../../store/database.ts';
import { findMemory } from '../../store/memory.ts';
import { findRunAt } from '../../store/runs.ts';
import { mirrorRules } from '../rules/mirror-rules.ts';

export function originOf(
  store: Reader,
  accountId: string,
  { id, description, amount, category }: TransactionView,
): TransactionOrigin | null {
  const memory = findMemory(store, accountId, id);
  if (memory === null) return null;
  const { connectionId, status, addedAt, written } = memory;
  const connection = findConnection(store, connectionId);
  const run = findRunAt(store, accountId, addedAt);
  return {
    connection: connection === null ? null : { id: connection.id, name: connection.name },
    status,
    run:
      run === null
        ? null
        : { id: run.id, kind: run.kind, trigger: run.trigger, startedAt: run.startedAt ?? run.queuedAt },
    changed: {
      description: written.description === description ? null : written.description,
      amount: written.amount === amount ? null : written.amount,
      category: written.category === category ? null : written.category,
    },
  };
}

export function matchingRules(
  store: Reader,
  accountId: string,
  { id, description, amount, account, bankAccountId }: TransactionView,
): MatchingRule[] {
  // No rule matches a row without an amount.
  if (amount === '') return [];
  const memory = findMemory(store, accountId, id);
  const text = memory?.renamed === true ? describedByBank(memory) : description;
  const matcher = compileRules(mirrorRules(store, accountId));
  return matcher.matchAll(text, amount as Amount, account || bankAccountId).map(ruleValuesOf);
}
