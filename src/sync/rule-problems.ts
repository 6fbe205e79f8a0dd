import { checkPattern } from '../core/rule-matcher.ts';
import type { Rule, SheetProblem } from '../core/snapshot.ts';

/** Rules that can never match, because their pattern is broken. */
export function ruleProblems(rules: readonly Rule[]): SheetProblem[] {
  return rules.flatMap(({ index, description }) => {
    const problem = checkPattern(description);
    return problem === null
      ? []
      : [{ code: 'rule_broken', sheet: 'rules', row: index, message: `Row ${index}: ${problem}` }];
  });
}
