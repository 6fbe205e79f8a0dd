import * as z from 'zod/mini';
import type { BudgetUse } from '../../core/budget.ts';
import { MOST_SET_AT_ONCE, type TransactionView } from '../transaction-view.ts';
import { accountId } from './accounts.ts';
import { newCategory, procedure } from './procedure.ts';
import type { RememberedRow, Run, StartedRun } from './runs.ts';

const day = z.iso.date();

const transactionFilter = {
  accountId,
  /** Matches words in descriptions, categories, accounts, amounts ("71,70", "€71") and days ("22 Nov", "22.11."). */
  search: z.optional(z.string().check(z.maxLength(200))),
  bankAccountId: z.optional(z.string()),
  /** An empty text selects rows without a category. */
  category: z.optional(z.string()),
  from: z.optional(day),
  to: z.optional(day),
};

const transactionOrder = z.strictObject({
  by: z.enum(['date', 'description', 'account', 'category', 'amount']),
  isDescending: z.boolean(),
});

export type TransactionOrder = z.infer<typeof transactionOrder>;

export interface CurrencySum {
  readonly currency: string;
  readonly income: string;
  readonly spending: string;
  readonly count: number;
  readonly transfers: { readonly in: string; readonly out: string; readonly count: number };
}

export interface TransactionPage {
  readonly rows: readonly TransactionView[];
  readonly total: number;
  readonly sums: readonly CurrencySum[];
  readonly version: number;
  readonly asOf: string | null;
}

export interface TransactionGroups {
  readonly groups: readonly {
    readonly key: string;
    readonly name: string;
    readonly sums: readonly CurrencySum[];
  }[];
  readonly sums: readonly CurrencySum[];
  readonly asOf: string | null;
}

/** The bank accounts and categories of all rows, most frequent first. */
export interface TransactionFacets {
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly count: number }[];
  readonly categories: readonly { readonly name: string; readonly count: number }[];
  readonly uncategorised: number;
}

export interface TransactionDetails {
  readonly transaction: TransactionView;
  readonly origin: TransactionOrigin | null;
  readonly rules: readonly MatchingRule[];
}

export interface TransactionOrigin {
  readonly connection: { readonly id: string; readonly name: string } | null;
  readonly status: 'pending' | 'posted';
  readonly run: (Pick<Run, 'id' | 'kind' | 'trigger'> & { readonly startedAt: string }) | null;
  readonly changed: {
    readonly description: string | null;
    readonly amount: string | null;
    readonly category: string | null;
  };
}

/** The amounts are decimal numbers as text; null for no bound. */
export interface MatchingRule {
  readonly description: string;
  readonly category: string;
  readonly minAmount: string | null;
  readonly maxAmount: string | null;
  readonly account?: string;
  readonly renameTo?: string;
}

/** Amounts are decimal numbers as text; money out is negative. */
export interface CurrencySummary {
  readonly currency: string;
  readonly months: readonly {
    readonly month: string;
    readonly income: string;
    readonly spending: string;
    readonly saved: string;
    readonly count: number;
  }[];
  /** Largest first; the name is empty for rows without a category. */
  readonly categories: readonly {
    readonly category: string;
    readonly amount: string;
    readonly count: number;
  }[];
  /** Number of transfers between the user's own accounts. The other figures do not include transfers. */
  readonly transfers: number;
  /** Budget use of the last month, in the most frequent currency. Null if there are no budgets. */
  readonly budget: BudgetUse | null;
}

export interface TransactionSummary {
  readonly currencies: readonly CurrencySummary[];
}

const shownRow = z.strictObject({ id: z.string(), row: z.int(), category: z.string() });

export interface RecurringView {
  readonly rhythm: 'weekly' | 'monthly' | 'quarterly' | 'yearly';
  /** The expected day of the next payment; in the past if it is overdue. */
  readonly next: string;
  readonly last: TransactionView;
  readonly count: number;
  readonly isSaving: boolean;
  /** True if the amount differs nearly each time, as for energy bills. */
  readonly varies: boolean;
  /** The last change of the price, and the day of the first payment with the new price. */
  readonly change: { readonly from: string; readonly to: string; readonly day: string } | null;
}

export const transactionProcedures = {
  'transaction.recurring': procedure<{ readonly payments: readonly RecurringView[]; readonly today: string }>()({
    accountId,
  }),
  'transaction.list': procedure<TransactionPage>()({
    ...transactionFilter,
    order: z.optional(transactionOrder),
    offset: z.optional(z.int().check(z.gte(0))),
    limit: z.optional(z.int().check(z.gte(1), z.lte(5000))),
  }),
  'transaction.get': procedure<TransactionDetails | null>()({ accountId, id: z.string(), row: z.optional(z.int()) }),
  'transaction.setCategory': procedure<StartedRun>()({
    accountId,
    category: z.nullable(newCategory),
    rows: z
      .array(shownRow)
      .check(z.minLength(1), z.maxLength(MOST_SET_AT_ONCE, `at most ${MOST_SET_AT_ONCE} transactions at a time`)),
  }),
  'transaction.groups': procedure<TransactionGroups>()({
    ...transactionFilter,
    by: z.enum(['month', 'category', 'account']),
  }),
  'transaction.facets': procedure<TransactionFacets>()({ accountId }),
  'transaction.summary': procedure<TransactionSummary>()({
    accountId,
    months: z.optional(z.int().check(z.gte(1), z.lte(60))),
  }),
};

/** A row that the user deleted. Pennyrow does not add its transaction again. */
export interface DeletedRow extends RememberedRow {
  readonly transactionId: string;
}

export const deletedProcedures = {
  'deleted.list': procedure<readonly DeletedRow[]>()({ accountId }),
  'deleted.restore': procedure<StartedRun>()({ accountId, transactionIds: z.array(z.string()).check(z.minLength(1)) }),
  /** Forgets the deleted rows from `from` to `to`, so that the next sync or import adds them again. */
  'deleted.forget': procedure<{ readonly forgotten: number }>()({ accountId, from: day, to: day }),
};
