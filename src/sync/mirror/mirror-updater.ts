import { setImmediate as turn } from 'node:timers/promises';
import { toInstant, type Instant } from '../../core/calendar-date.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import { toPennyrowError, type PennyrowError, hasCode } from '../../platform/errors.ts';
import { findAccount } from '../../store/accounts.ts';
import { findMirrorState } from '../../store/mirror.ts';
import type { RunMessage } from '../../core/run.ts';
import type { Workbook } from '../../workbooks/workbook.ts';
import { isAnyStale, markAllStale } from '../../store/reconciliations.ts';
import { followSave } from './follow-save.ts';
import { differsProblem } from './findings.ts';
import { reconcileAccounts, type NewDifference } from './reconcile-accounts.ts';
import { reconcileAfter } from './reconcile-recent.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import { createMirrorWriter, verifiedAt, type AnyWorkbook } from './mirror-writer.ts';
import { runMessage, type Found, type RunResult, type Unread } from '../runs/work.ts';

/** The minimum time between two checks of a workbook's revision. */
const CHECK_EVERY_MS = 3000;

export type MirrorUpdater = Omit<ReturnType<typeof createMirrorUpdater>, 'showResult'>;

export interface Freshness {
  /** The latest time at which the workbook certainly had the cached content; null before the first read. */
  readonly asOf: Instant | null;
  readonly problem: PennyrowError | null;
}

interface Check {
  readonly atMs: number;
  readonly answer: Promise<Freshness>;
  ended: boolean;
}

/** `isRunning`: true while a run of the account is in progress. Balances are not checked then, because the run does so at its end. */
export function createMirrorUpdater(deps: SyncDependencies, isRunning: (accountId: string) => boolean) {
  const checks = new Map<string, Check>();
  const { isSound, markVerified, write, patch } = createMirrorWriter(deps);

  /** Reads the workbook if its revision has changed. Never throws: the result contains the problem and the age of the mirror. */
  function freshen(accountId: string): Promise<Freshness> {
    const last = checks.get(accountId);
    const age = deps.clock.now() - (last?.atMs ?? -Infinity);
    if (last !== undefined && (!last.ended || (age >= 0 && age < CHECK_EVERY_MS))) return last.answer;
    const check: Check = { atMs: deps.clock.now(), answer: look(accountId, () => false), ended: false };
    checks.set(accountId, check);
    const ended = (): void => {
      check.ended = true;
    };
    // `answer` rejects only while the service closes. The caller handles the error, so `ended` ignores it.
    check.answer.then(ended, ended);
    return check.answer;
  }

  async function look(accountId: string, mustRead: (workbook: Workbook) => boolean): Promise<Freshness> {
    let problem: Freshness['problem'] = null;
    try {
      const read = await update(accountId, mustRead);
      if (read !== null && isRunning(accountId)) markAllStale(deps.store, accountId);
      else if (read !== null) await reconcileAccounts(deps, accountId, read);
    } catch (thrown) {
      problem = toPennyrowError(thrown);
      deps.log.warn({ account: accountId, err: problem }, 'the workbook could not be read; the mirror is served');
    }
    return { asOf: findMirrorState(deps.store, accountId)?.verifiedAt ?? null, problem };
  }

  async function update(
    accountId: string,
    mustRead: (workbook: Workbook) => boolean,
  ): Promise<Pick<Snapshot, 'rows' | 'revision'> | null> {
    const account = findAccount(deps.store, accountId);
    if (account === null || account.workbook === null) return null;
    const workbook = deps.openWorkbook(account);
    try {
      const lookedAt = deps.clock.now();
      const revision = mustRead(workbook) ? null : await workbook.revision();
      if (revision !== null && !workbook.isRemote && findMirrorState(deps.store, accountId)?.revision !== revision)
        await followSave(deps, account, workbook);
      const state = findMirrorState(deps.store, accountId);
      const isKnown = state !== null && state.revision === revision && isSound(accountId, state.version);
      // A run in progress checks balances when it ends, so there is no need to read the workbook for them now.
      if (isKnown && (isRunning(accountId) || !isAnyStale(deps.store, accountId))) {
        markVerified(accountId, state, workbook, lookedAt);
        return null;
      }
      const snapshot = await workbook.read({
        remembered: account.layout,
        ...(revision === null ? {} : { current: revision }),
      });
      await write(account, snapshot, workbook, toInstant(lookedAt));
      return snapshot;
    } finally {
      await workbook.close();
    }
  }

  async function showFound(
    accountId: string,
    { snapshot, readAt }: Found,
    workbook: AnyWorkbook,
  ): Promise<NewDifference[]> {
    const account = findAccount(deps.store, accountId);
    if (account === null) return [];
    const state = findMirrorState(deps.store, accountId);
    // A remote workbook may have new content although its revision is equal, so the mirror is written after each read.
    const isShown = state?.revision === snapshot.revision && (readAt === null || !workbook.isRemote);
    if (isShown) markVerified(accountId, state, workbook, deps.clock.now());
    else await write(account, snapshot, workbook, readAt ?? verifiedAt(state, workbook, deps.clock.now()));
    return reconcileAccounts(deps, accountId, snapshot);
  }

  async function showUnread(
    accountId: string,
    { on, work, applied }: Unread,
    workbook: AnyWorkbook,
  ): Promise<NewDifference[]> {
    const account = findAccount(deps.store, accountId);
    const state = findMirrorState(deps.store, accountId);
    if (account === null || state?.revision !== on.revision || !isSound(accountId, state.version))
      return refresh(accountId);
    if (applied === null) markVerified(accountId, state, workbook, deps.clock.now());
    else if (!(await patch(account, work, applied))) return refresh(accountId);
    if (!isAnyStale(deps.store, accountId)) return [];
    await turn();
    const isDone = await reconcileAfter(deps, accountId, applied ?? on, work);
    return isDone ? [] : refresh(accountId);
  }

  async function refresh(accountId: string): Promise<NewDifference[]> {
    checks.delete(accountId);
    const read = await update(accountId, () => true);
    return read === null ? [] : reconcileAccounts(deps, accountId, read);
  }

  return {
    freshen,
    /** Like `freshen`, but always reads a remote workbook, because its service may report changes minutes late. */
    reread: (accountId: string): Promise<Freshness> => {
      checks.delete(accountId);
      return look(accountId, ({ isRemote }) => isRemote);
    },
    showResult: async (accountId: string, result: RunResult, workbook: AnyWorkbook): Promise<readonly RunMessage[]> => {
      const found =
        result === null
          ? await refresh(accountId)
          : 'on' in result
            ? await showUnread(accountId, result, workbook)
            : await showFound(accountId, result, workbook);
      return found.map(({ finding, ...account }) => runMessage('warning', differsProblem(account, finding)));
    },
    /** Throws if the workbook cannot be read. */
    rebuildMirror: async (accountId: string): Promise<void> => void (await refresh(accountId)),
    /** Lets the next `freshen` check the workbook immediately. Call this if the workbook may have changed. */
    invalidate: (accountId: string): void => void checks.delete(accountId),
  };
}

/** If `work` throws because the mirror is damaged, rebuilds the mirror and calls `work` a second time. */
export async function withSoundMirror<Result>(
  sync: { rebuildMirror(accountId: string): Promise<void> },
  accountId: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!hasCode(thrown, 'store_mirror_damaged')) throw thrown;
    await sync.rebuildMirror(accountId);
    return work();
  }
}
