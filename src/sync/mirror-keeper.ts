import { listedCategories, listedRules } from '../core/mirror-lists.ts';
import { mirrorText, type MirrorBlock } from '../core/mirror-text.ts';
import { toInstant } from '../core/calendar-date.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { fromLocalDateTime } from '../core/time-zone.ts';
import { toPennyrowError } from '../platform/errors.ts';
import { findAccount, saveLayout, type Account } from '../store/accounts.ts';
import { listFirstSeen, recordFirstSeen } from '../store/first-seen.ts';
import { listAddedAt } from '../store/memory.ts';
import { findMirrorState, markMirrorVerified, saveMirror } from '../store/mirror.ts';
import { saveSnapshot } from '../store/snapshots.ts';
import type { Workbook } from '../workbooks/workbook.ts';
import type { SyncDependencies } from './dependencies.ts';
import { rowsToKeep } from './kept-snapshot.ts';
import type { Freshness } from './sync.ts';

/** How long a check of the workbook's revision holds. */
const CHECK_EVERY_MS = 3000;

export interface MirrorKeeper {
  /** See `Sync.freshen`. */
  freshen(accountId: string): Promise<Freshness>;
  /** Makes the mirror show this snapshot. */
  show(accountId: string, snapshot: Snapshot, workbook: Pick<Workbook, 'isRemote'>): Promise<void>;
  /** Reads the workbook and shows it, whatever the last check said. */
  refresh(accountId: string): Promise<void>;
  /** Forgets the last check, because the account's workbook is another one now. */
  reset(accountId: string): void;
}

interface Check {
  readonly atMs: number;
  /** The same promise for every caller, so that a check that still holds costs nothing. */
  readonly answer: Promise<Freshness>;
  ended: boolean;
}

export function createMirrorKeeper(deps: SyncDependencies): MirrorKeeper {
  const checks = new Map<string, Check>();

  function freshen(accountId: string): Promise<Freshness> {
    const last = checks.get(accountId);
    if (last !== undefined && (!last.ended || holds(last, deps.clock.now()))) return last.answer;
    const check: Check = { atMs: deps.clock.now(), answer: look(accountId), ended: false };
    checks.set(accountId, check);
    const ended = (): void => {
      check.ended = true;
    };
    // It fails only when the service closes meanwhile; then the asker hears of it.
    check.answer.then(ended, ended);
    return check.answer;
  }

  async function look(accountId: string): Promise<Freshness> {
    try {
      await follow(accountId);
      return { asOf: findMirrorState(deps.store, accountId)?.verifiedAt ?? null, problem: null };
    } catch (thrown) {
      const problem = toPennyrowError(thrown);
      deps.log.warn({ account: accountId, err: problem }, 'the workbook could not be read; the mirror is served');
      return { asOf: findMirrorState(deps.store, accountId)?.verifiedAt ?? null, problem };
    }
  }

  async function follow(accountId: string): Promise<void> {
    const account = findAccount(deps.store, accountId);
    if (account === null || account.workbook === null) return;
    const workbook = deps.openWorkbook(account);
    try {
      const state = findMirrorState(deps.store, accountId);
      const revision = await workbook.revision();
      if (state?.revision === revision) markMirrorVerified(deps.store, accountId, revision, toInstant(deps.clock.now()));
      else await show(accountId, await workbook.read({ remembered: account.layout, current: revision }), workbook);
    } finally {
      await workbook.close();
    }
  }

  /** A service may show an old revision for some seconds after a write: it is not asked whether to read. */
  async function readAnew(accountId: string): Promise<void> {
    const account = findAccount(deps.store, accountId);
    if (account === null || account.workbook === null) return;
    const workbook = deps.openWorkbook(account);
    try {
      const snapshot = await workbook.read({ remembered: account.layout });
      await write(account, snapshot, workbook);
    } finally {
      await workbook.close();
    }
  }

  async function show(accountId: string, snapshot: Snapshot, workbook: Pick<Workbook, 'isRemote'>): Promise<void> {
    const account = findAccount(deps.store, accountId);
    if (account === null) return;
    if (findMirrorState(deps.store, accountId)?.revision === snapshot.revision) {
      markMirrorVerified(deps.store, accountId, snapshot.revision, toInstant(deps.clock.now()));
      return;
    }
    await write(account, snapshot, workbook);
  }

  async function write(account: Account, snapshot: Snapshot, workbook: Pick<Workbook, 'isRemote'>): Promise<void> {
    const accountId = account.id;
    const { blocks, newlySeen, repeats } = await writeOut(deps, account, snapshot);
    const rows = await rowsToKeep(snapshot, workbook);
    const { ruleProblems } = await import('./rule-problems.ts');
    const verifiedAt = toInstant(deps.clock.now());
    deps.store.transaction(() => {
      if (JSON.stringify(account.layout) !== JSON.stringify(snapshot.layout)) saveLayout(deps.store, accountId, snapshot.layout);
      if (rows !== null) saveSnapshot(deps.store, accountId, snapshot, rows);
      recordFirstSeen(deps.store, accountId, newlySeen, verifiedAt);
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

  return {
    freshen,
    show,
    refresh: async (accountId) => {
      checks.delete(accountId);
      await readAnew(accountId);
    },
    reset: (accountId) => {
      checks.delete(accountId);
    },
  };
}

function holds(check: Check, nowMs: number): boolean {
  const age = nowMs - check.atMs;
  return age >= 0 && age < CHECK_EVERY_MS;
}

/** Writes the blocks out one at a time, so that requests are answered in between. */
async function writeOut(deps: SyncDependencies, account: Account, snapshot: Snapshot) {
  const addedAt = listAddedAt(deps.store, account.id);
  const text = mirrorText(snapshot.rows, {
    digest: deps.digest,
    addedAt: (transactionId) => addedAt.get(transactionId) ?? null,
    toInstant: (local) => toInstant(fromLocalDateTime(account.timeZone, local)),
    firstSeen: listFirstSeen(deps.store, account.id),
    now: toInstant(deps.clock.now()),
  });
  const blocks: MirrorBlock[] = [];
  for (const block of text.blocks) {
    blocks.push(block);
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
  return { blocks, newlySeen: text.newlySeen, repeats: text.repeats };
}
