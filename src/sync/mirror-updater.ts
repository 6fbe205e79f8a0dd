import { setImmediate as turn } from 'node:timers/promises';
import { listedCategories, listedRules } from '../core/mirror-lists.ts';
import { toInstant, type Instant } from '../core/calendar-date.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { toPennyrowError } from '../platform/errors.ts';
import { findAccount, saveLayout, type Account } from '../store/accounts.ts';
import { recordFirstSeen } from '../store/first-seen.ts';
import {
  findMirrorState,
  isMirrorSound,
  markMirrorVerified,
  saveMirror,
  saveMirrorMonths,
  type MirrorState,
} from '../store/mirror.ts';
import { pack } from '../store/packing.ts';
import { saveSnapshot } from '../store/snapshots.ts';
import type { Workbook } from '../workbooks/workbook.ts';
import { isAnyStale, markAllStale } from '../store/reconciliations.ts';
import { reconcileAccounts, type NewDifference } from './balances/reconcile-accounts.ts';
import { reconcileAfter } from './balances/reconcile-recent.ts';
import type { SyncDependencies } from './dependencies.ts';
import { patchMirror } from './patch-mirror.ts';
import type { Found, RunResult, Unread } from './run-context.ts';
import { unlessDamaged } from './sound-mirror.ts';
import type { Freshness } from './sync.ts';
import { writeOut } from './write-out.ts';

/** How long a check of the workbook's revision holds. */
const CHECK_EVERY_MS = 3000;

/** How late a service may report that a workbook changed; people have seen up to ten minutes. */
const LATEST_NEWS_MS = 10 * 60_000;

export type MirrorUpdater = ReturnType<typeof createMirrorUpdater>;

/** All that is asked of a workbook that is not read. */
type AnyWorkbook = Pick<Workbook, 'isRemote'>;

interface Check {
  readonly atMs: number;
  /** The same promise for every caller, so that a check that still holds costs nothing. */
  readonly answer: Promise<Freshness>;
  ended: boolean;
}

/** `isRunning`: a run of the account is under way, and shows the mirror itself when it ends. */
export function createMirrorUpdater(deps: SyncDependencies, isRunning: (accountId: string) => boolean) {
  const checks = new Map<string, Check>();
  /** Versions that were verified to be as written, by account. */
  const sound = new Map<string, number>();

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

  function isSound(accountId: string, version: number): boolean {
    if (sound.get(accountId) === version) return true;
    const found = isMirrorSound(deps.store, accountId);
    if (found) sound.set(accountId, version);
    else deps.log.warn({ account: accountId }, 'the mirror is damaged; the workbook is read again');
    return found;
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

  function markVerified(accountId: string, state: MirrorState, workbook: AnyWorkbook, lookedAtMs: number): void {
    markMirrorVerified(deps.store, accountId, state.revision, verifiedAt(state, workbook, lookedAtMs));
  }

  async function write(
    account: Account,
    snapshot: Snapshot,
    workbook: AnyWorkbook,
    verifiedAt: Instant,
  ): Promise<void> {
    const accountId = account.id;
    const { blocks, newlySeen, repeats } = await writeOut(deps, account, snapshot);
    // What is cheap to read is not kept.
    const rows = workbook.isRemote ? await pack(snapshot.rows) : null;
    const { ruleProblems } = await import('./rule-problems.ts');
    deps.store.transaction(() => {
      // A read that took long must not put back what was there before a run wrote meanwhile: a service that is late might tell
      // its revision for some minutes more. Nothing is newer than now, once the clock was set back.
      const newest = findMirrorState(deps.store, accountId)?.verifiedAt ?? verifiedAt;
      if (newest > verifiedAt && newest <= toInstant(deps.clock.now())) return;
      if (JSON.stringify(account.layout) !== JSON.stringify(snapshot.layout))
        saveLayout(deps.store, accountId, snapshot.layout);
      if (rows !== null) saveSnapshot(deps.store, accountId, snapshot, rows);
      recordFirstSeen(deps.store, accountId, newlySeen, toInstant(deps.clock.now()));
      saveMirror(
        deps.store,
        accountId,
        {
          revision: snapshot.revision,
          verifiedAt,
          categories: listedCategories(snapshot.categories),
          rules: listedRules(snapshot.rules),
          problems: [...snapshot.problems, ...ruleProblems(snapshot.rules)],
          repeats,
          blocks,
        },
        deps.clock.now(),
      );
    });
    deps.events.emit('mirror', { accountId });
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
    const now = deps.clock.now();
    if (applied === null) markVerified(accountId, state, workbook, now);
    else {
      const months = unlessDamaged(() => patchMirror(deps, account, work, applied));
      if (months === null) return refresh(accountId);
      deps.store.transaction(() => {
        saveLayout(deps.store, accountId, applied.layout);
        const verified = { revision: applied.revision, verifiedAt: toInstant(now) };
        saveMirrorMonths(deps.store, accountId, months, verified, now);
      });
      deps.events.emit('mirror', { accountId });
    }
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

/** When an unchanged workbook certainly was so: not before it was read, and earlier than a change may go unnoticed. */
function verifiedAt(state: MirrorState | null, { isRemote }: AnyWorkbook, lookedAtMs: number): Instant {
  if (!isRemote) return toInstant(lookedAtMs);
  const certain = toInstant(lookedAtMs - LATEST_NEWS_MS);
  const known = state?.verifiedAt ?? certain;
  // One from before the clock was set back is none.
  return known > certain && known <= toInstant(lookedAtMs) ? known : certain;
}

function holds(check: Check, nowMs: number): boolean {
  const age = nowMs - check.atMs;
  return age >= 0 && age < CHECK_EVERY_MS;
}
