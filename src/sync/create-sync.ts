import { settledNow } from './mirror/follow-save.ts';
import { createMirrorUpdater } from './mirror/mirror-updater.ts';
import { createRunner } from './runs/create-runner.ts';
import type { SyncDependencies } from './runs/dependencies.ts';
import { createUseCases } from './use-cases/index.ts';
import { recover } from './use-cases/recover.ts';

export type SyncService = ReturnType<typeof createSync>;

/** The interface for other rooms. Observers use its events instead. */
export type Sync = Pick<SyncService, 'request' | 'freshen' | 'rebuildMirror'>;

export function createSync(deps: SyncDependencies) {
  const { showResult, ...mirror } = createMirrorUpdater(deps, (accountId) => runner.active(accountId).length > 0);
  const runner = createRunner(deps, {
    showResult,
    settledNow: (account, workbook) => settledNow(deps, account, workbook),
  });
  const { progress, active, wait, cancel, close } = runner;
  return {
    ...mirror,
    ...createUseCases({ deps, runner, mirror }),
    progress,
    active,
    wait,
    cancel,
    close,
    /** Settles runs that the last process left unfinished. Must be called first. */
    recover: () => recover(deps),
  };
}
