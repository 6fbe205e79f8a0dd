import * as z from 'zod/mini';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { day, described, type ToolCall } from '../tool.ts';

/** Which transactions are meant; what is left out does not matter. */
export const chosen = {
  search: described(
    z.optional(z.string().check(z.maxLength(200))),
    'Words that the description, the category, the account or the amount must hold, whatever their case.',
  ),
  category: described(z.optional(z.string().check(z.maxLength(200))), 'A category, by its name.'),
  uncategorised: described(z.optional(z.boolean()), 'True for those without a category.'),
  account: described(z.optional(z.string().check(z.maxLength(200))), 'A bank account, by its account_id or its name.'),
  from: described(z.optional(day), 'First day, inclusive.'),
  to: described(z.optional(day), 'Last day, inclusive.'),
};

export type Chosen = z.infer<z.ZodMiniObject<typeof chosen>>;

/** As many names as an error tells. */
const MOST_NAMES = 30;

/**
 * The same as control takes it. Names are found whatever their case, and one that does not exist is an error: an empty
 * result would look like "nothing was spent".
 *
 * @throws PennyrowError agent_name_unknown, input_invalid
 */
export async function filterOf({ control, accountId }: ToolCall, wanted: Chosen) {
  const { search, category, uncategorised = false, account, from, to } = wanted;
  if (uncategorised && category !== undefined) throw invalid('category', 'leave it out where uncategorised is true');
  if (from !== undefined && to !== undefined && from > to) throw invalid('from', 'it is later than to');
  const facets =
    category === undefined && account === undefined ? null : await control.call('transaction.facets', { accountId });
  const categories =
    category === undefined || facets === null
      ? []
      : [...facets.categories.map(({ name }) => name), ...(await control.call('rule.categories', { accountId }))];
  return {
    accountId,
    ...(search === undefined ? {} : { search }),
    ...(uncategorised ? { category: '' } : {}),
    ...(category === undefined ? {} : { category: named('category', category, [...new Set(categories)]) }),
    ...(account === undefined || facets === null ? {} : { bankAccountId: accountNamed(account, facets.accounts) }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function accountNamed(wanted: string, accounts: readonly { readonly id: string; readonly name: string }[]): string {
  const known = accounts.find(({ id }) => id === wanted);
  if (known !== undefined) return known.id;
  const found = accounts.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.id;
  throw unknown(
    'account',
    wanted,
    accounts.map(({ id, name }) => `${name} (${id})`),
  );
}

function named(what: 'category', wanted: string, names: readonly string[]): string {
  const exact = names.find((name) => name === wanted);
  if (exact !== undefined) return exact;
  const found = names.filter((name) => name.toLowerCase() === wanted.trim().toLowerCase());
  const [only] = found;
  if (only === undefined || found.length > 1) throw unknown(what, wanted, names);
  return only;
}

function unknown(what: 'account' | 'category', name: string, names: readonly string[]): PennyrowError {
  const known = names.length === 0 ? null : names.slice(0, MOST_NAMES);
  return new PennyrowError(problem('agent_name_unknown', { what: what === 'category' ? what : 'other', name, known }));
}

function invalid(field: string, issues: string): PennyrowError {
  return new PennyrowError(problem('input_invalid', { reason: 'other', field, issues }));
}
