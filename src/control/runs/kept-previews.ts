import { PREVIEW_PAGE, type KeptPreview } from '../../contract/control/previews.ts';
import { PREVIEW_KINDS, type PreviewLine } from '../../contract/control/runs.ts';
import type { SuggestibleRow } from '../../core/description-words.ts';
import { createError } from '../../platform/errors.ts';
import { pack, unpack, type Packed } from '../../store/packing.ts';
import type { PreviewedFetch } from '../../sync/use-cases/sync.ts';

export interface OpenRow extends SuggestibleRow {
  readonly transactionId: string;
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

/** The number of previews to keep, enough for four open windows. */
const MOST_KEPT = 4;

export type KeptPreviews = ReturnType<typeof createKeptPreviews>;

export function createKeptPreviews(newId: (kind: string) => string) {
  const byId = new Map<string, Kept>();
  // The fetched transactions of the newest preview only, because those of a first fetch may be large.
  let newest: { readonly previewId: string; readonly accountId: string; readonly fetch: PreviewedFetch } | null = null;
  function find(previewId: string): Kept {
    const preview = byId.get(previewId);
    if (preview === undefined) throw createError('run_preview_gone', {});
    return preview;
  }
  return {
    keep: (unsorted: readonly PreviewLine[], open: OpenRows, fetch: PreviewedFetch | null = null) => {
      const groups = Map.groupBy(unsorted, ({ what }) => what);
      const kinds = PREVIEW_KINDS.flatMap((kind) => {
        const count = groups.get(kind)?.length ?? 0;
        return count === 0 ? [] : [{ kind, count }];
      });
      const lines = kinds.flatMap(({ kind }) => newestFirst(groups.get(kind) ?? []));
      const previewId = newId('preview');
      byId.set(previewId, { open, kinds, lines });
      if (fetch !== null) newest = { previewId, accountId: open.accountId, fetch };
      // If the compression fails, keeps the lines as they are, which needs more memory.
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
    /** Returns the fetched transactions of a preview, and forgets them. Null if they were forgotten before. */
    takeFetch: (previewId: string | undefined, accountId: string): PreviewedFetch | null => {
      if (newest === null || newest.previewId !== previewId || newest.accountId !== accountId) return null;
      const { fetch } = newest;
      newest = null;
      return fetch;
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
