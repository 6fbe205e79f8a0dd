import { toInstant, type Instant } from '../core/calendar-date.ts';
import { listedCategories, listedRules } from '../core/mirror-text.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { saveLayout, type Account } from '../store/accounts.ts';
import {
  recordFirstSeen,
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
import type { SyncDependencies } from './dependencies.ts';
import { patchMirror } from './patch-mirror.ts';
import type { Unread } from './run-context.ts';
import { unlessDamaged } from './sound-mirror.ts';
import { writeOut } from './write-out.ts';

/** How late a service may report that a workbook changed; people have seen up to ten minutes. */
const LATEST_NEWS_MS = 10 * 60_000;

/** All that is asked of a workbook that is not read. */
export type AnyWorkbook = Pick<Workbook, 'isRemote'>;

/** Puts into the mirror what was read of a workbook, or written to it. */
export function createMirrorWriter(deps: SyncDependencies) {
  /** Versions that were verified to be as written, by account. */
  const sound = new Map<string, number>();

  function isSound(accountId: string, version: number): boolean {
    if (sound.get(accountId) === version) return true;
    const found = isMirrorSound(deps.store, accountId);
    if (found) sound.set(accountId, version);
    else deps.log.warn({ account: accountId }, 'the mirror is damaged; the workbook is read again');
    return found;
  }

  function markVerified(accountId: string, state: MirrorState, workbook: AnyWorkbook, lookedAtMs: number): void {
    markMirrorVerified(deps.store, accountId, state.revision, verifiedAt(state, workbook, lookedAtMs));
  }

  /** What was read; the mirror says nothing older than it said. */
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

  /** The same of what was written without a read. False, and nothing done, where the mirror is damaged. */
  function patch(account: Account, work: Unread['work'], applied: NonNullable<Unread['applied']>): boolean {
    const now = deps.clock.now();
    const months = unlessDamaged(() => patchMirror(deps, account, work, applied));
    if (months === null) return false;
    deps.store.transaction(() => {
      saveLayout(deps.store, account.id, applied.layout);
      const verified = { revision: applied.revision, verifiedAt: toInstant(now) };
      saveMirrorMonths(deps.store, account.id, months, verified, now);
    });
    deps.events.emit('mirror', { accountId: account.id });
    return true;
  }

  return { isSound, markVerified, write, patch };
}

/** When an unchanged workbook certainly was so: not before it was read, and earlier than a change may go unnoticed. */
export function verifiedAt(state: MirrorState | null, { isRemote }: AnyWorkbook, lookedAtMs: number): Instant {
  if (!isRemote) return toInstant(lookedAtMs);
  const certain = toInstant(lookedAtMs - LATEST_NEWS_MS);
  const known = state?.verifiedAt ?? certain;
  // One from before the clock was set back is none.
  return known > certain && known <= toInstant(lookedAtMs) ? known : certain;
}
