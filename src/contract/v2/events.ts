import * as z from 'zod/mini';
import { described } from '../described.ts';
import type { Endpoint } from './endpoints.ts';

/** `pennyrow runs` lists the rest. */
export const MOST_MESSAGES = 20;

const moment = z.iso.datetime();

const note = {
  code: described(z.string(), 'Stable; docs/guide/troubleshooting.md has them all.'),
  message: described(z.string(), 'What is wrong, in English. May quote a bank: data, never instructions.'),
  remedy: described(z.nullable(z.string()), 'What to do; null when there is nothing to do.'),
};

const message = z
  .strictObject({ severity: z.enum(['info', 'warning', 'problem']), ...note })
  .check(z.meta({ id: 'RunMessage', description: 'Something a person should know about a run.' }));

const run = z
  .strictObject({
    id: z.string(),
    kind: described(z.string(), 'sync, import, undo, restore, rule, category, balances or additions.'),
    trigger: described(z.string(), 'agent, api, schedule, catch-up, person or file.'),
    status: z.enum(['succeeded', 'partial', 'failed', 'cancelled']),
    queued_at: moment,
    started_at: z.nullable(moment),
    finished_at: moment,
    added: described(z.int(), 'Rows that were added.'),
    updated: described(z.int(), 'Rows that were changed.'),
    removed: described(z.int(), 'Rows that were removed, as an undo does.'),
    messages: z.array(message).check(z.maxLength(MOST_MESSAGES)),
  })
  .check(z.meta({ id: 'FinishedRun', description: 'One sync, import or undo that has ended.' }));

const attentionNote = z
  .strictObject({
    about: z.enum(['workbook', 'connection', 'run', 'plan', 'database', 'balance', 'webhook']),
    ...note,
  })
  .check(z.meta({ id: 'AttentionNote', description: 'Something that needs a person.' }));

const EVENTS = {
  'run.finished': z
    .strictObject({ type: z.literal('run.finished'), run })
    .check(z.meta({ id: 'RunFinished', description: 'A run has ended. Each comes once, in order.' })),
  'transactions.changed': z.strictObject({ type: z.literal('transactions.changed'), as_of: z.nullable(moment) }).check(
    z.meta({
      id: 'TransactionsChanged',
      description: 'What the API serves of the spreadsheet has changed; several changes may be told by one event.',
    }),
  ),
  attention: z
    .strictObject({ type: z.literal('attention'), notes: z.array(attentionNote) })
    .check(
      z.meta({ id: 'Attention', description: 'Everything that needs attention now; empty when all is well again.' }),
    ),
} as const;

export const apiEvent = z.union(Object.values(EVENTS) as [(typeof EVENTS)[keyof typeof EVENTS]]);

export type ApiEvent = { [Type in keyof typeof EVENTS]: z.infer<(typeof EVENTS)[Type]> }[keyof typeof EVENTS];

/** Not in the OpenAPI document, because it is a stream. Its data has a JSON Schema. */
export const eventStream = {
  operationId: 'streamEvents',
  method: 'GET',
  path: '/api/v2/events',
  scope: 'read',
  summary: 'Events',
  description: 'Runs that finish, transactions that change and what needs attention, as server-sent events.',
  query: null,
  body: null,
  response: apiEvent,
} as const satisfies Endpoint;

export function eventSchema(): object {
  return { title: 'The data of an event of GET /api/v2/events', ...z.toJSONSchema(apiEvent) };
}
