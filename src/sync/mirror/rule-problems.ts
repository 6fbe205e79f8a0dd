import { checkPattern } from '../../core/rule-matcher.ts';
import { keepsBankText } from '../../core/sheet-columns.ts';
import { sheetProblem } from '../../core/sheet-problem.ts';
import type { Layout, Rule, SheetProblem } from '../../core/snapshot.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';

export function ruleProblems(rules: readonly Rule[], { columns }: Pick<Layout, 'columns'>): SheetProblem[] {
  const mayRename = keepsBankText(columns);
  return rules.flatMap(({ index, description, renameTo }) => {
    const fault = checkPattern(description);
    const problems: Problem[] = [
      ...(fault === null ? [] : [problem('rule_broken', { row: index, ...fault })]),
      ...(renameTo === undefined || mayRename ? [] : [problem('rule_rename_unused', { row: index })]),
    ];
    return problems.map((each): SheetProblem => ({ ...sheetProblem(each, index), sheet: 'rules' }));
  });
}
