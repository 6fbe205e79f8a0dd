import type { suggestionProcedures } from '../../contract/control/suggestions.ts';
import { requireWorkbook } from '../../sync/requirements.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Handlers } from '../handler.ts';
import { requireMirror } from '../requirements.ts';
import { createRowSuggester } from '../suggestions/suggest-rows.ts';
import type { MirrorRows } from '../transactions/mirror-rows.ts';

export function suggestionHandlers(
  { store, sync }: ControlDependencies,
  mirror: MirrorRows,
): Handlers<keyof typeof suggestionProcedures> {
  const suggest = createRowSuggester();
  return {
    'suggestion.list': async ({ accountId }) => {
      await requireMirror(store, sync, accountId);
      return suggest((await mirror.load(accountId)).rows);
    },
    'suggestion.accept': ({ accountId, rows }) => {
      requireWorkbook({ store }, accountId);
      const runId = sync.setCategories(
        accountId,
        rows.map(({ id, row, category }) => ({ id, row, category: '', chosen: category })),
      );
      return { runId, joined: false, message: 'The suggested categories are being set.' };
    },
  };
}
