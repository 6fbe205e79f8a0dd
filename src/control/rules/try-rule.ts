import { setImmediate as turn } from 'node:timers/promises';
import type { RuleTrial } from '../../contract/control/rules.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import type { Amount } from '../../core/amount.ts';
import { compileRules } from '../../core/rule-matcher.ts';
import type { Rule } from '../../core/snapshot.ts';
import type { RuleValues } from '../../core/workbook-change.ts';
import { isSameRule } from '../../sync/add-rule.ts';
import type { SearchableRow } from '../transactions/mirror-rows.ts';

const ROWS_SHOWN = 8;
/** A few milliseconds of matching. */
const ROWS_PER_TURN = 2000;

/** What a rule that can be used would do with these rows, newest first, below the rules that are there. */
export async function tryRule(
  rows: readonly SearchableRow[],
  rules: readonly Rule[],
  values: RuleValues,
  signal: AbortSignal,
): Promise<RuleTrial> {
  const rule: Rule = { ...values, index: 0 };
  const [own, all] = [compileRules([rule]), compileRules([...rules, rule])];
  const taken = new Map<Rule, number>();
  const shown: TransactionView[][] = [[], []];
  let [matches, uncategorised, wouldCategorise] = [0, 0, 0];
  for (const [place, { view: row }] of rows.entries()) {
    if (place % ROWS_PER_TURN === ROWS_PER_TURN - 1) {
      await turn();
      signal.throwIfAborted();
    }
    if (row.amount === '' || own.match(row.description, row.amount as Amount) === null) continue;
    matches += 1;
    const first = all.match(row.description, row.amount as Amount);
    if (first !== null && first !== rule) taken.set(first, (taken.get(first) ?? 0) + 1);
    const isEmpty = row.category.trim() === '';
    const wouldGet = isEmpty && first === rule && !isTyped(row);
    if (isEmpty) uncategorised += 1;
    if (wouldGet) wouldCategorise += 1;
    const list = shown[wouldGet ? 0 : 1] ?? [];
    if (list.length < ROWS_SHOWN) list.push(row);
  }
  const [earlier] = [...taken].sort(([, a], [, b]) => b - a);
  const withMark = shown.flatMap((list, index) => list.map((row) => ({ ...row, wouldCategorise: index === 0 })));
  return {
    problem: null,
    exists: rules.some((other) => isSameRule(other, values)),
    matches,
    uncategorised,
    wouldCategorise,
    rows: withMark.slice(0, ROWS_SHOWN),
    earlier: earlier === undefined ? null : { ...toView(earlier[0]), takes: earlier[1] },
  };
}

function toView({ description, category, minAmount, maxAmount }: Rule) {
  return { description, category, minAmount, maxAmount };
}

/** The mirror gives rows without a transaction id an id of this kind. */
function isTyped({ id }: TransactionView): boolean {
  return id.startsWith('typed-');
}
