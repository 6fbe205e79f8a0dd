import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import { filesToRead, itemKind, paths, PREVIEW_KINDS, type PreviewLine, type PreviewView, runId } from './runs.ts';
import type { SuggestedCategory } from './suggestions.ts';

/** The service keeps the lines and returns them in pages, because a statement may have 100,000 lines. */
export interface KeptPreview extends Pick<PreviewView, 'counts' | 'messages' | 'lines'> {
  readonly previewId: string;
  readonly kinds: readonly { readonly kind: PreviewLine['what']; readonly count: number }[];
  /** The number of different bank accounts in all lines. */
  readonly accounts: number;
  readonly questions: readonly PreviewLine[];
  /** False if the sheet has no column for categories, or if formulas fill the column. */
  readonly takesCategories: boolean;
  /** The ids of `decided` whose transactions would be added; the user may decide on them again. */
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
  /** Previews a sync, or the import of each batch of files in turn. `decided`: transactions decided in an earlier preview. */
  'preview.make': procedure<KeptPreview>()({
    accountId,
    decided: z.optional(z.array(z.string()).check(z.maxLength(20_000))),
    batches: z.optional(z.array(z.strictObject(filesToRead)).check(z.minLength(1), z.maxLength(100))),
  }),
  /** One page, newest first within each kind. Throws `run_preview_gone` after later previews replaced this one. */
  'preview.lines': procedure<readonly PreviewLine[]>()({
    previewId: z.string(),
    only: z.optional(z.enum(PREVIEW_KINDS)),
    page: z.int().check(z.gte(1)),
  }),
  /** Categories for the newest transactions without one. A separate call: learning from all rows takes time. */
  'preview.suggestions': procedure<readonly LineSuggestion[]>()({ previewId: z.string() }),
};
