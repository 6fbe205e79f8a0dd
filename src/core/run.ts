import type { Problem, Report } from '../messages/parameters.ts';
import type { Instant } from './calendar-date.ts';
import type { Row, RowValues } from './row.ts';
import type { CellChange, RuleValues } from './workbook-change.ts';

/** What started a run. */
export type Trigger = 'agent' | 'api' | 'schedule' | 'catch-up' | 'person' | 'file';

/**
 * rule: the rules were changed, and perhaps given to rows without a category. category: categories were set, by a person
 * or by the rules. balances: a sheet was added, or chosen, for them.
 * additions: columns and sheets were added that the workbook lacked.
 */
export type RunKind = 'sync' | 'import' | 'undo' | 'restore' | 'rule' | 'category' | 'balances' | 'additions';

export type RunStatus = 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled';

/** One run as it is recorded. */
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
  /** The run that this one takes back, and the run that took this one back. */
  readonly undoes: string | null;
  readonly undoneBy: string | null;
}

/** How many bank transactions or rows came to each end. */
export interface RunCounts {
  readonly fetched: number;
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
  /** Nothing new about them. */
  readonly known: number;
  /** The user deleted their rows; they stay away. */
  readonly deleted: number;
  /** Another connection's row shows them. */
  readonly elsewhere: number;
  /** Added although a row looks alike. */
  readonly possibleDuplicates: number;
  /** Pending rows that the bank no longer sends. */
  readonly leftFeed: number;
  /** Left alone because the user had changed them. */
  readonly kept: number;
  /** Rows of the Balances sheet that were added or removed; missing for none. */
  readonly balances?: number;
  /** Rules that were added, changed, moved or deleted; missing for none. */
  readonly rules?: number;
  /** Columns and sheets that were added; missing for none. */
  readonly additions?: number;
  /** A row of the person's own shows them; missing for none. */
  readonly alreadyThere?: number;
  /** How many of those rows got an id; missing for none. */
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

/** Of two together. */
export function sumOfCounts(a: RunCounts, b: RunCounts): RunCounts {
  const sum = { ...a };
  for (const key of Object.keys({ ...a, ...b }) as (keyof RunCounts)[]) sum[key] = (a[key] ?? 0) + (b[key] ?? 0);
  return sum;
}

/** Something a person should know about a run. */
export interface RunMessage extends Report {
  readonly severity: 'info' | 'warning' | 'problem';
  /** Whose message it is; null for the run's own. */
  readonly connectionId: string | null;
}

/** A row in short. */
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
 * One line of a run's report. Rows are known by their transaction id, since row numbers move; those that carry none by
 * the id that `createRowIds` gives them.
 */
export type RunItem =
  | {
      readonly kind: 'added';
      readonly connectionId: string;
      readonly values: RowValues;
      /** Row number in the Rules sheet of the rule that gave the category. */
      readonly ruleRow: number | null;
      /** Row numbers, at the time, of rows that look alike. */
      readonly possibleDuplicateOf: readonly number[];
      /** What the bank sent. */
      readonly raw: unknown;
    }
  | {
      readonly kind: 'updated';
      readonly connectionId: string;
      readonly transactionId: string;
      /** chosen: a person set the category here, so that it is theirs. */
      readonly reason: 'posted' | 'changed' | 'chosen';
      readonly cells: readonly CellChange[];
      readonly kept: readonly CellChange['column'][];
      readonly raw: unknown;
      /** What the row said, where Pennyrow remembers nothing of it. */
      readonly about?: AboutRow;
    }
  | {
      readonly kind: 'claimed';
      readonly connectionId: string;
      /** Which the row has from then on; `wasWritten`: it had none. */
      readonly transactionId: string;
      readonly wasWritten: boolean;
      /** What the row says. */
      readonly about: AboutRow;
      /** What the bank sent. */
      readonly raw: unknown;
    }
  | { readonly kind: 'removed'; readonly values: RowValues }
  | {
      readonly kind: 'rule';
      /** Row number in the Rules sheet at the time; null for a rule that was added below the others. */
      readonly row: number | null;
      /** Null where there was none; `to`: null where it was deleted. */
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
      /** In English. */
      readonly why: string;
      /** The same as data; missing in what was recorded as a sentence. */
      readonly told?: Problem<'run_kept'>;
    };
