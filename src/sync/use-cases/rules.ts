import { listRenamed } from '../../store/memory.ts';
import { enqueuePlan, type UseCaseContext } from './context.ts';
import type { RulesChange } from './change-rules.ts';

/** Lazy: rules load a regular expression engine, which the start does not need. */
const loadRules = () => import('./change-rules.ts');

export function createRules(context: UseCaseContext) {
  const renamed = (accountId: string) => listRenamed(context.deps.store, accountId);
  return {
    changeRules: (accountId: string, change: RulesChange): string =>
      enqueuePlan(context, accountId, 'rule', {
        select: async () => (await loadRules()).selectForChange(change, renamed(accountId)),
        plan: async (sheet, recall) => (await loadRules()).planChangeRules(sheet, recall, renamed(accountId), change),
      }),
    applyRules: (accountId: string): string =>
      enqueuePlan(context, accountId, 'category', {
        select: async ({ rules }) => (await loadRules()).selectForRules(rules, renamed(accountId)),
        plan: async (sheet, recall) => (await loadRules()).planApplyRules(sheet, recall, renamed(accountId)),
      }),
  };
}
