import type { Trigger } from '../../src/core/run.ts';
import { errorOf, type PennyrowError } from '../../src/platform/errors.ts';
import type { Reader } from '../../src/store/database.ts';
import { findMirrorState } from '../../src/store/mirror.ts';
import type { Sync } from '../../src/sync/create-sync.ts';
import type { SyncRequest } from '../../src/sync/use-cases/sync.ts';

/** A sync without banks and workbooks: one run at a time per account, until the test calls `finish`. */
export interface FakeSync extends Sync {
  readonly requests: { readonly accountId: string; readonly trigger: Trigger }[];
  /** Ends the current run. */
  finish(accountId: string): void;
  /** If false, there is nothing to sync. */
  hasConnection: boolean;
  /** If set, the workbook cannot be read. */
  problem: PennyrowError | null;
  /** Called on each check for new data. A test may let it throw, although a real sync does not. */
  onFreshen: () => void;
}

function nothingToSync(): SyncRequest {
  const problem = errorOf({
    code: 'connection_none',
    message: 'There is no connection yet.',
    remedy: 'Add one first.',
  });
  return { outcome: 'nothing-to-sync', message: `${problem.message} ${problem.remedy}`, problem };
}

export function fakeSync(store: Reader): FakeSync {
  const running = new Set<string>();
  const sync: FakeSync = {
    requests: [],
    hasConnection: true,
    problem: null,
    onFreshen: () => {},
    finish: (accountId) => running.delete(accountId),
    request: (accountId, trigger) => {
      if (!sync.hasConnection) return nothingToSync();
      if (running.has(accountId))
        return { outcome: 'joined', runId: 'run', message: 'A sync is under way already; joined it.' };
      running.add(accountId);
      sync.requests.push({ accountId, trigger });
      return { outcome: 'queued', runId: 'run', message: 'The sync was scheduled.' };
    },
    rebuildMirror: async () => {},
    freshen: async (accountId) => {
      sync.onFreshen();
      return { asOf: findMirrorState(store, accountId)?.verifiedAt ?? null, problem: sync.problem };
    },
  };
  return sync;
}
