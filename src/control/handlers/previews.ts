import type { PreviewLine, PreviewView } from '../../contract/control/runs.ts';
import { NO_COUNTS, sumOfCounts } from '../../core/run.ts';
import { digest } from '../../platform/ids.ts';
import { requireAccount } from '../../store/accounts.ts';
import type { Work } from '../../sync/runs/work.ts';
import type { Preview, PreviewedFetch, PreviewOptions } from '../../sync/use-cases/sync.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, requireFullPaths, requireMirror, requireRun } from '../handler.ts';
import type { KeptPreviews, OpenRow } from '../runs/kept-previews.ts';
import { previewLines } from '../runs/preview-lines.ts';
import type { MirrorRows } from '../transactions/mirror-rows.ts';
import { learnCategories } from './suggestions.ts';
import { itemsOfKind, withRows } from '../runs/reported-items.ts';

export function previewHandlers(
  { store, sync }: Collaborators,
  mirror: MirrorRows,
  keptPreviews: KeptPreviews,
): Handlers<'previews'> {
  // The preview of an undo has no lines: its items show the changes.
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

  function plan(accountId: string, options: PreviewOptions): Promise<Preview> {
    if (options.paths !== undefined) requireFullPaths(options.paths);
    return sync.preview(accountId, options);
  }

  return {
    'run.preview': async ({ accountId, ...files }, signal) =>
      toPreview(accountId, await plan(accountId, { ...files, signal })),
    'run.previewUndo': async ({ runId, only }) => {
      const work = await sync.previewUndo(runId);
      const { items } = itemsOfKind(work.items, only, 0, work.items.length);
      return toPreview(requireRun(store, runId).accountId, { ...work, items });
    },
    'preview.make': async ({ accountId, batches = [{}], decided = [] }, signal) => {
      const plans = [];
      const open: OpenRow[] = [];
      let fetch: PreviewedFetch | null = null;
      for (const batch of batches) {
        const work = await plan(accountId, { ...batch, signal });
        // Keeps only these parts of `work`, because the other parts are large.
        plans.push({ counts: work.outcome.counts, messages: work.outcome.messages, lines: linesOf(work) });
        open.push(...openRows(work));
        fetch = work.fetch;
      }
      const lines = plans.flatMap((each) => each.lines);
      // Before the first sync, the columns are unknown, so assumes a Category column.
      const columns = requireAccount(store, accountId).layout?.columns;
      return {
        takesCategories:
          columns === undefined || (columns.category !== undefined && columns.category.isComputed !== true),
        counts: plans.reduce((sum, { counts }) => sumOfCounts(sum, counts), NO_COUNTS),
        messages: plans.flatMap(({ messages }) => messages),
        decidable: decidableOf(lines, new Set(decided)),
        ...keptPreviews.keep(lines, { accountId, rows: open }, fetch),
      };
    },
    'preview.lines': ({ previewId, only = null, page }) => keptPreviews.page(previewId, only, page),
    'preview.suggestions': async ({ previewId }) => {
      const { accountId, rows } = keptPreviews.open(previewId);
      if (rows.length === 0) return [];
      await requireMirror(store, sync, accountId);
      const suggest = await learnCategories((await mirror.load(accountId)).rows);
      return rows.flatMap(({ transactionId, ...row }) => {
        const suggestion = suggest(row);
        return suggestion === null ? [] : [{ transactionId, suggestion }];
      });
    },
  };
}

function decidableOf(lines: readonly PreviewLine[], decidedIds: ReadonlySet<string>): string[] {
  if (decidedIds.size === 0) return [];
  return lines.flatMap(({ what, transactionId }) =>
    decidedIds.has(transactionId) && (what === 'new' || what === 'possibly-twice') ? [transactionId] : [],
  );
}

/** The last new rows without a category, at most MOST_SUGGESTED. */
function openRows({ plans = [] }: Work): OpenRow[] {
  return plans
    .flatMap(({ appends }) => appends)
    .filter(({ values }) => values.category === '')
    .slice(-MOST_SUGGESTED)
    .map(({ values: { transactionId, description, amount, accountId: account } }) => ({
      transactionId,
      description,
      amount,
      account,
    }));
}

/** The maximum number of rows that get a suggested category. Suggestions for them take a few milliseconds. */
const MOST_SUGGESTED = 500;
