import * as z from 'zod/mini';
import type { ControlClient } from '../../contract/control/index.ts';
import type { Run } from '../../contract/control/runs.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { defineTool, described, MOST_AT_ONCE } from '../tool.ts';
import { cursor, nextCursor, readCursor, writeCursor } from './pages.ts';
import { item, itemOf, run, runOf } from './run-view.ts';

const USUAL = 20;
const MOST_RUNS = 100;

export const runId = described(z.string().check(z.minLength(1), z.maxLength(100)), 'The id of a run.');

export const runs = defineTool({
  name: 'runs',
  title: 'Runs',
  description: 'What Pennyrow did lately, newest first: syncs, imports, undos, changes of rules and categories.',
  input: z.strictObject({
    limit: described(z.optional(z.int().check(z.gte(1), z.lte(MOST_RUNS))), 'Default: 20.'),
    before: described(z.optional(runId), 'The last id of the page before.'),
  }),
  output: z.object({ runs: z.array(run) }),
  writes: false,
  async run({ control, accountId }, { limit = USUAL, before }) {
    const list = await control.call('run.list', { accountId, limit, ...(before === undefined ? {} : { before }) });
    return { runs: list.map(runOf) };
  },
});

export const runReport = defineTool({
  name: 'run_report',
  title: "A run's report",
  description: 'One run with its messages and everything that it added, changed or removed, line by line.',
  input: z.strictObject({ run_id: runId, cursor }),
  output: z.object({ run, items: z.array(item), total: z.int(), next_cursor: nextCursor }),
  writes: false,
  async run({ control, accountId }, { run_id: id, cursor: from }) {
    const told = await ownRun(control, accountId, id);
    const offset = readCursor(from, id);
    const { items, rows, total } = await control.call('run.items', { runId: id, offset, limit: MOST_AT_ONCE });
    const next = offset + items.length;
    return {
      run: runOf(told),
      items: items.map((one) => itemOf(one, rows)),
      total,
      next_cursor: next < total ? writeCursor(next, id) : null,
    };
  },
});

/** A token belongs to one account: another one's runs do not exist for it. Throws PennyrowError `run_unknown`. */
async function ownRun(control: ControlClient, accountId: string, id: string): Promise<Run> {
  const found = await control.call('run.get', { runId: id });
  if (found.accountId !== accountId) throw new PennyrowError(problem('run_unknown', { run: id }));
  return found;
}
