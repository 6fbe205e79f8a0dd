import * as z from 'zod/mini';
import type { Run } from '../../core/run.ts';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import { filesToRead, type PreviewLine } from './runs.ts';

/** Outcome for a bank transaction, in order of importance. */
export const PREVIEW_KINDS = [
  'new',
  'possibly-twice',
  'put-back',
  'updated',
  'left-feed',
  'deleted',
  'already-there',
  'elsewhere',
  'known',
] as const satisfies readonly PreviewLine['what'][];

/** A preview whose lines the service keeps for a while, and tells a page at a time: a statement may have 100,000. */
export interface KeptPreview {
  readonly previewId: string;
  readonly counts: Run['counts'];
  readonly messages: Run['messages'];
  /** How many lines there are of each kind; without those of which there are none. */
  readonly kinds: readonly { readonly kind: PreviewLine['what']; readonly count: number }[];
  /** Every line that a person has to say something of: see `PreviewLine.mayBe`. */
  readonly questions: readonly PreviewLine[];
  /** Those of the transactions that were asked about whose lines a person may decide: they would be added. */
  readonly decidable: readonly string[];
  /** The first page of all lines. */
  readonly lines: readonly PreviewLine[];
}

/** Lines of a page. */
export const PREVIEW_PAGE = 100;

export const previewProcedures = {
  /**
   * What the connections would bring, or each of these batches of statement files, imported one after the other. `decided`: what a
   * person decided of an earlier preview, by transaction id; whether it still counts is told.
   */
  'preview.make': procedure<KeptPreview>()(
    z.strictObject({
      accountId,
      decided: z.optional(z.array(z.string()).check(z.maxLength(20_000))),
      batches: z.optional(z.array(z.strictObject(filesToRead)).check(z.minLength(1), z.maxLength(100))),
    }),
  ),
  /**
   * A page of its lines, or of one kind; by kind as in `PREVIEW_KINDS`, the newest of each kind first. Throws `run_preview_gone`
   * once others were made since.
   */
  'preview.lines': procedure<readonly PreviewLine[]>()(
    z.strictObject({
      previewId: z.string(),
      only: z.optional(z.enum(PREVIEW_KINDS)),
      page: z.int().check(z.gte(1)),
    }),
  ),
};
