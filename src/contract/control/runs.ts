import * as z from 'zod/mini';
import type { Run, RunItem } from '../../core/run.ts';
import type { CellChange } from '../../core/workbook-change.ts';
import { accountId, name } from './accounts.ts';
import { localPath } from './local-path.ts';
import { procedure } from './procedure.ts';

export type { CellChange, Run, RunItem };

const runId = z.string().check(z.minLength(1));
const paths = z.array(localPath).check(z.minLength(1), z.maxLength(100, 'at most 100 files at a time'));

/** Statement files, by their full paths, and what a person says of them. */
export const filesToRead = {
  paths,
  bankAccount: z.optional(name),
  /** Of files whose dates may mean two days. */
  dateOrder: z.optional(z.enum(['dmy', 'mdy'])),
};

/** possibly-twice: added although a row looks alike. kept: rows or cells that were left as a person changed them. */
const itemKind = z.enum(['added', 'possibly-twice', 'updated', 'removed', 'elsewhere', 'left-feed', 'kept', 'claimed']);

/**
 * What a person says of transactions that would be new: the row of `PreviewLine.mayBe` or `PreviewLine.mayMerge` that shows it,
 * null for none of them, or that it is to stay out.
 */
const answers = z.optional(
  z
    .array(z.strictObject({ transactionId: runId, rowId: z.nullable(runId), declined: z.optional(z.literal(true)) }))
    .check(z.maxLength(20_000, 'at most 20,000 answers at a time')),
);

export type ItemKind = z.infer<typeof itemKind>;

/** How far a running run is. */
export interface ProgressView {
  readonly runId: string;
  readonly accountId: string;
  readonly stage: string;
  readonly step: string | null;
  readonly done: number;
  readonly total: number | null;
}

/** Facts about a row, for items of a report that only name it. */
export interface RememberedRow {
  readonly date: string;
  readonly description: string;
  readonly amount: string;
  readonly currency: string;
  readonly account: string;
  readonly category: string;
}

/** Items of a report, with what is remembered of the rows that they only name, by transaction id. */
export interface ReportedItems {
  readonly items: readonly RunItem[];
  readonly rows: Readonly<Record<string, RememberedRow>>;
}

/** Outcome of a run before it starts. */
export interface PreviewView extends ReportedItems {
  readonly counts: Run['counts'];
  readonly messages: Run['messages'];
  /** Outcome for each bank transaction, by date; empty for an undo. */
  readonly lines: readonly PreviewLine[];
}

export interface PreviewLine {
  /**
   * possibly-twice: added although a row looks alike. put-back: written before, but this older copy of the workbook
   * does not hold it. left-feed: a pending row that the bank no longer sends. deleted: you deleted its row.
   * elsewhere: another connection's row shows it. already-there: a row of the person's own shows it.
   */
  readonly what:
    | 'new'
    | 'possibly-twice'
    | 'put-back'
    | 'updated'
    | 'left-feed'
    | 'known'
    | 'deleted'
    | 'elsewhere'
    | 'already-there';
  /** Which its row has, or would have. */
  readonly transactionId: string;
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
  readonly account: string;
  readonly description: string;
  readonly status: 'pending' | 'posted';
  /** The category of a rule, or the one in the sheet; empty without either. */
  readonly category: string;
  /** Row number of that rule in the Rules sheet. */
  readonly ruleRow: number | null;
  /** Row number in the Transactions sheet; null where there is none yet, or no more. */
  readonly row: number | null;
  /** Row numbers of rows that look alike. */
  readonly possibleDuplicateOf: readonly number[];
  /** Those of them that no Pennyrow wrote: a person may say that one of them is it. */
  readonly mayBe: readonly RowThere[];
  /** Those that Pennyrow wrote: a person may say that the transaction is the same, and nothing is added then. */
  readonly mayMerge: readonly RowThere[];
  /** The values that would be written into the row. */
  readonly cells: readonly CellChange[];
  /** Columns where the bank says something else, and what a person wrote stays. */
  readonly kept: readonly CellChange['column'][];
}

/** A row that looks like a transaction. */
export interface RowThere extends RememberedRow {
  /** As the transactions of the dashboard are named. */
  readonly rowId: string;
  /** Row number in the Transactions sheet. */
  readonly row: number;
}

/** The user's decision about one line of a preview. */
export interface RowAnswer {
  readonly transactionId: string;
  readonly rowId: string | null;
  /** Not wanted: it stays out and is listed with the deleted rows, from where it can be put back. */
  readonly declined?: true;
}

/** A run that added rows which look like others, and how many of them are still there. */
export interface RunWithDuplicates {
  readonly runId: string;
  readonly queuedAt: string;
  readonly count: number;
}

export interface StartedRun {
  readonly runId: string;
  readonly joined: boolean;
  readonly message: string;
}

export const runProcedures = {
  /** Newest first; `before` is the last id of the page before. `withNews`: only those whose new rows are still there. */
  'run.list': procedure<readonly Run[]>()(
    z.strictObject({
      accountId,
      limit: z.optional(z.int().check(z.gte(1), z.lte(500))),
      before: z.optional(runId),
      withNews: z.optional(z.boolean()),
    }),
  ),
  'run.get': procedure<Run>()(z.strictObject({ runId })),
  /** `total` is that of the kind and the search that are asked for, else of all; a search is for words of a row. */
  'run.items': procedure<ReportedItems & { readonly total: number }>()(
    z.strictObject({
      runId,
      only: z.optional(itemKind),
      search: z.optional(z.string().check(z.maxLength(200))),
      offset: z.optional(z.int().check(z.gte(0))),
      limit: z.optional(z.int().check(z.gte(1), z.lte(1000))),
    }),
  ),
  'run.sync': procedure<StartedRun>()(z.strictObject({ accountId, answers })),
  'run.import': procedure<StartedRun>()(
    z.strictObject({
      accountId,
      ...filesToRead,
      connectionId: z.optional(z.string()),
      answers,
    }),
  ),
  'run.undo': procedure<StartedRun>()(z.strictObject({ runId })),
  /** Answers once the run has ended. */
  'run.wait': procedure<Run>()(z.strictObject({ runId })),
  'run.cancel': procedure<{ readonly cancelled: boolean }>()(z.strictObject({ runId })),
  /** Null when nothing runs. */
  'run.progress': procedure<ProgressView | null>()(z.strictObject({ accountId })),
  'run.preview': procedure<PreviewView>()(z.strictObject({ accountId, ...filesToRead, paths: z.optional(paths) })),
  /** Runs that added rows which look like others, newest first, until a person has decided, by deleting them or by keeping all. */
  'run.duplicates': procedure<readonly RunWithDuplicates[]>()(z.strictObject({ accountId })),
  'run.keepDuplicates': procedure<null>()(z.strictObject({ runId })),
  /** `only` items of that kind; the counts are of all. */
  'run.previewUndo': procedure<PreviewView>()(z.strictObject({ runId, only: z.optional(itemKind) })),
};
