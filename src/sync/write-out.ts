import { setImmediate as turn } from 'node:timers/promises';
import { toInstant } from '../core/calendar-date.ts';
import { mirrorTextInSteps, type MirrorBlock, type MirrorText } from '../core/mirror-text.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { fromLocalDateTime } from '../core/time-zone.ts';
import type { Account } from '../store/accounts.ts';
import { listFirstSeen } from '../store/mirror.ts';
import { readAddedAt } from '../store/read-memory.ts';
import type { SyncDependencies } from './dependencies.ts';
import { inTurns } from './in-turns.ts';

/** Writes the blocks out one at a time, requests being answered in between. */
export async function writeOut(
  deps: SyncDependencies,
  account: Account,
  snapshot: Snapshot,
): Promise<MirrorText & { readonly blocks: readonly MirrorBlock[] }> {
  const addedAt = await readAddedAt(deps.store, account.id);
  const steps = mirrorTextInSteps(snapshot.rows, {
    digest: deps.digest,
    addedAt: (transactionId) => addedAt.get(transactionId) ?? null,
    toInstant: (local) => toInstant(fromLocalDateTime(account.timeZone, local)),
    firstSeen: listFirstSeen(deps.store, account.id),
    now: toInstant(deps.clock.now()),
  });
  const text = await inTurns(steps);
  const blocks: MirrorBlock[] = [];
  for (const block of text.blocks) {
    blocks.push(block);
    await turn();
  }
  return { ...text, blocks };
}
