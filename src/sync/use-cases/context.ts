import type { MemoryEntry } from '../../core/memory.ts';
import type { RunKind } from '../../core/run.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import { readMemory } from '../../store/read-memory.ts';
import type { MirrorUpdater } from '../mirror/mirror-updater.ts';
import type { Runner } from '../runs/create-runner.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import { requireWorkbook } from '../runs/requirements.ts';
import type { Work } from '../runs/work.ts';
import { planAndWrite, type Planner } from '../runs/write.ts';

export interface UseCaseContext {
  readonly deps: SyncDependencies;
  readonly runner: Runner;
  readonly mirror: MirrorUpdater;
}

/** Plans without writing. Throws if the account has no workbook. */
export async function planOnly(deps: SyncDependencies, accountId: string, plan: Planner): Promise<Work> {
  const account = requireWorkbook(deps, accountId);
  await deps.prepareWorkbook(account);
  const workbook = deps.openWorkbook(account);
  try {
    return await plan(await workbook.read({ remembered: account.layout }));
  } finally {
    await workbook.close();
  }
}

/** Queues a run that a person started and that is planned on the sheet and memory. Returns the id of the run. */
export function enqueuePlan(
  { deps, runner }: UseCaseContext,
  accountId: string,
  kind: RunKind,
  plan: (snapshot: Snapshot, memory: readonly MemoryEntry[]) => Work | Promise<Work>,
): string {
  return runner.enqueue(accountId, { kind, trigger: 'person' }, (context) =>
    planAndWrite(deps, context, async (snapshot) => plan(snapshot, await readMemory(deps.store, accountId))),
  );
}
