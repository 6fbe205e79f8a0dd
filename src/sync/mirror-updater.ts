import { setImmediate as turn } from 'node:timers/promises';
import { toInstant } from '../core/calendar-date.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { toPennyrowError } from '../platform/errors.ts';
import { findAccount } from '../store/accounts.ts';
import { findMirrorState } from '../store/mirror.ts';
import type { Workbook } from '../workbooks/workbook.ts';
import { isAnyStale, markAllStale } from '../store/reconciliations.ts';
import { reconcileAccounts, type NewDifference } from './balances/reconcile-accounts.ts';
import { reconcileAfter } from './balances/reconcile-recent.ts';
import type { SyncDependencies } from './dependencies.ts';
import { createMirrorWriter, verifiedAt, type AnyWorkbook } from './mirror-writer.ts';
import type { Found, RunResult, Unread } from './run-context.ts';
import type { Freshness } from './sync.ts';

/** How long a check of the workbook's revision holds. */
const CHECK_EVERY_MS = 3000;

export type MirrorUpdater = ReturnType<typeof createMirrorUpdater>;

interface Check {
  readonly atMs: number;
  /** The same promise for every caller, so that a check that still holds costs nothing. */
  readonly answer: Promise<Freshness>;
  ended: boolean;
}

/** `isRunning`: a run of the account is under way, and shows the mirror itself when it ends. */
export function createMirrorUpdater(deps: SyncDependencies, isRunning: (accountId: string) => boolean) {
  const checks = new Map<string, Check>();
  const { isSound, markVerified, write, patch } = createMirrorWriter(deps);

  /** See `Sync.freshen`. */
  function freshen(accountId: string): Promise<Freshness> {
    const last = checks.get(accountId);
    if (last !== undefined && (!last.ended || holds(last, deps.clock.now()))) return last.answer;
    const check: Check = { atMs: deps.clock.now(), answer: look(accountId, () => false), ended: false };
    checks.set(accountId, check);
    const ended = (): void => {
      check.ended = true;
    };
    // It fails only when the service closes meanwhile; then the caller gets the error.
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

  /** `mustRead`: whether it is read whatever its revision is. */
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
      const state = findMirrorState(deps.store, accountId);
      const isKnown = state !== null && state.revision === revision && isSound(accountId, state.version);
      // What a run has made stale it will check itself.
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

  /** Makes the mirror show what a run left. Returns what does not add up any more. */
  function show(accountId: string, left: RunResult, workbook: AnyWorkbook): Promise<NewDifference[]> {
    if (left === null) return refresh(accountId);
    return 'on' in left ? showUnread(accountId, left, workbook) : showFound(accountId, left, workbook);
  }

  async function showFound(
    accountId: string,
    { snapshot, readAt }: Found,
    workbook: AnyWorkbook,
  ): Promise<NewDifference[]> {
    const account = findAccount(deps.store, accountId);
    if (account === null) return [];
    const state = findMirrorState(deps.store, accountId);
    // A remote workbook that was read may hold something else under the revision that it had.
    const isShown = state?.revision === snapshot.revision && (readAt === null || !workbook.isRemote);
    if (isShown) markVerified(accountId, state, workbook, deps.clock.now());
    else await write(account, snapshot, workbook, readAt ?? verifiedAt(state, workbook, deps.clock.now()));
    return reconcileAccounts(deps, accountId, snapshot);
  }

  /** The same of what was written without a read, or of a workbook that is as it was; reads it where only that tells. */
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
    else if (!patch(account, work, applied)) return refresh(accountId);
    if (!isAnyStale(deps.store, accountId)) return [];
    await turn();
    const isDone = await reconcileAfter(deps, accountId, applied ?? on, work);
    return isDone ? [] : refresh(accountId);
  }

  /** Reads the workbook and shows it, whatever the last check said. Returns the same. */
  async function refresh(accountId: string): Promise<NewDifference[]> {
    checks.delete(accountId);
    const read = await update(accountId, () => true);
    return read === null ? [] : reconcileAccounts(deps, accountId, read);
  }

  return {
    freshen,
    /** See `SyncService.reread`. */
    reread: (accountId: string): Promise<Freshness> => {
      checks.delete(accountId);
      return look(accountId, ({ isRemote }) => isRemote);
    },
    show,
    refresh,
    /** Forgets the last check, because the account's workbook is another one now. */
    reset: (accountId: string): void => {
      checks.delete(accountId);
    },
  };
}

function holds(check: Check, nowMs: number): boolean {
  const age = nowMs - check.atMs;
  return age >= 0 && age < CHECK_EVERY_MS;
}
