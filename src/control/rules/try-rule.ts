import type { RuleTrial } from '../../contract/control/rules.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import { isSameRule, ruleValuesOf } from '../../core/rule-edits.ts';
import { compileRules, fitsEverything } from '../../core/rule-matcher.ts';
import type { Rule } from '../../core/snapshot.ts';
import type { RuleValues } from '../../core/workbook-change.ts';
import type { SearchableRow } from '../transactions/mirror-rows.ts';
import { visitRows } from './visit-rows.ts';

const ROWS_SHOWN = 8;

/**
 * What a rule that can be used would do with these rows, newest first: at the place, from 0, of the rule that it replaces,
 * or below the rules that are there.
 */
export async function tryRule(
  rows: readonly SearchableRow[],
  rules: readonly Rule[],
  values: RuleValues,
  replaces: number | undefined,
  signal: AbortSignal,
): Promise<RuleTrial> {
  const rule: Rule = { ...values, index: 0 };
  const isReplaced = replaces !== undefined && replaces < rules.length;
  const own = compileRules([rule]);
  const all = compileRules(isReplaced ? rules.with(replaces, rule) : [...rules, rule]);
  const others = isReplaced ? rules.toSpliced(replaces, 1) : rules;
  const taken = new Map<Rule, number>();
  const shown: TransactionView[][] = [[], []];
  let [matches, uncategorised, wouldCategorise] = [0, 0, 0];
  await visitRows(rows, signal, (row, amount) => {
    if (own.match(row.description, amount) === null) return;
    matches += 1;
    const first = all.match(row.description, amount);
    if (first !== null && first !== rule) taken.set(first, (taken.get(first) ?? 0) + 1);
    const isEmpty = row.category.trim() === '';
    const wouldGet = isEmpty && first === rule;
    if (isEmpty) uncategorised += 1;
    if (wouldGet) wouldCategorise += 1;
    const list = shown[wouldGet ? 0 : 1] ?? [];
    if (list.length < ROWS_SHOWN) list.push(row);
  });
  const [earlier] = [...taken].sort(([, a], [, b]) => b - a);
  const withMark = shown.flatMap((list, index) => list.map((row) => ({ ...row, wouldCategorise: index === 0 })));
  return {
    problem: null,
    exists: others.some((other) => isSameRule(other, values)),
    isEverything: fitsEverything(values),
    matches,
    uncategorised,
    wouldCategorise,
    rows: withMark.slice(0, ROWS_SHOWN),
    earlier: earlier === undefined ? null : { ...ruleValuesOf(earlier[0]), takes: earlier[1] },
  };
}
