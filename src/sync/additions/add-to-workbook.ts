import { toInstant } from '../../core/calendar-date.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import { addRun, finishRun, startRun } from '../../store/runs.ts';
import type { Workbook } from '../../workbooks/workbook.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { planAdditions, type AdditionsChoice } from './plan-additions.ts';

export interface AddedTo {
  /** The workbook as it is now. */
  readonly snapshot: Snapshot;
  /** Makes the addition a run of the account's, once the workbook is the account's: so it can be undone. */
  readonly record: (accountId: string) => void;
}

/**
 * Adds to a workbook that cannot be an account's without: a run needs one that can be read. A crash after the write leaves
 * empty columns and sheets with names by which they are recognised at the next try. Throws as `Workbook.apply`.
 */
export async function addToWorkbook(
  { store, newId, clock }: SyncDependencies,
  workbook: Workbook,
  snapshot: Snapshot,
  choice: AdditionsChoice,
  signal?: AbortSignal,
): Promise<AddedTo> {
  const work = planAdditions(snapshot, choice);
  const id = newId('run');
  const startedAt = toInstant(clock.now());
  const { layout } = await workbook.apply(
    { ...work, runId: id, revision: snapshot.revision },
    { layout: snapshot.layout, ...(signal !== undefined && { signal }) },
  );
  return {
    snapshot: await workbook.read({ remembered: layout, ...(signal !== undefined && { signal }) }),
    record: (accountId) =>
      store.transaction(() => {
        addRun(store, { id, accountId, kind: 'additions', trigger: 'person', queuedAt: startedAt, undoes: null });
        startRun(store, id, startedAt);
        finishRun(store, id, toInstant(clock.now()), work.outcome);
      }),
  };
}
