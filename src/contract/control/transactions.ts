import * as z from 'zod/mini';
import { MOST_SET_AT_ONCE, type TransactionView } from '../transaction-view.ts';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import type { Run, StartedRun } from './runs.ts';

const day = z.iso.date();

/** Which transactions are wanted; what is left out does not matter. */
const transactionFilter = {
  accountId,
  /**
   * Words that the description, the category, the account or the amount must hold, whatever their case and accents. An
   * amount may be written as people do ("71,70", "€71"), and a day too ("22 Nov", "22.11.").
   */
  search: z.optional(z.string().check(z.maxLength(200))),
  /** Value of the column Account ID. */
  bankAccountId: z.optional(z.string()),
  /** Empty for those without one. */
  category: z.optional(z.string()),
  from: z.optional(day),
  to: z.optional(day),
};

/** Newest first where none is wanted. Of rows that are equal in it, the newest comes first. */
const transactionOrder = z.strictObject({
  by: z.enum(['date', 'description', 'account', 'category', 'amount']),
  isDescending: z.boolean(),
});

export type TransactionOrder = z.infer<typeof transactionOrder>;

/** Money in and out in one currency, as decimals; money out is negative. */
export interface CurrencySum {
  /** Empty for rows of which none is known. */
  readonly currency: string;
  readonly income: string;
  readonly spending: string;
  readonly count: number;
  /** Those of them that are transfers between the person's own accounts: neither income nor spending. What came and went. */
  readonly transfers: { readonly in: string; readonly out: string; readonly count: number };
}

export interface TransactionPage {
  readonly rows: readonly TransactionView[];
  /** How many there are in all. */
  readonly total: number;
  /** Of all of them, the currency of most rows first. */
  readonly sums: readonly CurrencySum[];
  /** Pages of the same version fit together. */
  readonly version: number;
  /** When the mirror was last known to equal the workbook. */
  readonly asOf: string | null;
}

/** The transactions of a filter in groups: months by date, categories and accounts the most frequent first. */
export interface TransactionGroups {
  readonly groups: readonly {
    /** "2026-03", the category (empty for none), or what is in the column Account ID. */
    readonly key: string;
    /** The user's name for it. */
    readonly name: string;
    readonly sums: readonly CurrencySum[];
  }[];
  /** Of all groups together. */
  readonly sums: readonly CurrencySum[];
  readonly asOf: string | null;
}

/** Values to filter by with their number of occurrences, the most frequent first. */
export interface TransactionFacets {
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly count: number }[];
  readonly categories: readonly { readonly name: string; readonly count: number }[];
  readonly uncategorised: number;
}

export interface TransactionDetails {
  readonly transaction: TransactionView;
  /** Null for a row that Pennyrow did not write. */
  readonly origin: TransactionOrigin | null;
  /** Those that fit its description and amount, in the order of the Rules sheet: the first one gives the category. */
  readonly rules: readonly MatchingRule[];
}

/** How a row came into the sheet. */
export interface TransactionOrigin {
  /** Null when it was removed since. */
  readonly connection: { readonly id: string; readonly name: string } | null;
  readonly status: 'pending' | 'posted';
  readonly addedAt: string;
  /** Null when it is not on record. */
  readonly run: (Pick<Run, 'id' | 'kind' | 'trigger'> & { readonly startedAt: string }) | null;
  /** The value that Pennyrow wrote, if the user has changed it since; else null. */
  readonly changed: {
    readonly description: string | null;
    readonly amount: string | null;
    readonly category: string | null;
  };
}

/** Bounds are decimals; null for none. */
export interface MatchingRule {
  readonly description: string;
  readonly category: string;
  readonly minAmount: string | null;
  readonly maxAmount: string | null;
}

/** Money in and out in one currency. Sums are decimals; money out is negative. */
export interface CurrencySummary {
  readonly currency: string;
  /** Every month of the period, also those without any. */
  readonly months: readonly {
    readonly month: string;
    readonly income: string;
    readonly spending: string;
    /** Money put aside, negative, minus money that came back. Counted neither as in nor as out. */
    readonly saved: string;
    readonly count: number;
  }[];
  /** Spending by category in the whole period, the largest first; an empty name for what has none. */
  readonly categories: readonly {
    readonly category: string;
    readonly amount: string;
    readonly count: number;
    /** For each of the months. */
    readonly byMonth: readonly string[];
  }[];
  /** Rows of transfers between the person's own accounts: left out of all the others. */
  readonly transfers: number;
}

export interface TransactionSummary {
  /** The account's main currency first; empty when there are no transactions in the period. */
  readonly currencies: readonly CurrencySummary[];
}

/** A category to set. A blank one is refused, since it may be a mistake: null clears a category where that is offered. */
export const newCategory = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'a category must not be blank'),
    z.maxLength(200, 'a category has at most 200 characters'),
  );

/** A row as it was shown; its category is empty for none. */
const shownRow = z.strictObject({ id: z.string(), row: z.int(), category: z.string() });

/** A payment that comes again and again. */
export interface RecurringView {
  readonly rhythm: 'weekly' | 'monthly' | 'quarterly' | 'yearly';
  /** When the next one is due; in the past where it is late. */
  readonly next: string;
  readonly last: TransactionView;
  /** How many were seen. */
  readonly count: number;
  /** A bill by use, whose amount is another one nearly each time. */
  readonly varies: boolean;
  /** How its price moved last, and on which day it was first paid so; null where it never did. Decimals, negative. */
  readonly change: { readonly from: string; readonly to: string; readonly day: string } | null;
}

export const transactionProcedures = {
  /** Recurring payments of the last two years, due ones first; `today` is the account's. */
  'transaction.recurring': procedure<{ readonly payments: readonly RecurringView[]; readonly today: string }>()(
    z.strictObject({ accountId }),
  ),
  /** Newest first where no order is wanted, rows of one day as in the sheet from below. */
  'transaction.list': procedure<TransactionPage>()(
    z.strictObject({
      ...transactionFilter,
      order: z.optional(transactionOrder),
      offset: z.optional(z.int().check(z.gte(0))),
      limit: z.optional(z.int().check(z.gte(1), z.lte(5000))),
    }),
  ),
  /** Null when it is no longer there. Ids may repeat in a sheet; then `row` tells which is meant. */
  'transaction.get': procedure<TransactionDetails | null>()(
    z.strictObject({ accountId, id: z.string(), row: z.optional(z.int()) }),
  ),
  /** Sets the category of the rows that still are as shown; null clears it. */
  'transaction.setCategory': procedure<StartedRun>()(
    z.strictObject({
      accountId,
      category: z.nullable(newCategory),
      rows: z
        .array(shownRow)
        .check(z.minLength(1), z.maxLength(MOST_SET_AT_ONCE, `at most ${MOST_SET_AT_ONCE} transactions at a time`)),
    }),
  ),
  'transaction.groups': procedure<TransactionGroups>()(
    z.strictObject({ ...transactionFilter, by: z.enum(['month', 'category', 'account']) }),
  ),
  'transaction.facets': procedure<TransactionFacets>()(z.strictObject({ accountId })),
  /** The last months, this one included. */
  'transaction.summary': procedure<TransactionSummary>()(
    z.strictObject({ accountId, months: z.optional(z.int().check(z.gte(1), z.lte(60))) }),
  ),
};
