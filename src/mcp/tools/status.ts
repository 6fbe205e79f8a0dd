import * as z from 'zod/mini';
import { createError } from '../../platform/errors.ts';
import { defineTool, described } from '../tool.ts';

const moment = z.nullable(z.string());

export const status = defineTool({
  name: 'status',
  title: 'Connections, and what needs attention',
  description:
    'How Pennyrow is doing: each bank connection with its last successful sync and its problem, the next scheduled sync, and everything that needs a person, with what to do.',
  input: z.strictObject({}),
  output: z.object({
    health: described(z.enum(['ok', 'attention']), 'attention: a person is needed; see needs_attention.'),
    needs_attention: z.array(
      z.object({ about: z.string(), code: z.string(), message: z.string(), remedy: z.nullable(z.string()) }),
    ),
    workbook: described(z.nullable(z.string()), 'The name of the spreadsheet; null where none is connected.'),
    connections: z.array(
      z.object({
        name: z.string(),
        kind: z.string(),
        paused: z.boolean(),
        last_success_at: moment,
        synced_until: described(z.nullable(z.string()), 'The last day that was read.'),
        next_try_at: moment,
        consent_ends_at: moment,
        problem: z.nullable(z.string()),
      }),
    ),
    last_run: z.nullable(z.object({ id: z.string(), status: z.string(), finished_at: moment, added: z.int() })),
    next_run_at: moment,
    schedule: z.enum(['none', 'paused', 'on']),
    can_sync: described(z.boolean(), 'Whether a sync has anything to ask.'),
    running: z.boolean(),
    as_of: moment,
  }),
  writes: false,
  async run({ control, accountId }) {
    const { accounts } = await control.call('service.status', {});
    const account = accounts.find(({ id }) => id === accountId);
    if (account === undefined) throw createError('account_unknown', { account: accountId, known: null });
    const connections = await control.call('connection.list', { accountId });
    const { lastRun } = account;
    return {
      health: account.health,
      needs_attention: account.notes.map(({ about, code, message, remedy }) => ({ about, code, message, remedy })),
      workbook: account.workbook,
      connections: connections.map(({ name, source, paused, health, syncedUntil, consentEndsAt }) => ({
        name,
        kind: source,
        paused,
        last_success_at: health.lastSuccessAt,
        synced_until: syncedUntil,
        next_try_at: health.nextTryAt,
        consent_ends_at: consentEndsAt,
        problem: health.problem === null ? null : `${health.problem.message} ${health.problem.remedy ?? ''}`.trim(),
      })),
      last_run:
        lastRun === null
          ? null
          : { id: lastRun.id, status: lastRun.status, finished_at: lastRun.finishedAt, added: lastRun.added },
      next_run_at: account.nextRunAt,
      schedule: account.schedule,
      can_sync: account.canSync,
      running: account.running,
      as_of: account.asOf,
    };
  },
});
