import * as z from 'zod/mini';
import { described } from '../described.ts';
import { scheduleBody, scheduleResponse, successResponse } from './schedule.ts';
import { parseCalendarDate } from '../../core/calendar-date.ts';
import { WIRE_FIELDS, type WireFieldOf, type WireTransaction } from '../../core/wire.ts';
import { quoted, strictMessage } from './problem.ts';

export type Scope = 'read' | 'write';

export interface Endpoint {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/api/v2/${string}`;
  readonly scope: Scope;
  readonly summary: string;
  readonly description: string;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
}

export const categoriesResponse = z
  .strictObject({
    categories: described(z.array(z.string()), 'Names in the order of the Categories sheet, each once.'),
  })
  .check(z.meta({ id: 'Categories', examples: [{ categories: ['Groceries', 'Rent', 'Salary'] }] }));

function bound(which: 'Lower' | 'Upper') {
  const description = `${which} bound of the signed amount, inclusive; empty if there is none.`;
  return described(z.string().check(z.regex(/^(-?\d+\.\d{2,})?$/)), description, '-100.00');
}

const rule = z
  .strictObject({
    description: described(
      z.string(),
      'A part of the description. `*` matches any characters; `/.../` is a regular expression.',
      'green grocer',
    ),
    category: described(z.string(), 'The category for matching transactions.', 'Groceries'),
    minAmount: bound('Lower'),
    maxAmount: bound('Upper'),
  })
  .check(z.meta({ id: 'Rule', description: 'One row of the Rules sheet. The first matching rule decides.' }));

export const rulesResponse = z
  .strictObject({ rules: described(z.array(rule), 'In the order of the Rules sheet.') })
  .check(
    z.meta({
      id: 'Rules',
      examples: [
        { rules: [{ description: 'green grocer', category: 'Groceries', minAmount: '-100.00', maxAmount: '' }] },
      ],
    }),
  );

function dateParameter(name: string, description: string) {
  return z.string().check(
    z.refine((text) => parseCalendarDate(text) !== null, {
      error: (issue) => `${name} must be a day of the calendar as YYYY-MM-DD, not ${quoted(issue.input)}.`,
    }),
    z.meta({ description, format: 'date', example: '2026-01-31' }),
  );
}

const transactionsQuery = z.strictObject(
  {
    start_date: z.optional(
      dateParameter('start_date', 'First day of the range, inclusive. Default: 30 days before today.'),
    ),
    end_date: z.optional(
      dateParameter('end_date', "Last day of the range, inclusive. Default: today in the account's time zone."),
    ),
  },
  { error: strictMessage('parameter', ['start_date', 'end_date']) },
);

const transaction = z
  .strictObject({
    row_index: z.int().check(z.gte(1), z.meta({ description: 'Row number in the sheet.', example: 42 })),
    ...(Object.fromEntries(WIRE_FIELDS.map((field) => [field.name, schemaOf(field)])) as {
      [Name in WireFieldOf['name']]: z.ZodMiniType<WireTransaction[Name]>;
    }),
  })
  .check(z.meta({ id: 'Transaction', description: 'One row of the Transactions sheet.' }));

function schemaOf({ type, nullable, description, example }: WireFieldOf): z.ZodMiniType {
  const meta = z.meta({ description, example });
  if (type === 'amount') return z.string().check(z.regex(/^(-?\d+\.\d{2,})?$/), meta);
  if (type === 'added') return z.iso.datetime().check(meta);
  return nullable === true ? z.nullable(z.string()).check(meta) : z.string().check(meta);
}

const exampleTransaction = {
  row_index: 42,
  ...Object.fromEntries(WIRE_FIELDS.map(({ name, example }) => [name, example])),
};

export const transactionsResponse = z
  .strictObject({
    transactions: described(
      z.record(z.string(), transaction),
      'Transactions by id. The response text is ordered by date, then as in the sheet. If an id occurs more than once in the range, later occurrences get the suffix #2, #3 and so on.',
    ),
    count: z.int().check(z.gte(0), z.meta({ description: 'The number of transactions.' })),
    start_date: described(z.iso.date(), 'First day of the range.'),
    end_date: described(z.iso.date(), 'Last day of the range.'),
  })
  .check(
    z.meta({
      id: 'Transactions',
      examples: [
        {
          transactions: { 'demo-2026-0131': exampleTransaction },
          count: 1,
          start_date: '2026-01-01',
          end_date: '2026-01-31',
        },
      ],
    }),
  );

/** For requests without a body. Permits an empty object, because some clients always send one. */
const noBody = z.strictObject({}, { error: strictMessage('field', []) });

const syncResponse = z
  .strictObject({
    success: described(z.boolean(), 'True if a sync was scheduled or is already in progress.'),
    message: described(z.string(), 'The result, or the steps to take first, as a text for people.'),
  })
  .check(z.meta({ id: 'SyncTriggered', examples: [{ success: true, message: 'The sync was scheduled.' }] }));

export type SyncResponse = z.infer<typeof syncResponse>;

export const endpoints = {
  transactions: {
    operationId: 'listTransactions',
    method: 'GET',
    path: '/api/v2/transactions',
    scope: 'read',
    summary: 'Transactions of a range of days',
    description:
      "The rows of the Transactions sheet with a date in the range, both ends included. Rows without a valid date are never included. The default range is the last 30 days up to today, in the account's time zone.",
    query: transactionsQuery,
    response: transactionsResponse,
  },
  categories: {
    operationId: 'listCategories',
    method: 'GET',
    path: '/api/v2/categories',
    scope: 'read',
    summary: 'Categories',
    description: 'The names in the Categories sheet, in their order. Skips blank lines and repeated names.',
    response: categoriesResponse,
  },
  rules: {
    operationId: 'listRules',
    method: 'GET',
    path: '/api/v2/rules',
    scope: 'read',
    summary: 'Categorization rules',
    description: 'The rows of the Rules sheet, in their order. Leaves out rows without a description or category.',
    response: rulesResponse,
  },
  syncTransactions: {
    operationId: 'syncTransactions',
    method: 'POST',
    path: '/api/v2/sync-transactions',
    scope: 'write',
    summary: 'Trigger a sync',
    description:
      'Fetches the latest bank transactions into the sheet, in the background: the response only says that the sync was scheduled. If a sync is already in progress, no other one starts. If there is nothing to sync yet, `success` is false and `message` says what to do. Every call counts towards the limit of an account: 5 calls in any hour and 24 in any day, unless configured otherwise.',
    body: noBody,
    response: syncResponse,
  },
  schedule: {
    operationId: 'getSchedule',
    method: 'GET',
    path: '/api/v2/schedule',
    scope: 'read',
    summary: 'The recurring sync schedule',
    description: 'If no schedule is set, `active` is false and all other fields are null.',
    response: scheduleResponse,
  },
  setSchedule: {
    operationId: 'setSchedule',
    method: 'POST',
    path: '/api/v2/schedule',
    scope: 'write',
    summary: 'Set the recurring sync schedule',
    description:
      'Creates or replaces the schedule. The first run of each day is at `start_time`; further runs follow at the interval until the `start_time` of the next day.',
    body: scheduleBody,
    response: successResponse,
  },
  removeSchedule: {
    operationId: 'removeSchedule',
    method: 'DELETE',
    path: '/api/v2/schedule',
    scope: 'write',
    summary: 'Remove the recurring sync schedule',
    description: 'Stops automatic syncs; manual syncs remain possible. Also succeeds if there is no schedule.',
    body: noBody,
    response: successResponse,
  },
} as const satisfies Record<string, Endpoint>;
