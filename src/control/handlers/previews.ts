import type { previewProcedures } from '../../contract/control/previews.ts';
import type { PreviewLine, PreviewView, runProcedures } from '../../contract/control/runs.ts';
import { NO_COUNTS, sumOfCounts } from '../../core/run.ts';
import { digest } from '../../platform/ids.ts';
import { withSmallHeap } from '../../platform/heap.ts';
import type { Work } from '../../sync/work.ts';
import type { PreviewOptions } from '../../sync/sync.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Handlers } from '../handler.ts';
import { createKeptPreviews } from '../kept-previews.ts';
import { previewLines } from '../preview-lines.ts';
import { itemsOfKind, withRows } from '../reported-items.ts';
import { requireAccount, requireFullPaths, requireRun } from '../requirements.ts';

export function previewHandlers({
  store,
  sync,
  newId,
}: ControlDependencies): Handlers<
  keyof typeof previewProcedures | Extract<keyof typeof runProcedures, 'run.preview' | 'run.previewUndo'>
> {
  const kept = createKeptPreviews(newId);

  // An undo asks no bank; its items say it all.
  const linesOf = (work: Work) => (work.plans === undefined ? [] : previewLines(work, digest));

  function toPreview(accountId: string, work: Work): PreviewView {
    const { outcome, items } = work;
    return {
      counts: outcome.counts,
      messages: outcome.messages,
      ...withRows(store, accountId, items),
      lines: linesOf(work),
    };
  }

  function plan(accountId: string, options: PreviewOptions): Promise<Work> {
    requireAccount(store, accountId);
    if (options.paths !== undefined) requireFullPaths(options.paths);
    return withSmallHeap(() => sync.preview(accountId, options));
  }

  return {
    'run.preview': async ({ accountId, ...files }, signal) =>
      toPreview(accountId, await plan(accountId, { ...files, signal })),
    'run.previewUndo': async ({ runId, only = null }) => {
      // Where all would be taken back, nothing is kept.
      const counts = only === 'kept' ? await sync.foreseeUndo(runId) : null;
      if (counts !== null) return { counts, messages: [], items: [], rows: {}, lines: [] };
      const work = await sync.previewUndo(runId);
      const { items } = itemsOfKind(work.items, only, 0, work.items.length);
      return toPreview(requireRun(store, runId).accountId, { ...work, items });
    },
    'preview.make': async ({ accountId, batches = [{}], decided = [] }, signal) => {
      const made = [];
      for (const batch of batches) {
        const work = await plan(accountId, { ...batch, signal });
        // Of the rest of the work nothing is shown, and it is large.
        made.push({ counts: work.outcome.counts, messages: work.outcome.messages, lines: linesOf(work) });
      }
      const lines = made.flatMap((each) => each.lines);
      return {
        counts: made.reduce((sum, { counts }) => sumOfCounts(sum, counts), NO_COUNTS),
        messages: made.flatMap(({ messages }) => messages),
        decidable: decidableOf(lines, new Set(decided)),
        ...kept.keep(lines),
      };
    },
    'preview.lines': ({ previewId, only = null, page }) => kept.page(previewId, only, page),
  };
}

/** Which of these transactions would be added, so that it is for a person to say. */
function decidableOf(lines: readonly PreviewLine[], asked: ReadonlySet<string>): string[] {
  if (asked.size === 0) return [];
  return lines.flatMap(({ what, transactionId }) =>
    asked.has(transactionId) && (what === 'new' || what === 'possibly-twice') ? [transactionId] : [],
  );
}
