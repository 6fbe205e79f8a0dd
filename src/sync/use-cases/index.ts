import { createAdditions } from './additions.ts';
import { createBalances } from './balances.ts';
import { createCategories } from './categories.ts';
import type { UseCaseContext } from './context.ts';
import { createRestore } from './restore.ts';
import { createRules } from './rules.ts';
import { createSameAccounts } from './same-accounts.ts';
import { createSyncing } from './sync.ts';
import { createUndo } from './undo.ts';
import { createWorkbookChanges } from './workbook.ts';

/** All use cases. Those that write queue a run and return its id; those with an account throw if it has no workbook. */
export function createUseCases(context: UseCaseContext) {
  return {
    ...createSyncing(context),
    ...createUndo(context),
    ...createRestore(context),
    ...createSameAccounts(context),
    ...createRules(context),
    ...createCategories(context),
    ...createBalances(context),
    ...createAdditions(context),
    ...createWorkbookChanges(context),
  };
}
