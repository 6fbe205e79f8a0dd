import * as z from 'zod/mini';
import type { CurrencySum, TransactionOrder } from '../../contract/control/transactions.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import { addAmounts, type Amount } from '../../core/amount.ts';
import { matchName, type Named } from '../../core/match-name.ts';
import { createError, type PennyrowError } from '../../platform/errors.ts';
import { described } from '../../contract/described.ts';
import {
  amount,
  asOf,
  cursor,
  day,
  defineTool,
  PAGE_SIZE,
  nextCursor,
  readOffset,
  readCursor,
  type ToolCall,
  writeCursor,
} from '../tool.ts';

export const transaction = z.object({
  id: z.string(),
  row: described(z.int(), 'The row number in the Transactions sheet, when it was read.'),
  date: day,
  amount: described(z.nullable(amount), 'Null if the cell contains no number.'),
  currency: z.nullable(z.string()),
  description: z.string(),
  category: described(z.string(), 'Empty if there is none.'),
  account: z.string(),
  account_id: z.string(),
});

export function transactionOf(view: TransactionView): z.infer<typeof transaction> {
  return {
    ...view,
    date: view.day,
    amount: view.amount === '' ? null : view.amount,
    currency: view.currency === '' ? null : view.currency,
    account_id: view.bankAccountId,
  };
}

const sum = z.object({
  currency: z.string(),
  income: amount,
  spending: amount,
  net: described(amount, 'Income plus spending, which is negative; for a category, its cost after refunds.'),
  transfers_in: described(amount, 'Transfers between own accounts are neither income nor spending.'),
  transfers_out: amount,
  transactions: z.int(),
});

function sumOf({ currency, income, spending, count, transfers }: CurrencySum): z.infer<typeof sum> {
  return {
    currency,
    income,
    spending,
    net: addAmounts(income as Amount, spending as Amount),
    transfers_in: transfers.in,
    transfers_out: transfers.out,
    transactions: count,
  };
}

const filterInput = {
  search: described(
    z.optional(z.string().check(z.maxLength(200))),
    'Words that must occur in the description, the category, the account or the amount, ignoring case.',
  ),
  category: described(z.optional(z.string().check(z.maxLength(200))), 'The name of a category.'),
  uncategorised: described(z.optional(z.boolean()), 'True: only transactions without a category.'),
  account: described(z.optional(z.string().check(z.maxLength(200))), 'The account_id or the name of a bank account.'),
  from: described(z.optional(day), 'First day, inclusive.'),
  to: described(z.optional(day), 'Last day, inclusive.'),
};

type FilterInput = z.infer<z.ZodMiniObject<typeof filterInput>>;

const MAXIMUM_NAMES_IN_ERROR = 30;

/** Throws for an unknown category or account, because an empty result would look as if nothing was spent. */
async function resolveFilter({ control, accountId }: ToolCall, input: FilterInput) {
  const { search, category, uncategorised = false, account, from, to } = input;
  if (uncategorised && category !== undefined) throw invalid('category', 'leave it out where uncategorised is true');
  if (from !== undefined && to !== undefined && from > to) throw invalid('from', 'it is later than to');
  const facets =
    category === undefined && account === undefined ? null : await control.call('transaction.facets', { accountId });
  const listed = category === undefined ? [] : await control.call('rule.categories', { accountId });
  const names = new Set([...(facets?.categories ?? []).map(({ name }) => name), ...listed]);
  const categories = [...names].map((name) => ({ id: name, name }));
  const noCategory = uncategorised ? '' : undefined;
  return {
    accountId,
    search,
    category: category === undefined ? noCategory : requireNamed('category', categories, category),
    bankAccountId: account === undefined ? undefined : requireNamed('other', facets?.accounts ?? [], account),
    from,
    to,
  };
}

