import type { Problem, Report } from '../messages/parameters.ts';
import type { Instant } from './calendar-date.ts';
import type { Row, RowValues } from './row.ts';
import type { CellChange, RuleValues } from './workbook-change.ts';

export type Trigger = 'agent' | 'api' | 'schedule' | 'catch-up' | 'person' | 'file';

/** rule: rules were changed, and possibly applied to old rows. accounts: the user joined two bank accounts. */
export type RunKind =
  | 'sync'
  | 'import'
  | 'undo'
  | 'restore'
  | 'rule'
  | 'category'
  | 'balances'
  | 'additions'
  | 'accounts';

/** Stages of a run that is under way, in order. */
export type RunStage =
  | 'settling'
  | 'fetching'
  | 'reading'
  | 'planning'
  | 'recording'
  | 'writing'
  | 'confirming'
  | 'mirroring';

export interface RunProgress {
  readonly runId: string;
  readonly accountId: string;
  readonly stage: RunStage;
  readonly step: string | null;
  readonly done: number;
  readonly total: number | null;
}

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
  readonly undoes: string | null;
  readonly undoneBy: string | null;
}

export interface RunCounts {
  readonly fetched: number;
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
  readonly known: number;
  /** The number of transactions whose rows the user deleted, so Pennyrow does not add them again. */
  readonly deleted: number;
  readonly elsewhere: number;
  readonly possibleDuplicates: number;
  readonly leftFeed: number;
  readonly kept: number;
  readonly balances?: number;
  readonly rules?: number;
  readonly additions?: number;
  readonly alreadyThere?: number;
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

/** Rows are identified by transaction id, because row numbers change. */
export type RunItem =
  | {
      readonly kind: 'added';
      readonly connectionId: string;
      readonly values: RowValues;
      readonly ruleRow: number | null;
      readonly possibleDuplicateOf: readonly number[];
      readonly raw: unknown;
    }
  | {
      readonly kind: 'updated';
      readonly connectionId: string;
      readonly transactionId: string;
      /** chosen: the user set the category in Pennyrow, so the cell belongs to the user. */
      readonly reason: 'posted' | 'changed' | 'chosen';
      readonly cells: readonly CellChange[];
      readonly kept: readonly CellChange['column'][];
      readonly raw: unknown;
      /** A summary of the row, in case Pennyrow stores nothing else about it. */
      readonly about?: AboutRow;
    }
  | {
      readonly kind: 'claimed';
      readonly connectionId: string;
      readonly transactionId: string;
      readonly wasWritten: boolean;
      readonly about: AboutRow;
      readonly raw: unknown;
    }
  | { readonly kind: 'removed'; readonly values: RowValues }
  | {
      readonly kind: 'rule';
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
      readonly why: string;
      readonly told?: Problem<'run_kept'>;
    };

const QUESTIONS: ReadonlySet<string> = new Set([
  'statement_csv_question',
  'statement_csv_unclear',
  'statement_csv_column',
  'statement_csv_mapping',
]);

export function isFileQuestion(code: string): boolean {
  return QUESTIONS.has(code);
}

export function shownStatus({ status, messages }: Pick<Run, 'status' | 'messages'>): RunStatus | 'question' {
  const problems = messages.filter(({ severity }) => severity === 'problem');
  return status === 'failed' && problems.length > 0 && problems.every(({ code }) => isFileQuestion(code))
    ? 'question'
    : status;
}
