import { PREVIEW_PAGE, type KeptPreview } from '../../contract/control/previews.ts';
import { PREVIEW_KINDS, type PreviewLine, type PreviewView } from '../../contract/control/runs.ts';
import { NO_COUNTS, sumOfCounts } from '../../core/run.ts';
import { digest } from '../../platform/ids.ts';
import type { Work } from '../../sync/runs/work.ts';
import type { PreviewOptions } from '../../sync/use-cases/sync.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, requireFullPaths, requireMirror, requireRun } from '../handler.ts';
import { previewLines } from '../runs/preview-lines.ts';
import type { MirrorRows } from '../transactions/mirror-rows.ts';
import { learnCategories } from './suggestions.ts';
import { itemsOfKind, withRows } from '../runs/reported-items.ts';
import type { SuggestibleRow } from '../../core/description-words.ts';
import { createError } from '../../platform/errors.ts';
import { pack, unpack, type Packed } from '../../store/packing.ts';

export function previewHandlers({ store, sync, newId }: Collaborators, mirror: MirrorRows): Handlers<'previews'> {
  const keptPreviews = createKeptPreviews(newId);

  // An undo reads no bank, so its items are sufficient.
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
      for (const batch of batches) {
        const work = await plan(accountId, { ...batch, signal });
        // The rest of the work is large and not shown.
        plans.push({ counts: work.outcome.counts, messages: work.outcome.messages, lines: linesOf(work) });
        open.push(...openRows(work));
      }
      const lines = plans.flatMap((each) => each.lines);
      return {
        counts: plans.reduce((sum, { counts }) => sumOfCounts(sum, counts), NO_COUNTS),
        messages: plans.flatMap(({ messages }) => messages),
        decidable: decidableOf(lines, new Set(decided)),
        ...keptPreviews.keep(lines, { accountId, rows: open }),
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

interface OpenRow extends SuggestibleRow {
  readonly transactionId: string;
}

/** The newest rows without a category. */
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

interface OpenRows {
  readonly accountId: string;
  readonly rows: readonly OpenRow[];
}

interface Kept {
  readonly open: OpenRows;
  readonly kinds: KeptPreview['kinds'];
  readonly lines: readonly PreviewLine[] | readonly Packed[];
}

/** More than a user reviews at once, and a few milliseconds of work. */
const MOST_SUGGESTED = 500;

/** One preview for each open window. Older previews must be made again. */
const MOST_KEPT = 4;

export function createKeptPreviews(newId: (kind: string) => string) {
  const byId = new Map<string, Kept>();
  function find(previewId: string): Kept {
    const preview = byId.get(previewId);
    if (preview === undefined) throw createError('run_preview_gone', {});
    return preview;
  }
  return {
    keep: (unsorted: readonly PreviewLine[], open: OpenRows) => {
      const groups = Map.groupBy(unsorted, ({ what }) => what);
      const kinds = PREVIEW_KINDS.flatMap((kind) => {
        const count = groups.get(kind)?.length ?? 0;
        return count === 0 ? [] : [{ kind, count }];
      });
      const lines = kinds.flatMap(({ kind }) => newestFirst(groups.get(kind) ?? []));
      const previewId = newId('preview');
      byId.set(previewId, { open, kinds, lines });
      // Unpacked lines remain usable after a failure; they only need more memory.
      void pack(lines).then(
        (packed) => byId.has(previewId) && byId.set(previewId, { open, kinds, lines: packed }),
        () => undefined,
      );
      for (const oldest of [...byId.keys()].slice(0, -MOST_KEPT)) byId.delete(oldest);
      return {
        previewId,
        kinds,
        accounts: new Set(lines.map(({ account }) => account)).size,
        questions: lines.filter(({ mayBe }) => mayBe.length > 0),
        lines: lines.slice(0, PREVIEW_PAGE),
      };
    },
    open: (previewId: string) => find(previewId).open,
    page: (previewId: string, only: PreviewLine['what'] | null, page: number) => {
      const preview = find(previewId);
      const { from, to } = rangeOf(preview.kinds, only);
      const first = from + (page - 1) * PREVIEW_PAGE;
      return slice(preview.lines, first, Math.min(to, first + PREVIEW_PAGE));
    },
  };
}

function newestFirst(lines: readonly PreviewLine[]): PreviewLine[] {
  return lines.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
}

function rangeOf(kinds: Kept['kinds'], only: PreviewLine['what'] | null): { from: number; to: number } {
  let from = 0;
  for (const { kind, count } of kinds) {
    if (kind === only) return { from, to: from + count };
    from += count;
  }
  return only === null ? { from: 0, to: from } : { from, to: from };
}

function slice(lines: Kept['lines'], from: number, to: number): PreviewLine[] {
  const found: PreviewLine[] = [];
  let start = 0;
  for (const piece of lines) {
    const size = 'bytes' in piece ? piece.size : 1;
    if (start < to && start + size > from) {
      const own = 'bytes' in piece ? unpack<PreviewLine>(piece.bytes) : [piece];
      found.push(...own.slice(Math.max(0, from - start), to - start));
    }
    start += size;
  }
  return found;
}
