import { checkPattern } from '../../core/rule-matcher.ts';
import type { Rule, SheetProblem } from '../../core/snapshot.ts';
import { report } from '../../messages/report.ts';
import { problem } from '../../messages/problem.ts';

export function ruleProblems(rules: readonly Rule[]): SheetProblem[] {
  return rules.flatMap(({ index, description }) => {
    const fault = checkPattern(description);
    if (fault === null) return [];
    const { code, message, params } = report(problem('rule_broken', { row: index, ...fault }));
    return [{ code, sheet: 'rules', row: index, message, params }];
  });
}
