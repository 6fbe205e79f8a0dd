import type { ReviewedRule, RuleReview, RulesPreview } from '../../contract/control/rules.ts';
import { ruleValuesOf } from '../../core/rule-edits.ts';
import { checkPattern, compileRules } from '../../core/rule-matcher.ts';
import type { Rule } from '../../core/snapshot.ts';
import { problem } from '../../messages/problem.ts';
import { report } from '../../messages/report.ts';
import type { SearchableRow } from '../transactions/mirror-rows.ts';
import { visitRows } from './visit-rows.ts';

interface Tally {
  matches: number;
  decides: number;
  empty: number;
  /** How many rows each rule above takes, by its place. */
  readonly takenBy: Map<number, number>;
}

/** What each rule does to these rows. The places of the rules count from 0, as their `index`. */
export async function reviewRules(
  rows: readonly SearchableRow[],
  rules: readonly Rule[],
  signal: AbortSignal,
): Promise<RuleReview> {
  const matcher = compileRules(rules);
  const tallies = rules.map((): Tally => ({ matches: 0, decides: 0, empty: 0, takenBy: new Map() }));
  let [uncategorised, fillable] = [0, 0];
  await visitRows(rows, signal, (row, amount) => {
    const isEmpty = row.category.trim() === '';
    const fits = matcher.matchAll(row.description, amount).map(({ index }) => index);
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
      } else tally.takenBy.set(first, (tally.takenBy.get(first) ?? 0) + 1);
    }
  });
  return {
    uncategorised,
    fillable,
    rules: rules.map((rule, place) => reviewed(rule, tallies[place] as Tally, rules)),
  };
}

function reviewed(rule: Rule, { takenBy, ...counts }: Tally, rules: readonly Rule[]): ReviewedRule {
  const fault = checkPattern(rule.description);
  const [most] = [...takenBy].sort(([, a], [, b]) => b - a);
  return {
    ...ruleValuesOf(rule),
    problem:
      fault === null ? null : report(problem('input_rule', { reason: fault.reason, text: fault.text, most: '' })),
    ...counts,
    above: most === undefined ? null : { place: most[0], category: rules[most[0]]?.category ?? '', takes: most[1] },
  };
}

const ROWS_SHOWN = 200;

/** What the rules would give to those of the rows, newest first, that have no category. */
export async function previewRules(
  rows: readonly SearchableRow[],
  rules: readonly Rule[],
  signal: AbortSignal,
): Promise<RulesPreview> {
  const matcher = compileRules(rules);
  const counts = new Map<Rule, number>();
  const shown: RulesPreview['rows'][number][] = [];
  let count = 0;
  await visitRows(rows, signal, (row, amount) => {
    const rule = row.category.trim() === '' ? matcher.match(row.description, amount) : null;
    if (rule === null) return;
    count += 1;
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
    if (shown.length < ROWS_SHOWN) shown.push({ ...row, gets: rule.category });
  });
  return {
    count,
    rows: shown,
    rules: [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([rule, rowCount]) => ({ ...ruleValuesOf(rule), count: rowCount })),
  };
}
