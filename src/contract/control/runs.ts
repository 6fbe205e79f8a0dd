import * as z from 'zod/mini';
import type { AboutRow, Run, RunItem, RunProgress } from '../../core/run.ts';
import type { CellChange } from '../../core/workbook-change.ts';
import { accountId, name } from './accounts.ts';
import { localPath, newCategory, procedure } from './procedure.ts';

export type { CellChange, Run, RunItem };

export const runId = z.string().check(z.minLength(1));
export const paths = z.array(localPath).check(z.minLength(1), z.maxLength(100, 'at most 100 files at a time'));

export const filesToRead = {
  paths,
  bankAccount: z.optional(name),
  /** The order of day and month for files with ambiguous dates. */
  dateOrder: z.optional(z.enum(['dmy', 'mdy'])),
};

/** possibly-twice: added although a similar row exists. kept: the bank changed a value, but the user had edited the cell. */
export const itemKind = z.enum([
  'added',
  'possibly-twice',
  'updated',
  'removed',
  'elsewhere',
  'left-feed',
  'kept',
  'claimed',
]);

/**
 * The user's decision about one new transaction. `rowId`: the row of `mayBe` or `mayMerge` that is this transaction; null if
 * no row is. `declined`: do not add the transaction. `category`: the category for its row, if the row has none.
 */
const answer = z.strictObject({
  transactionId: runId,
  rowId: z.optional(z.nullable(runId)),
  declined: z.optional(z.literal(true)),
  category: z.optional(newCategory),
});
const answers = z.optional(z.array(answer).check(z.maxLength(20_000, 'at most 20,000 answers at a time')));

export type ItemKind = z.infer<typeof itemKind>;

export type ProgressView = RunProgress;

export type RememberedRow = { readonly [Field in keyof AboutRow]: string };

export interface ReportedItems {
  readonly items: readonly RunItem[];
  readonly rows: Readonly<Record<string, RememberedRow>>;
}

export interface PreviewView extends ReportedItems {
  readonly counts: Run['counts'];
  readonly messages: Run['messages'];
  readonly lines: readonly PreviewLine[];
}

/**
 * In the order on the page. left-feed: the bank stopped sending the pending transaction. elsewhere: another connection added it.
 * already-there: the user had entered it. put-back: its row is missing, because the workbook is an older copy.
 */
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
] as const;

export interface PreviewLine extends RememberedRow {
  readonly what: (typeof PREVIEW_KINDS)[number];
  readonly transactionId: string;
  readonly status: 'pending' | 'posted';
  /** The row number of the matching rule in the Rules sheet. */
  readonly ruleRow: number | null;
  readonly row: number | null;
  readonly possibleDuplicateOf: readonly number[];
  /** Similar rows that the user entered; one of them may be this transaction. */
  readonly mayBe: readonly RowThere[];
  readonly mayMerge: readonly RowThere[];
  readonly cells: readonly CellChange[];
  /** Columns in which the user's value stays although the bank sends a different value. */
  readonly kept: readonly CellChange['column'][];
}

export interface RowThere extends RememberedRow {
  readonly rowId: string;
  readonly row: number;
}

export type RowAnswer = z.infer<typeof answer>;

export interface RunWithDuplicates {
  readonly runId: string;
  readonly queuedAt: string;
  readonly count: number;
}

export interface StartedRun {
  readonly runId: string;
  readonly joined: boolean;
}

export const runProcedures = {
  'run.list': procedure<readonly Run[]>()({
    accountId,
    limit: z.optional(z.int().check(z.gte(1), z.lte(500))),
    before: z.optional(runId),
  }),
  'run.get': procedure<Run>()({ runId }),
  /** Begins with the last row of the sheet. `search` matches words of a row. `total` counts the matches on all pages. */
  'run.items': procedure<ReportedItems & { readonly total: number }>()({
    runId,
    only: z.optional(itemKind),
    search: z.optional(z.string().check(z.maxLength(200))),
    offset: z.optional(z.int().check(z.gte(0))),
    limit: z.optional(z.int().check(z.gte(1), z.lte(1000))),
  }),
  /** `previewId`: writes the transactions of this preview, or fetches them again if the preview is gone or outdated. */
  'run.sync': procedure<StartedRun>()({ accountId, previewId: z.optional(z.string()), answers }),
  'run.import': procedure<StartedRun>()({
    accountId,
    ...filesToRead,
    connectionId: z.optional(z.string()),
    answers,
  }),
  'run.undo': procedure<StartedRun>()({ runId }),
  'run.wait': procedure<Run>()({ runId }),
  'run.cancel': procedure<{ readonly cancelled: boolean }>()({ runId }),
  'run.progress': procedure<ProgressView | null>()({ accountId }),
  'run.duplicates': procedure<readonly RunWithDuplicates[]>()({ accountId }),
  'run.keepDuplicates': procedure<null>()({ runId }),
};
