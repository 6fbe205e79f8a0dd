import type { Run, StartedRun } from '../../contract/control/runs.ts';
import { decideDuplicates, listUndecidedDuplicates } from '../../store/possible-duplicates.ts';
import { countRunItems, iterateRunItems, listRunItems, listRuns } from '../../store/runs.ts';
import type { SyncService } from '../../sync/create-sync.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, requireFullPaths, requireRun, startedRun } from '../handler.ts';
import { itemsOfKind, rememberedRow, withRows, wordsInItems } from '../runs/reported-items.ts';
import type { KeptPreviews } from '../runs/kept-previews.ts';
import type { Uploads } from '../uploads.ts';
import { requireNoDemo } from '../workbook/demo-workbook.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { createError } from '../../platform/errors.ts';
import { listDeleted } from '../../store/memory.ts';
import { requireAccount } from '../../store/accounts.ts';

const PAGE = 50;

export function runHandlers(
  { store, sync, announce }: Collaborators,
  uploads: Uploads,
  previews: KeptPreviews,
): Handlers<'runs'> {
  return {
    'run.list': ({ accountId, limit = PAGE, before }) => listRuns(store, accountId, { limit, before }),
    'run.get': ({ runId }) => requireRun(store, runId),
    'run.items': ({ runId, only, search = '', offset = 0, limit = 1000 }) => {
      const { accountId } = requireRun(store, runId);
      const hasWords = wordsInItems(store, accountId, search);
      const { items, total } =
        only === undefined && search.trim() === ''
          ? { items: listRunItems(store, runId, offset, limit), total: countRunItems(store, runId) }
          : itemsOfKind(iterateRunItems(store, runId, 'DESC'), only, offset, limit, hasWords);
      return { ...withRows(store, accountId, items), total };
    },
    'run.sync': ({ accountId, previewId, answers }): StartedRun =>
      requestSync(sync, accountId, 'person', { answers, previewed: previews.takeFetch(previewId, accountId) }),
    'run.import': ({ accountId, paths, connectionId, bankAccount, dateOrder, answers }) => {
      requireNoDemo(store, requireAccount(store, accountId));
      requireFullPaths(paths);
      const runId = sync.importFiles(accountId, paths, {
        trigger: 'person',
        bankAccount,
        dateOrder,
        answers,
        connectionId,
      });
      void sync.wait(runId).then((run) => (run !== null && isDone(run) ? uploads.discard(paths) : undefined));
      return startedRun(runId);
    },
    'run.undo': ({ runId }) => startedRun(sync.undo(runId)),
    'run.wait': async ({ runId }) => (await sync.wait(runId)) ?? requireRun(store, runId),
    'run.cancel': ({ runId }) => ({ cancelled: sync.cancel(requireRun(store, runId).id) }),
    'run.progress': ({ accountId }) => sync.progress(accountId),
    'run.duplicates': ({ accountId }) => listUndecidedDuplicates(store, accountId),
    'run.keepDuplicates': ({ runId }) => {
      const { accountId } = requireRun(store, runId);
      decideDuplicates(store, accountId, runId);
      announce('runs', accountId);
      return null;
    },
    'deleted.list': ({ accountId }) =>
      listDeleted(store, accountId).map(({ transactionId, written }) => ({ transactionId, ...rememberedRow(written) })),
    'deleted.restore': ({ accountId, transactionIds }) => {
      const deleted = new Set(listDeleted(store, accountId).map(({ transactionId }) => transactionId));
      const unknown = transactionIds.find((id) => !deleted.has(id));
      if (unknown !== undefined) throw createError('input_not_deleted', { transaction: unknown });
      return startedRun(sync.restore(accountId, transactionIds));
    },
    'deleted.forget': ({ accountId, from, to }) => {
      const forgotten = sync.forgetDeleted(accountId, from as CalendarDate, to as CalendarDate);
      announce('deleted', accountId);
      return { forgotten };
    },
  };
}

/** True if uploaded files are no longer needed. After a failed run, they are kept for another attempt. */
function isDone({ status }: Run): boolean {
  return status === 'succeeded' || status === 'partial';
}

export function requestSync(
  sync: Pick<SyncService, 'request'>,
  ...request: Parameters<SyncService['request']>
): StartedRun {
  const requested = sync.request(...request);
  if (requested.outcome === 'nothing-to-sync') throw requested.problem;
  return { runId: requested.runId, joined: requested.outcome === 'joined' };
}

export async function cancelRuns(sync: SyncService, accountId: string): Promise<void> {
  for (const { id } of sync.active(accountId)) {
    sync.cancel(id);
    await sync.wait(id);
  }
}
