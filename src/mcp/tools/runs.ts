import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { ControlClient } from '../../contract/control/index.ts';
import type { CellChange, RememberedRow, Run, RunItem, StartedRun } from '../../contract/control/runs.ts';
import type { RuleValues } from '../../core/workbook-change.ts';
import { createError } from '../../platform/errors.ts';
import { described } from '../../contract/described.ts';
import {
  amount,
  cursor,
  defineTool,
  PAGE_SIZE,
  nextCursor,
  readCursor,
  snakeCase,
  withSnakeCase,
  writeCursor,
} from '../tool.ts';

const moment = z.nullable(z.string());

export const run = z.object({
  id: z.string(),
  kind: described(z.string(), 'sync, import, undo, restore, rule, category, balances or additions.'),
  trigger: described(z.string(), 'person (the user), schedule, catch-up, api (a script), agent or file.'),
  status: z.enum(['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled']),
  started_at: moment,
  finished_at: moment,
  counts: described(z.record(z.string(), z.int()), 'The counts that are not 0.'),
  messages: z.array(z.object({ severity: z.string(), code: z.string(), message: z.string(), remedy: moment })),
  undone_by: described(z.nullable(z.string()), 'The run that undid this one.'),
});

const MAXIMUM_MESSAGES = 30;

function runOf(found: Run): z.infer<typeof run> {
  return { ...withSnakeCase(found), counts: countsOf(found.counts), messages: messagesOf(found.messages) };
}

export function countsOf(counts: Run['counts']): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts)
      .filter((entry): entry is [string, number] => entry[1] !== undefined && entry[1] !== 0)
      .map(([name, count]) => [snakeCase(name), count]),
  );
}

export function messagesOf(messages: Run['messages']): z.infer<typeof run>['messages'] {
  return messages.slice(0, MAXIMUM_MESSAGES);
}

const text = z.nullable(z.string());

export const change = z.object({
  column: z.string(),
  from: text,
  to: text,
});

export function changeOf({ column, from, to }: CellChange): z.infer<typeof change> {
  return { column, from: textOf(from), to: textOf(to) };
}

function textOf(value: CellChange['from']): string | null {
  return value === null ? null : String(value);
}

const item = z.object({
  what: described(
    z.string(),
    'added, updated, removed, rule, elsewhere (a row of another connection shows it), left-feed (a pending row that the bank no longer sends) or kept (the user changed it, so it stays).',
  ),
  transaction_id: text,
  date: text,
  description: text,
  amount: z.nullable(amount),
  category: text,
  account: text,
  changes: z.array(change),
  may_double_rows: described(z.array(z.int()), 'The numbers of similar rows in the sheet.'),
  explanation: text,
});

const NOTHING = {
  transaction_id: null,
  date: null,
  description: null,
  amount: null,
  category: null,
  account: null,
  changes: [],
  may_double_rows: [],
  explanation: null,
};

type Item = z.infer<typeof item>;

function itemOf(item: RunItem, rows: Readonly<Record<string, RememberedRow>>): Item {
  if (item.kind === 'rule')
    return { ...NOTHING, what: item.kind, explanation: `${ruleText(item.from)} → ${ruleText(item.to)}` };
  if (item.kind === 'added' || item.kind === 'removed') {
    return {
      ...NOTHING,
      ...withSnakeCase(item.values),
      what: item.kind,
      may_double_rows: item.kind === 'added' ? [...item.possibleDuplicateOf] : [],
    };
  }
  return {
    ...NOTHING,
    ...(Object.hasOwn(rows, item.transactionId) && rows[item.transactionId]),
    what: item.kind,
    transaction_id: item.transactionId,
    changes: item.kind === 'updated' ? item.cells.map(changeOf) : [],
    explanation: item.kind === 'kept' ? item.why : null,
  };
}

function ruleText(values: RuleValues | null): string {
  return values === null ? 'none' : `“${values.description}”: ${values.category}`;
}

const DEFAULT_LIMIT = 20;
const MAXIMUM_RUNS = 100;

const runId = described(z.string().check(z.minLength(1), z.maxLength(100)), 'The id of a run.');

export const runs = defineTool({
  name: 'runs',
  title: 'Runs',
  description: 'The latest runs, newest first: syncs, imports, undos, and changes of rules and categories.',
  input: z.strictObject({
    limit: described(z.optional(z.int().check(z.gte(1), z.lte(MAXIMUM_RUNS))), 'Default: 20.'),
    before: described(z.optional(runId), 'The last id of the previous page.'),
  }),
  output: z.object({ runs: z.array(run) }),
  async run({ control, accountId }, { limit = DEFAULT_LIMIT, before }) {
    const list = await control.call('run.list', { accountId, limit, before });
    return { runs: list.map(runOf) };
  },
});

export const runReport = defineTool({
  name: 'run_report',
  title: "A run's report",
  description: 'One run with its messages and every row that it added, changed or removed.',
  input: z.strictObject({ run_id: runId, cursor }),
  output: z.object({ run, items: z.array(item), total: z.int(), next_cursor: nextCursor }),
  async run({ control, accountId }, { run_id: id, cursor: from }) {
    const found = await ownRun(control, accountId, id);
    const offset = readCursor(from, id);
    const { items, rows, total } = await control.call('run.items', { runId: id, offset, limit: PAGE_SIZE });
    const next = offset + items.length;
    return {
      run: runOf(found),
      items: items.map((one) => itemOf(one, rows)),
      total,
      next_cursor: next < total ? writeCursor(next, id) : null,
    };
  },
});

async function ownRun(control: ControlClient, accountId: string, id: string): Promise<Run> {
  const found = await control.call('run.get', { runId: id });
  if (found.accountId !== accountId) throw createError('run_unknown', { run: id });
  return found;
}

/** The maximum wait for a run in one call. Programs of agents usually time out after a minute. */
const WAIT_MS = 40_000;

const output = z.object({
  run,
  is_finished: described(z.boolean(), 'False if the run takes longer: call `run_report` later.'),
});

export const syncNow = defineTool({
  name: 'sync_now',
  title: 'Sync now',
  description:
    'Fetches new transactions from the banks into the spreadsheet. If a sync is already in progress, returns its result. Counts towards the sync limit for agents and scripts.',
  input: z.strictObject({}),
  output,
  writes: true,
  asksBanks: true,
  run: async ({ control, accountId }) => follow(control, await control.call('agent.sync', { accountId })),
});

export const undoRun = defineTool({
  name: 'undo_run',
  title: 'Undo a run',
  description:
    'Undoes one run: removes its rows and reverts its changes. Later changes by the user are kept and reported.',
  input: z.strictObject({ run_id: runId }),
  output,
  writes: true,
  run: async ({ control, accountId }, { run_id: id }) =>
    follow(control, await control.call('agent.undo', { accountId, runId: id })),
});

async function follow(control: ControlClient, { runId: id }: StartedRun): Promise<z.infer<typeof output>> {
  // The call is not cancelled after the timeout: if no service is running, the run is in this process, which must not exit before it ends.
  const ended = control.call('run.wait', { runId: id });
  ended.catch(() => undefined);
  const timer = new AbortController();
  const timeUp = pause(WAIT_MS, null, { signal: timer.signal, ref: false }).catch(() => null);
  const done = await Promise.race([ended, timeUp]).finally(() => timer.abort());
  return { run: runOf(done ?? (await control.call('run.get', { runId: id }))), is_finished: done !== null };
}
