import type { Run, runProcedures, StartedRun } from '../../contract/control/runs.ts';
import { decideDuplicates, listUndecidedDuplicates } from '../../store/possible-duplicates.ts';
import { countRunItems, iterateRunItems, listRunItems, listRuns } from '../../store/runs.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Announce, Handlers } from '../handler.ts';
import { itemsOfKind, withRows, wordsInItems } from '../reported-items.ts';
import { requireAccount, requireFullPaths, requireRun } from '../requirements.ts';
import type { Uploads } from '../uploads.ts';
import { requireNoDemo } from '../welcome/demo-workbook.ts';

const PAGE = 50;

export function runHandlers(
  { store, sync }: Pick<Collaborators, 'store' | 'sync'>,
  uploads: Uploads,
  announce: Announce,
): Handlers<Exclude<keyof typeof runProcedures, 'run.preview' | 'run.previewUndo'>> {
  return {
    'run.list': ({ accountId, limit = PAGE, before, withNews = false }) =>
      listRuns(store, requireAccount(store, accountId).id, {
        limit,
        withNews,
        ...(before === undefined ? {} : { before }),
      }),
    'run.get': ({ runId }) => requireRun(store, runId),
    'run.items': ({ runId, only, search = '', offset = 0, limit = 1000 }) => {
      const { accountId } = requireRun(store, runId);
      const { items, total } =
        only === undefined && search.trim() === ''
          ? { items: listRunItems(store, runId, offset, limit), total: countRunItems(store, runId) }
          : itemsOfKind(
              iterateRunItems(store, runId),
              only ?? null,
              offset,
              limit,
              wordsInItems(store, accountId, search),
            );
      return { ...withRows(store, accountId, items), total };
    },
    'run.sync': ({ accountId, answers }): StartedRun => {
      requireAccount(store, accountId);
      const request = sync.request(accountId, 'person', answers);
      if (request.outcome === 'nothing-to-sync') throw request.problem;
      return { runId: request.runId, joined: request.outcome === 'joined', message: request.message };
    },
    'run.import': ({ accountId, paths, connectionId, bankAccount, dateOrder, answers }) => {
      requireNoDemo(store, requireAccount(store, accountId));
      requireFullPaths(paths);
      const runId = sync.importFiles(accountId, paths, {
        trigger: 'person',
        bankAccount,
        dateOrder,
        answers,
        ...(connectionId === undefined ? {} : { connectionId }),
      });
      void sync.wait(runId).then((run) => (run !== null && isDone(run) ? uploads.discard(paths) : undefined));
      return started(runId, 'The import has begun.');
    },
    'run.undo': ({ runId }) => started(sync.undo(runId), 'The undo has begun.'),
    'run.wait': async ({ runId }) => (await sync.wait(runId)) ?? requireRun(store, runId),
    'run.cancel': ({ runId }) => ({ cancelled: sync.cancel(requireRun(store, runId).id) }),
    'run.progress': ({ accountId }) => sync.progress(accountId),
    'run.duplicates': ({ accountId }) => listUndecidedDuplicates(store, requireAccount(store, accountId).id),
    'run.keepDuplicates': ({ runId }) => {
      const { accountId } = requireRun(store, runId);
      decideDuplicates(store, accountId, runId);
      announce('runs', accountId);
      return null;
    },
  };
}

/** After any other end a person may try again with the same files. */
function isDone({ status }: Run): boolean {
  return status === 'succeeded' || status === 'partial';
}

function started(runId: string, message: string): StartedRun {
  return { runId, joined: false, message };
}
