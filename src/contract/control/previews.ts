import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import { filesToRead, itemKind, paths, PREVIEW_KINDS, type PreviewLine, type PreviewView, runId } from './runs.ts';
import type { SuggestedCategory } from './suggestions.ts';

/** The service keeps the lines and returns them in pages, because a statement may have 100,000 lines. */
export interface KeptPreview extends Pick<PreviewView, 'counts' | 'messages' | 'lines'> {
  readonly previewId: string;
  readonly kinds: readonly { readonly kind: PreviewLine['what']; readonly count: number }[];
  /** The number of different bank accounts among the lines. */
  readonly accounts: number;
  readonly questions: readonly PreviewLine[];
  /** False if the sheet has no category column, or if formulas fill that column. */
  readonly takesCategories: boolean;
  /** The ids in `decided` (see `preview.make`) whose transactions are still to be added: the user's decisions still apply. */
  readonly decidable: readonly string[];
}

export interface LineSuggestion {
  readonly transactionId: string;
  readonly suggestion: SuggestedCategory;
}

export const PREVIEW_PAGE = 100;

export const previewProcedures = {
  'run.preview': procedure<PreviewView>()({ accountId, ...filesToRead, paths: z.optional(paths) }),
  /** `only` limits the items; the counts always cover all items. */
  'run.previewUndo': procedure<PreviewView>()({ runId, only: z.optional(itemKind) }),
  /** Previews a sync, or an import of batches of files. `decided`: transactions that the user decided on in an earlier preview. */
  'preview.make': procedure<KeptPreview>()({
    accountId,
    decided: z.optional(z.array(z.string()).check(z.maxLength(20_000))),
    batches: z.optional(z.array(z.strictObject(filesToRead)).check(z.minLength(1), z.maxLength(100))),
  }),
  /** One page, newest first within each kind. Throws `run_preview_gone` if later previews have replaced this one. */
  'preview.lines': procedure<readonly PreviewLine[]>()({
    previewId: z.string(),
    only: z.optional(z.enum(PREVIEW_KINDS)),
    page: z.int().check(z.gte(1)),
  }),
  /** Suggests categories for the newest uncategorized transactions. A separate call, because learning from all rows is slow. */
  'preview.suggestions': procedure<readonly LineSuggestion[]>()({ previewId: z.string() }),
};
