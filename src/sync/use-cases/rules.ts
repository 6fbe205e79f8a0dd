import { enqueuePlan, type UseCaseContext } from './context.ts';
import type { RulesChange } from './change-rules.ts';

/** Lazy: rules load a regular expression engine, which the start does not need. */
const loadRules = () => import('./change-rules.ts');

export function createRules(context: UseCaseContext) {
  const { digest } = context.deps;
  return {
    changeRules: (accountId: string, change: RulesChange): string =>
      enqueuePlan(context, accountId, 'rule', async (snapshot, memory) =>
        (await loadRules()).planChangeRules(snapshot, memory, digest, change),
      ),
    applyRules: (accountId: string): string =>
      enqueuePlan(context, accountId, 'category', async (snapshot, memory) =>
        (await loadRules()).planApplyRules(snapshot, memory, digest),
      ),
  };
}
