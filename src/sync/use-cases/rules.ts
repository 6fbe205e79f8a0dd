import { enqueuePlan, type UseCaseContext } from './context.ts';
import type { RulesChange } from './change-rules.ts';

/** Lazy: rules load a regular expression engine, which the start does not need. */
const loadRules = () => import('./change-rules.ts');

export function createRules(context: UseCaseContext) {
  return {
    changeRules: (accountId: string, change: RulesChange): string =>
      enqueuePlan(context, accountId, 'rule', {
        select: async () => (await loadRules()).selectForChange(change),
        plan: async (sheet, recall) => (await loadRules()).planChangeRules(sheet, recall, change),
      }),
    applyRules: (accountId: string): string =>
      enqueuePlan(context, accountId, 'category', {
        select: async ({ rules }) => (await loadRules()).selectForRules(rules),
        plan: async (sheet, recall) => (await loadRules()).planApplyRules(sheet, recall),
      }),
  };
}