function requireNamed(what: 'category' | 'other', things: readonly Named[], name: string): string {
  const [only, ...others] = matchName(things, name);
  if (only !== undefined && others.length === 0) return only.id;
  const listed = things.map((thing) => (thing.id === thing.name ? thing.name : `${thing.name} (${thing.id})`));
  const names = listed.length === 0 ? null : listed.slice(0, MAXIMUM_NAMES_IN_ERROR);
  throw createError('input_name_unknown', { what, name, known: names });
}

function invalid(field: string, issues: string): PennyrowError {
  return createError('input_invalid', { reason: 'other', field, issues });
}

const DEFAULT_LIMIT = 50;

const ORDERS: Readonly<Record<string, TransactionOrder>> = {
  newest: { by: 'date', isDescending: true },
  oldest: { by: 'date', isDescending: false },
  most_spent: { by: 'amount', isDescending: false },
  most_received: { by: 'amount', isDescending: true },
};

export const findTransactions = defineTool({
  name: 'find_transactions',
  title: 'Find transactions',
  description:
    'Finds transactions of the spreadsheet by words, category, bank account and days, with the sums of all matches: spending and income exclude transfers between own accounts. Returns at most 200 at once; use next_cursor for more.',
  input: z.strictObject({
    ...filterInput,
    order: described(z.optional(z.enum(['newest', 'oldest', 'most_spent', 'most_received'])), 'Default: newest.'),
    limit: described(z.optional(z.int().check(z.gte(1), z.lte(PAGE_SIZE))), 'Default: 50.'),
    cursor,
  }),
  output: z.object({
    transactions: z.array(transaction),
    total: described(z.int(), 'The number of all matches.'),
    sums: described(z.array(sum), 'The sums of all matches, not only of this page.'),
    next_cursor: nextCursor,
    as_of: asOf,
  }),
  async run(call, { order = 'newest', limit = DEFAULT_LIMIT, cursor: from, ...filter }) {
    const offset = from === undefined ? 0 : readOffset(from);
    if (offset === null) throw createError('agent_cursor', {});
    const page = await call.control.call('transaction.list', {
      ...(await resolveFilter(call, filter)),
      order: ORDERS[order],
      offset,
      limit,
    });
    const state = `${page.version}.${page.total}`;
    readCursor(from, state);
    const next = offset + page.rows.length;
    return {
      transactions: page.rows.map(transactionOf),
      total: page.total,
      sums: page.sums.map(sumOf),
      next_cursor: next < page.total ? writeCursor(next, state) : null,
      as_of: page.asOf,
    };
  },
});

/** The maximum number of groups, for sheets in which each row has a different category. */
const MAXIMUM_GROUPS = 300;

export const summarize = defineTool({
  name: 'summarize',
  title: 'Summarize spending and income',
  description:
    'Sums up spending and income by month, category or bank account, in each currency, of all or of filtered transactions. The sums are exact and exclude transfers between own accounts. Answers "what did I spend on groceries in October?" with category, from and to.',
  input: z.strictObject({ by: z.enum(['month', 'category', 'account']), ...filterInput }),
  output: z.object({
    groups: z.array(
      z.object({
        key: described(z.string(), 'The month as YYYY-MM, the category (empty for none), or the account_id.'),
        name: z.string(),
        sums: z.array(sum),
      }),
    ),
    total: described(z.array(sum), 'The sums of all groups.'),
    left_out: described(z.int(), 'The number of groups after the first 300. The total includes them.'),
    as_of: asOf,
  }),
  async run(call, { by, ...input }) {
    const filter = await resolveFilter(call, input);
    const { groups, sums, asOf } = await call.control.call('transaction.groups', { ...filter, by });
    return {
      groups: groups.slice(0, MAXIMUM_GROUPS).map((group) => ({ ...group, sums: group.sums.map(sumOf) })),
      total: sums.map(sumOf),
      left_out: Math.max(0, groups.length - MAXIMUM_GROUPS),
      as_of: asOf,
    };
  },
});
