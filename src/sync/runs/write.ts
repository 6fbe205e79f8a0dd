import { toInstant } from '../../core/calendar-date.ts';
import type { Row } from '../../core/row.ts';
import type { Revision, Snapshot } from '../../core/snapshot.ts';
import type { Applied } from '../../core/workbook-change.ts';
import { problem, problemOf } from '../../messages/problem.ts';
import { hasCode, type PennyrowError, reportOf, toPennyrowError } from '../../platform/errors.ts';
import { findSnapshotRevision, loadSnapshot } from '../../store/snapshots.ts';
import { BalancesRefused, WorkbookChanged, type PlannedOn, type Workbook } from '../../workbooks/workbook.ts';
import { record, write } from './record-run.ts';
import type { SyncDependencies } from './dependencies.ts';
import {
  type Found,
  type RunContext,
  type RunResult,
  UNKNOWN_STATE,
  balancesAfter,
  runMessage,
  touchesWorkbook,
  withRuleProblems,
  type Work,
} from './work.ts';

/** Functions without side effects, because they are called again if another program saves the workbook before the write. */
export interface Planners {
  readonly plan: (snapshot: Snapshot) => Work | Promise<Work>;
  /** Plans without reading the workbook. Null if the plan requires all rows. */
  readonly planSettled: (on: PlannedOn, workbook: Workbook) => Promise<Work | null>;
}

export const readsAll: Planners['planSettled'] = async () => null;

/** The maximum number of plans per run. Each save by another program between reading and writing requires a new plan. */
const ATTEMPTS = 4;

/** Plans, writes and records a run. Null if the result of the write is unknown until the next read. */
export async function planAndWrite(
  deps: SyncDependencies,
  context: RunContext,
  { plan, planSettled }: Planners,
): Promise<RunResult> {
  const { revision, on } = mayBeLate(context) ? UNKNOWN_STATE : await context.settledNow();
  const done = on === null ? null : await writeSettled(deps, context, on, planSettled);
  if (done !== null) return done.result;
  let refusal: BalancesRefused | null = null;
  const planOn = async ({ snapshot }: Found): Promise<Work> => {
    context.signal.throwIfAborted();
    context.report('planning');
    const work = await plan(snapshot);
    context.signal.throwIfAborted();
    return refusal === null ? work : withoutBalances(work, refusal, snapshot.layout.balances?.sheet.name ?? '');
  };
  let found = await find(deps, context, revision, !context.isPersonWaiting());
  for (let attempt = 1; ; attempt += 1) {
    let work = await planOn(found);
    // The plan was made on the stored snapshot: reads the workbook if it changes anything, or if a user waits.
    if (found.readAt === null && (touchesWorkbook(work) || context.isPersonWaiting())) {
      found = await find(deps, context, found.snapshot.revision);
      work = await planOn(found);
    }
    try {
      if (!touchesWorkbook(work)) {
        await record(deps, context, found.snapshot, work);
        return found;
      }
      const applied = await write(deps, context, found.snapshot, work);
      const snapshot = applied === null ? null : snapshotAfter(found.snapshot, work, applied, context.run.id);
      return snapshot === null ? null : { snapshot, readAt: toInstant(deps.clock.now()) };
    } catch (thrown) {
      // Plans again without balances, so that a problem with the Balances sheet does not block the transactions.
      if (thrown instanceof BalancesRefused && refusal === null) {
        refusal = thrown;
        continue;
      }
      if (!hasCode(thrown, 'workbook_changed') || attempt === ATTEMPTS) throw thrown;
      deps.log.info({ run: context.run.id, attempt }, 'the workbook has changed; planning again');
      found = thrown instanceof WorkbookChanged ? { ...found, snapshot: thrown.now } : await find(deps, context, null);
    }
  }
}

function mayBeLate({ workbook, isPersonWaiting }: RunContext): boolean {
  return workbook.isRemote && isPersonWaiting();
}

async function writeSettled(
  deps: SyncDependencies,
  context: RunContext,
  on: PlannedOn,
  planSettled: Planners['planSettled'],
): Promise<{ readonly result: RunResult } | null> {
  const { workbook, signal, report } = context;
  report('planning');
  const work = await planSettled(on, workbook);
  signal.throwIfAborted();
  if (work === null || mayBeLate(context)) return null;
  if (!touchesWorkbook(work)) {
    await record(deps, context, on, work);
    return { result: { on, work, applied: null } };
  }
  if (workbook.isRemote) return null;
  try {
    const applied = await write(deps, context, on, work);
    return { result: applied === null ? null : { on, work, applied } };
  } catch (thrown) {
    if (!hasCode(thrown, 'workbook_changed') && !(thrown instanceof BalancesRefused)) throw thrown;
    deps.log.info({ run: context.run.id, err: toPennyrowError(thrown) }, 'the workbook is read before it is written');
    return null;
  }
}

/** `current`: the revision that the service just reported, so that it need not be requested again. */
async function find(
  deps: SyncDependencies,
  { account, workbook, signal, report }: RunContext,
  current: Revision | null,
  mayBeKept = false,
): Promise<Found> {
  report('reading');
  const readAt = toInstant(deps.clock.now());
  const storedRevision = mayBeKept && workbook.isRemote ? findSnapshotRevision(deps.store, account.id) : null;
  let isKept = false;
  const load = (): Promise<Snapshot> => {
    isKept = true;
    return loadSnapshot(deps.store, account.id);
  };
  const snapshot = await workbook.read({
    remembered: account.layout,
    known: storedRevision === null ? null : { revision: storedRevision, load },
    ...(current === null ? {} : { current }),
    signal,
    progress: (rows) => report('reading', undefined, rows),
  });
  return { snapshot, readAt: isKept ? null : readAt };
}

function snapshotAfter(
  { rows, balances, markers, fingerprint: _before, ...snapshot }: Snapshot,
  work: Work,
  applied: Applied,
  marker: string,
): Snapshot | null {
  const { revision, fingerprint, layout, appended, updated = [], rulesSheet } = applied;
  if (appended === null || (work.removals.length > 0 && applied.refused.length > 0)) return null;
  const changed = new Map<number, Row | null>(work.removals.map(({ row }) => [row, null]));
  for (const row of updated) changed.set(row.index, row);
  const stays = rows.flatMap((row) => (changed.has(row.index) ? (changed.get(row.index) ?? []) : row));
  return {
    ...snapshot,
    revision,
    ...(fingerprint !== undefined && { fingerprint }),
    layout,
    rows: [...(changed.size === 0 ? rows : stays), ...appended],
    ...(balances !== undefined && { balances: balancesAfter(balances, work, applied) }),
    ...(rulesSheet !== undefined && {
      rules: rulesSheet.rules,
      problems: withRuleProblems(snapshot.problems, rulesSheet.problems),
    }),
    markers: [...markers, marker],
  };
}

function withoutBalances(work: Work, refusal: PennyrowError, sheet: string): Work {
  const { balances: _balances, ...rest } = work;
  const { balanceRows: _rows, ...outcome } = work.outcome;
  const { balances: _count, ...counts } = outcome.counts;
  const notice = problem('balances_not_written', { sheet, cause: problemOf(reportOf(refusal)) });
  return {
    ...rest,
    outcome: {
      ...outcome,
      counts,
      messages: [...outcome.messages, runMessage('warning', notice)],
    },
  };
}
