import { PREVIEW_KINDS, PREVIEW_PAGE, type KeptPreview } from '../contract/control/previews.ts';
import type { PreviewLine } from '../contract/control/runs.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { pack, unpack, type Packed } from '../store/packing.ts';

/** Lines of previews, so that a page can show any of them without having them all. Packed, they take a tenth. */
export interface KeptPreviews {
  keep(lines: readonly PreviewLine[]): Pick<KeptPreview, 'previewId' | 'kinds' | 'questions' | 'lines'>;
  /** Pages count from 1. Throws PennyrowError `run_preview_gone`. */
  page(previewId: string, only: PreviewLine['what'] | null, page: number): PreviewLine[];
}

interface Kept {
  readonly kinds: KeptPreview['kinds'];
  /** The lines themselves while they are being packed, which the asker does not wait for. */
  readonly lines: readonly PreviewLine[] | readonly Packed[];
}

/** Of windows that are open at a time; whoever turns a page of an older one asks again. */
const MOST_KEPT = 4;

export function createKeptPreviews(newId: (kind: string) => string): KeptPreviews {
  /** The oldest first. */
  const kept = new Map<string, Kept>();
  return {
    keep: (unsorted) => {
      const groups = Map.groupBy(unsorted, ({ what }) => what);
      const kinds = PREVIEW_KINDS.flatMap((kind) => {
        const count = groups.get(kind)?.length ?? 0;
        return count === 0 ? [] : [{ kind, count }];
      });
      const lines = kinds.flatMap(({ kind }) => newestFirst(groups.get(kind) ?? []));
      const previewId = newId('preview');
      kept.set(previewId, { kinds, lines });
      // Lines that cannot be packed can still be shown: they only take more room.
      void pack(lines).then(
        (packed) => kept.has(previewId) && kept.set(previewId, { kinds, lines: packed }),
        () => undefined,
      );
      for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
      return {
        previewId,
        kinds,
        questions: lines.filter(({ mayBe }) => mayBe.length > 0),
        lines: lines.slice(0, PREVIEW_PAGE),
      };
    },
    page: (previewId, only, page) => {
      const preview = kept.get(previewId);
      if (preview === undefined) throw new PennyrowError(problem('run_preview_gone', {}));
      const { from, to } = rangeOf(preview.kinds, only);
      const first = from + (page - 1) * PREVIEW_PAGE;
      return slice(preview.lines, first, Math.min(to, first + PREVIEW_PAGE));
    },
  };
}

/** Those of one day as they came. */
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

/** Unpacks only the pieces that hold some of it. */
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
