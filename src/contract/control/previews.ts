import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import { filesToRead, itemKind, paths, PREVIEW_KINDS, type PreviewLine, type PreviewView, runId } from './runs.ts';
import type { SuggestedCategory } from './suggestions.ts';

/** The service keeps the lines, since a statement may have 100,000, and returns them in pages. */
export interface KeptPreview extends Pick<PreviewView, 'counts' | 'messages' | 'lines'> {
  readonly previewId: string;
  readonly kinds: readonly { readonly kind: PreviewLine['what']; readonly count: number }[];
  /** The number of bank accounts in all lines. */
  readonly accounts: number;
  readonly questions: readonly PreviewLine[];
  /** False if the sheet lacks a column for categories, or formulas fill it. */
  readonly takesCategories: boolean;
  /** Ids of decided transactions that would be added, and can be decided again. */
  readonly decidable: readonly string[];
}

export interface LineSuggestion {
  readonly transactionId: string;
  readonly suggestion: SuggestedCategory;
}

export const PREVIEW_PAGE = 100;

export const previewProcedures = {
  'run.preview': procedure<PreviewView>()({ accountId, ...filesToRead, paths: z.optional(paths) }),
  /** The counts cover all items, not only those of `only`. */
  'run.previewUndo': procedure<PreviewView>()({ runId, only: z.optional(itemKind) }),
  /** Previews a sync, or the import of batches of files one after the other. `decided`: answers to an earlier preview. */
  'preview.make': procedure<KeptPreview>()({
    accountId,
    decided: z.optional(z.array(z.string()).check(z.maxLength(20_000))),
    batches: z.optional(z.array(z.strictObject(filesToRead)).check(z.minLength(1), z.maxLength(100))),
  }),
  /** One page, newest first within each kind. Throws `run_preview_gone` after later previews replaced it. */
  'preview.lines': procedure<readonly PreviewLine[]>()({
    previewId: z.string(),
    only: z.optional(z.enum(PREVIEW_KINDS)),
    page: z.int().check(z.gte(1)),
  }),
  /** For the newest transactions without a category. A separate call, since it learns from all rows of the sheet. */
  'preview.suggestions': procedure<readonly LineSuggestion[]>()({ previewId: z.string() }),
};
