import type * as z from 'zod/mini';
import { categoriesResponse, rulesResponse } from './lists.ts';
import { scheduleBody, scheduleResponse, successResponse } from './schedule.ts';
import { noBody, syncResponse } from './sync.ts';
import { transactionsQuery, transactionsResponse } from './transactions.ts';

export type Scope = 'read' | 'write';

/** One endpoint of the API: what the service checks and what the document says. */
export interface Endpoint {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/api/v2/${string}`;
  readonly scope: Scope;
  readonly summary: string;
  readonly description: string;
  /** Null where parameters are not looked at. */
  readonly query: z.ZodMiniObject | null;
  /** Null where a body is not looked at. */
  readonly body: z.ZodMiniType | null;
  readonly response: z.ZodMiniType;
}

export const endpoints = {
  transactions: {
    operationId: 'listTransactions',
    method: 'GET',
    path: '/api/v2/transactions',
    scope: 'read',
    summary: 'Transactions of a range of days',
    description:
      "The rows of the Transactions sheet whose date lies in the range, both ends included. Rows whose date cell holds no date are in no range. Without parameters: the last 30 days up to today, in the account's time zone.",
    query: transactionsQuery,
    body: null,
    response: transactionsResponse,
  },
  categories: {
    operationId: 'listCategories',
    method: 'GET',
    path: '/api/v2/categories',
    scope: 'read',
    summary: 'Categories',
    description:
      'The names in the Categories sheet, in their order. Blank lines are skipped and a repeated name comes once.',
    query: null,
    body: null,
    response: categoriesResponse,
  },
  rules: {
    operationId: 'listRules',
    method: 'GET',
    path: '/api/v2/rules',
    scope: 'read',
    summary: 'Categorization rules',
    description: 'The rows of the Rules sheet, in their order. A row without description or category is left out.',
    query: null,
    body: null,
    response: rulesResponse,
  },
  syncTransactions: {
    operationId: 'syncTransactions',
    method: 'POST',
    path: '/api/v2/sync-transactions',
    scope: 'write',
    summary: 'Trigger a sync',
    description:
      'Fetches the latest bank transactions into the sheet, in the background: the answer only says that the sync was scheduled. A sync that is under way is joined. When there is nothing to sync yet, `success` is false and `message` says what to do. Every call counts towards the limit: 5 in any hour and 24 in any day for an account, unless configured otherwise.',
    query: null,
    body: noBody,
    response: syncResponse,
  },
  schedule: {
    operationId: 'getSchedule',
    method: 'GET',
    path: '/api/v2/schedule',
    scope: 'read',
    summary: 'The recurring sync schedule',
    description: 'When no schedule is set, `active` is false and all other fields are null.',
    query: null,
    body: null,
    response: scheduleResponse,
  },
  setSchedule: {
    operationId: 'setSchedule',
    method: 'POST',
    path: '/api/v2/schedule',
    scope: 'write',
    summary: 'Set the recurring sync schedule',
    description:
      'Creates the schedule or replaces it. Each day begins at `start_time` and repeats the interval until the next day begins.',
    query: null,
    body: scheduleBody,
    response: successResponse,
  },
  removeSchedule: {
    operationId: 'removeSchedule',
    method: 'DELETE',
    path: '/api/v2/schedule',
    scope: 'write',
    summary: 'Remove the recurring sync schedule',
    description: 'Automatic syncs stop; manual ones remain possible. Without a schedule it succeeds as well.',
    query: null,
    body: noBody,
    response: successResponse,
  },
} as const satisfies Record<string, Endpoint>;
