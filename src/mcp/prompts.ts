import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { described } from './tool.ts';
import { schemaOf } from './schema-of.ts';

const month = z.object({
  month: described(
    z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
    'YYYY-MM; default: the last whole month.',
  ),
});

const OF_MONTH = (given: string | undefined): string => given ?? 'the last whole month';

/** Questions that people ask each month, in steps that lead to sums which are proven. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'monthly_review',
    {
      title: 'Monthly review',
      description: 'Income, spending by category, and what stands out in a month.',
      argsSchema: schemaOf<z.infer<typeof month>>(month),
    },
    ({ month: given }) =>
      asked([
        `Review ${OF_MONTH(given)} of my bank transactions with Pennyrow's tools.`,
        'Call `accounts` first: say until which day the rows are proven, and what differs.',
        'Then `summarise` by category for that month and for the month before it, and `find_transactions` with order most_spent for the largest ones.',
        'Tell me in this order: income, spending and what is left, for each currency; the five largest categories, with the change from the month before; single transactions that stand out; how many have no category.',
        'Use the sums that the tools give, and do not add up rows yourself.',
      ]),
  );
  server.registerPrompt(
    'what_changed',
    {
      title: 'What changed since last month',
      description: 'Compares a month with the one before it, category by category.',
      argsSchema: schemaOf<z.infer<typeof month>>(month),
    },
    ({ month: given }) =>
      asked([
        `Compare ${OF_MONTH(given)} with the month before it, with Pennyrow's tools.`,
        'Call `summarise` by category for each of the two months, with from and to.',
        'List the categories whose spending changed most, with both amounts, and for the three largest changes the transactions behind them (`find_transactions`).',
        'Name new and vanished regular payments. If a month is not over, say so.',
      ]),
  );
  server.registerPrompt(
    'find_missing',
    {
      title: 'Find what is missing',
      description: 'Looks for gaps: accounts that do not add up, connections that fail, rows without a category.',
    },
    () =>
      asked([
        "Find out with Pennyrow's tools whether anything is missing from my spreadsheet.",
        'Call `accounts`: for each account that differs, say since when, by how much and what may be the cause.',
        'Call `status`: say which connections fail or were not synced lately, and what to do.',
        'Call `summarise` by month for each account: name months in which regular payments or income are absent.',
        'Call `suggest_categories`, and say how many transactions have no category.',
        'Change nothing.',
      ]),
  );
}

function asked(lines: readonly string[]) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: lines.join('\n') } }] };
}
