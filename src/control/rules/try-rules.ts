import type { ReviewedRule, RuleReview, RulesPreview, RuleTrial } from '../../contract/control/rules.ts';
import { ruleValuesOf, isSameRule } from '../../core/rule-edits.ts';
import { checkPattern, compileRules, fitsEverything } from '../../core/rule-matcher.ts';
import type { Rule } from '../../core/snapshot.ts';
import { problem, report } from '../../messages/problem.ts';
import type { SearchableRow } from '../transactions/mirror-rows.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import type { RuleValues } from '../../core/workbook-change.ts';
import { setImmediate as turn } from 'node:timers/promises';
import type { Amount } from '../../core/amount.ts';

interface Tally {
  matches: number;
  decides: number;
  empty: number;
  /** For each earlier rule by position: the number of rows that both rules match, and that get the earlier rule's category. */
  readonly firstMatches: Map<number, number>;
}

export async function reviewRules(
  rows: readonly SearchableRow[],
  rules: readonly Rule[],
  signal: AbortSignal,
): Promise<RuleReview> {
  const matcher = compileRules(rules);
  const tallies = rules.map((): Tally => ({ matches: 0, decides: 0, empty: 0, firstMatches: new Map() }));
  let [uncategorised, fillable] = [0, 0];
  await visitRows(rows, signal, (row, amount, text) => {
    const isEmpty = row.category.trim() === '';
    const fits = matcher.matchAll(text, amount, nameOf(row)).map(({ index }) => index);
    const [first] = fits;
    if (isEmpty) uncategorised += 1;
    if (isEmpty && first !== undefined) fillable += 1;
    for (const place of fits) {
      const tally = tallies[place];
      if (tally === undefined || first === undefined) continue;
      tally.matches += 1;
      if (place === first) {
        tally.decides += 1;
        if (isEmpty) tally.empty += 1;
      } else tally.firstMatches.set(first, (tally.firstMatches.get(first) ?? 0) + 1);
    }
  });
  return {
    uncategorised,
    fillable,
    rules: rules.map((rule, place) => reviewed(rule, tallies[place] as Tally, rules)),
  };
}

function reviewed(rule: Rule, { firstMatches, ...counts }: Tally, rules: readonly Rule[]): ReviewedRule {
  const fault = checkPattern(rule.description);
  const [most] = [...firstMatches].sort(([, a], [, b]) => b - a);
  return {
    ...ruleValuesOf(rule),
    problem:
      fault === null ? null : report(problem('input_rule', { reason: fault.reason, text: fault.text, most: '' })),
    ...counts,
    above: most === undefined ? null : { place: most[0], category: rules[most[0]]?.category ?? '', takes: most[1] },
  };
}

const ROWS_IN_PREVIEW = 200;

export async function previewRules(
  rows: readonly SearchableRow[],
  rules: readonly Rule[],
  signal: AbortSignal,
): Promise<RulesPreview> {
  const matcher = compileRules(rules);
  const counts = new Map<Rule, number>();
  const shown: RulesPreview['rows'][number][] = [];
  let count = 0;
  await visitRows(rows, signal, (row, amount, text) => {
    const rule = row.category.trim() === '' ? matcher.match(text, amount, nameOf(row)) : null;
    if (rule === null) return;
    count += 1;
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
    if (shown.length < ROWS_IN_PREVIEW) shown.push({ ...row, gets: rule.category });
  });
  return {
    count,
    rows: shown,
    rules: [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([rule, rowCount]) => ({ ...ruleValuesOf(rule), count: rowCount })),
  };
}

const ROWS_IN_TRIAL = 8;

/** Tries a rule on the rows, newest first, as if it replaced the rule at position `replaces`; by default, as the last rule. */
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
  const firstMatches = new Map<Rule, number>();
  const shown: TransactionView[][] = [[], []];
  let [matches, uncategorised, wouldCategorise] = [0, 0, 0];
  await visitRows(rows, signal, (row, amount, text) => {
    if (own.match(text, amount, nameOf(row)) === null) return;
    matches += 1;
    const first = all.match(text, amount, nameOf(row));
    if (first !== null && first !== rule) firstMatches.set(first, (firstMatches.get(first) ?? 0) + 1);
    const isEmpty = row.category.trim() === '';
    const wouldGet = isEmpty && first === rule;
    if (isEmpty) uncategorised += 1;
    if (wouldGet) wouldCategorise += 1;
    const list = shown[wouldGet ? 0 : 1] ?? [];
    if (list.length < ROWS_IN_TRIAL) list.push(row);
  });
  const [earlier] = [...firstMatches].sort(([, a], [, b]) => b - a);
  const withMark = shown.flatMap((list, index) => list.map((row) => ({ ...row, wouldCategorise: index === 0 })));
  return {
    problem: null,
    exists: others.some((other) => isSameRule(other, values)),
    isEverything: fitsEverything(values),
    matches,
    uncategorised,
    wouldCategorise,
    rows: withMark.slice(0, ROWS_IN_TRIAL),
    earlier: earlier === undefined ? null : { ...ruleValuesOf(earlier[0]), takes: earlier[1] },
  };
}

function nameOf({ account, bankAccountId }: TransactionView): string {
  return account || bankAccountId;
}

const ROWS_PER_TURN = 2000;

async function visitRows(
  rows: readonly SearchableRow[],
  signal: AbortSignal,
  visit: (row: TransactionView, amount: Amount, text: string) => void,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_TURN) {
    for (const { view, ruleText } of rows.slice(from, from + ROWS_PER_TURN))
      if (view.amount !== '') visit(view, view.amount as Amount, ruleText);
    await turn();
    signal.throwIfAborted();
  }
}
