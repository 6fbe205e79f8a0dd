import type { MemoryEntry } from '../../core/memory.ts';
import type { RunKind } from '../../core/run.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import { findMemory } from '../../store/memory.ts';
import { settledNow } from '../mirror/follow-save.ts';
import type { MirrorUpdater } from '../mirror/mirror-updater.ts';
import type { Runner } from '../runs/create-runner.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import { UNKNOWN_STATE, type Work } from '../runs/work.ts';
import { planAndWrite, type Planners } from '../runs/write.ts';
import { findRows, rowsWithIds, type IdentifiedRow, type Selection } from './find-rows.ts';
import { requireWorkbook } from '../../store/accounts.ts';

export interface UseCaseContext {
  readonly deps: SyncDependencies;
  readonly runner: Runner;
  readonly mirror: MirrorUpdater;
}

export async function planOnly(
  deps: SyncDependencies,
  accountId: string,
  { plan, planSettled }: Planners,
): Promise<Work> {
  const account = requireWorkbook(deps.store, accountId);
  await deps.prepareWorkbook(account);
  const workbook = deps.openWorkbook(account);
  try {
    const { on } = workbook.isRemote ? UNKNOWN_STATE : await settledNow(deps, account, workbook);
    const work = on === null ? null : await planSettled(on, workbook);
    return work ?? (await plan(await workbook.read({ remembered: account.layout })));
  } finally {
    await workbook.close();
  }
}

export interface SheetPart extends Pick<Snapshot, 'layout' | 'rules' | 'balances' | 'markers'> {
  readonly rows: readonly IdentifiedRow[];
}

export type Recall = (transactionId: string) => MemoryEntry | null;

interface RowsPlan {
  /** Returns null to select all rows. */
  readonly select: (sheet: Pick<Snapshot, 'rules' | 'layout'>) => Selection | null | Promise<Selection | null>;
  readonly plan: (sheet: SheetPart, recall: Recall) => Work | Promise<Work>;
}

export function planRows(deps: SyncDependencies, accountId: string, { select, plan }: RowsPlan): Planners {
  const { store, digest } = deps;
  const recall: Recall = (transactionId) => findMemory(store, accountId, transactionId);
  return {
    plan: (snapshot) => plan({ ...snapshot, rows: rowsWithIds(snapshot, digest) }, recall),
    planSettled: async (on, workbook) => {
      const found = await findRows(store, accountId, { on, workbook }, select);
      if (found === null) return null;
      const { rows, settled } = found;
      const balances = settled.balances === null ? {} : { balances: settled.balances.rows };
      const work = await plan({ layout: on.layout, rules: settled.rules, ...balances, markers: [], rows }, recall);
      return { ...work, settles: settled };
    },
  };
}

export function enqueuePlan(
  { deps, runner }: UseCaseContext,
  accountId: string,
  kind: RunKind,
  planned: RowsPlan,
): string {
  return runner.enqueue(accountId, { kind, trigger: 'person' }, (context) =>
    planAndWrite(deps, context, planRows(deps, accountId, planned)),
  );
}
