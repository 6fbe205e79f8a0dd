import { amountToNumber } from '../core/amount.ts';
import type { MemoryEntry } from '../core/memory.ts';
import { compileRules } from '../core/rule-matcher.ts';
import { NO_COUNTS, type RunItem } from '../core/run.ts';
import type { Row } from '../core/row.ts';
import type { Rule, Snapshot } from '../core/snapshot.ts';
import type { CellChange, RuleValues } from '../core/workbook-change.ts';
import { report } from '../messages/report.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import type { Work } from './work.ts';

export interface AddRule {
  readonly rule: RuleValues;
  /** Rows that have no category yet get the rule's, where no rule above it is for them. */
  readonly applyToOld: boolean;
}

/**
 * Puts a rule below the others. Only empty categories are ever filled, and only of rows that carry a transaction id:
 * a row without one cannot be known again for certain. Throws PennyrowError `input_rule_exists`.
 */
export function planAddRule(snapshot: Snapshot, memory: readonly MemoryEntry[], { rule, applyToOld }: AddRule): Work {
  if (snapshot.rules.some((other) => isSameRule(other, rule))) throw ruleExists(rule);
  const entries = new Map(memory.map((entry) => [entry.transactionId, entry]));
  const rows = applyToOld && snapshot.layout.columns.category !== undefined ? rowsFor(snapshot, rule) : [];
  const cell: CellChange = { column: 'category', from: '', to: rule.category };
  return {
    appends: [],
    updates: rows.map(({ index: row, transactionId }) => ({ row, transactionId, cell })),
    removals: [],
    rules: [rule],
    memory: rows.flatMap(({ transactionId }) => {
      const entry = entries.get(transactionId);
      return entry === undefined ? [] : [{ ...entry, written: { ...entry.written, category: rule.category } }];
    }),
    forgets: [],
    items: rows.map(({ transactionId }): RunItem => {
      const connectionId = entries.get(transactionId)?.connectionId ?? '';
      return { kind: 'updated', connectionId, transactionId, reason: 'changed', cells: [cell], kept: [], raw: null };
    }),
    outcome: {
      status: 'succeeded',
      counts: { ...NO_COUNTS, updated: rows.length },
      messages: [
        {
          severity: 'info',
          ...report(problem('rule_added', { description: rule.description, category: rule.category })),
          connectionId: null,
        },
      ],
      fetched: [],
      files: [],
      undoes: null,
    },
  };
}

export function isSameRule(a: RuleValues, b: RuleValues): boolean {
  const isSameText = (['description', 'category'] as const).every((name) => a[name].trim() === b[name].trim());
  return isSameText && a.minAmount === b.minAmount && a.maxAmount === b.maxAmount;
}

/** Throws PennyrowError `input_rule` for bounds that let nothing through. */
export function requireBounds({ minAmount, maxAmount }: Pick<RuleValues, 'minAmount' | 'maxAmount'>): void {
  if (minAmount === null || maxAmount === null || amountToNumber(minAmount) <= amountToNumber(maxAmount)) return;
  throw new PennyrowError(problem('input_rule', { reason: 'bounds', text: minAmount, most: maxAmount }));
}

function rowsFor({ rows, rules }: Snapshot, values: RuleValues): Row[] {
  const rule: Rule = { ...values, index: 0 };
  const matcher = compileRules([...rules, rule]);
  return rows.filter(({ category, transactionId, description, amount }) => {
    return (
      category.trim() === '' && transactionId !== '' && amount !== null && matcher.match(description, amount) === rule
    );
  });
}

function ruleExists({ description, category }: RuleValues): PennyrowError {
  return new PennyrowError(problem('input_rule_exists', { description, category }));
}
