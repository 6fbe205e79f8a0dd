import type { Problem, Report } from '../messages/parameters.ts';
import type { Instant } from './calendar-date.ts';
import type { Row, RowValues } from './row.ts';
import type { CellChange, RuleValues } from './workbook-change.ts';

export type Trigger = 'agent' | 'api' | 'schedule' | 'catch-up' | 'person' | 'file';

/**
 * rule: rules were changed, and possibly applied to rows without a category. category: the user or rules set categories. balances: a
 * Balances sheet was added or chosen. additions: missing columns and sheets were added.
 */
export type RunKind = 'sync' | 'import' | 'undo' | 'restore' | 'rule' | 'category' | 'balances' | 'additions';

export type RunStatus = 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled';

export interface Run {
  readonly id: string;
  readonly accountId: string;
  readonly kind: RunKind;
  readonly trigger: Trigger;
  readonly status: RunStatus;
  readonly queuedAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
  readonly counts: RunCounts;
  readonly messages: readonly RunMessage[];
  /** The run that this one undid, and the run that undid this one. */
  readonly undoes: string | null;
  readonly undoneBy: string | null;
}

export interface RunCounts {
  readonly fetched: number;
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
  readonly known: number;
  /** The user deleted the rows, so they are not added again. */
  readonly deleted: number;
  /** Shown by a row of another connection. */
  readonly elsewhere: number;
  readonly possibleDuplicates: number;
  /** Pending rows that the bank stopped sending. */
  readonly leftFeed: number;
  /** Unchanged because the user had edited them. */
  readonly kept: number;
  /** Rows of the Balances sheet that were added or removed; missing if none. */
  readonly balances?: number;
  /** Rules that were added, changed, moved or deleted; missing if none. */
  readonly rules?: number;
  /** Columns and sheets that were added; missing if none. */
  readonly additions?: number;
  /** Already entered by the user; missing if none. */
  readonly alreadyThere?: number;
  /** Rows of the user that received an id; missing if none. */
  readonly idsWritten?: number;
}

export const NO_COUNTS: RunCounts = {
  fetched: 0,
  added: 0,
  updated: 0,
  removed: 0,
  known: 0,
  deleted: 0,
  elsewhere: 0,
  possibleDuplicates: 0,
  leftFeed: 0,
  kept: 0,
};

export function sumOfCounts(a: RunCounts, b: RunCounts): RunCounts {
  const sum = { ...a };
  for (const key of Object.keys({ ...a, ...b }) as (keyof RunCounts)[]) sum[key] = (a[key] ?? 0) + (b[key] ?? 0);
  return sum;
}

export interface RunMessage extends Report {
  readonly severity: 'info' | 'warning' | 'problem';
  /** The connection that caused it; null for the run as a whole. */
  readonly connectionId: string | null;
}

export type AboutRow = Pick<RowValues, 'date' | 'description' | 'amount' | 'currency' | 'account' | 'category'>;

export function aboutRow({ date, dateText, description, amount, currency, account, category }: Row): AboutRow {
  return {
    date: date ?? (dateText as AboutRow['date']),
    description,
    amount: amount ?? ('' as AboutRow['amount']),
    currency,
    account,
    category,
  };
}

/**
 * An entry in the report of a run. Rows are identified by transaction id because row numbers change; rows without one by the id from
 * `createRowIds`.
 */
export type RunItem =
  | {
      readonly kind: 'added';
      readonly connectionId: string;
      readonly values: RowValues;
      /** The row number, in the Rules sheet, of the rule that set the category. */
      readonly ruleRow: number | null;
      readonly possibleDuplicateOf: readonly number[];
      readonly raw: unknown;
    }
  | {
      readonly kind: 'updated';
      readonly connectionId: string;
      readonly transactionId: string;
      /** chosen: the user set the category in Pennyrow, so the cell is theirs. */
      readonly reason: 'posted' | 'changed' | 'chosen';
      readonly cells: readonly CellChange[];
      readonly kept: readonly CellChange['column'][];
      readonly raw: unknown;
      /** A summary of the row, if Pennyrow has no memory of it. */
      readonly about?: AboutRow;
    }
  | {
      readonly kind: 'claimed';
      readonly connectionId: string;
      /** The id of the row after the change. `wasWritten`: the row had none before. */
      readonly transactionId: string;
      readonly wasWritten: boolean;
      readonly about: AboutRow;
      readonly raw: unknown;
    }
  | { readonly kind: 'removed'; readonly values: RowValues }
  | {
      readonly kind: 'rule';
      /** The row number in the Rules sheet at the time; null for a rule that was added at the end. */
      readonly row: number | null;
      /** `from` is null for a new rule, `to` for a deleted one. */
      readonly from: RuleValues | null;
      readonly to: RuleValues | null;
    }
  | {
      readonly kind: 'elsewhere';
      readonly transactionId: string;
      readonly shownBy: string | null;
      readonly raw: unknown;
    }
  | { readonly kind: 'left-feed'; readonly transactionId: string }
  | {
      readonly kind: 'kept';
      readonly transactionId: string;
      /** The reason in English. */
      readonly why: string;
      /** The reason as data; missing in older records. */
      readonly told?: Problem<'run_kept'>;
    };

/** Questions about a file. Once they are answered, the file can be read. */
const QUESTIONS: ReadonlySet<string> = new Set([
  'statement_csv_question',
  'statement_csv_unclear',
  'statement_csv_column',
  'statement_csv_mapping',
]);

export function isFileQuestion(code: string): boolean {
  return QUESTIONS.has(code);
}

/** The status to show: a run that only waits for an answer about its file has not failed. */
export function shownStatus({
  status,
  messages,
}: {
  readonly status: RunStatus;
  readonly messages: readonly Pick<RunMessage, 'severity' | 'code'>[];
}): RunStatus | 'question' {
  const problems = messages.filter(({ severity }) => severity === 'problem');
  return status === 'failed' && problems.length > 0 && problems.every(({ code }) => isFileQuestion(code))
    ? 'question'
    : status;
}
