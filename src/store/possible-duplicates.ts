import type { Reader, Writer } from './database.ts';
import { findMemory } from './memory.ts';
import { iterateRunItems } from './runs.ts';
import { readSetting, saveSetting } from './settings.ts';

const MOST_RUNS = 20;

export function listUndecidedDuplicates(db: Reader, accountId: string) {
  const decided = new Set(decidedRuns(db, accountId));
  return db
    .all<{ runId: string; queuedAt: string }>(
      `SELECT id AS runId, queued_at AS queuedAt FROM run
       WHERE account_id = ? AND kind IN ('sync', 'import') AND status IN ('succeeded', 'partial') AND undone_by IS NULL
         AND json_extract(counts, '$.possibleDuplicates') > 0
       ORDER BY queued_at DESC, id DESC
       LIMIT ?`,
      accountId,
      MOST_RUNS,
    )
    .flatMap((run) => {
      const count = decided.has(run.runId) ? 0 : stillThere(db, accountId, run.runId);
      return count === 0 ? [] : [{ ...run, count }];
    });
}

export function decideDuplicates(db: Writer, accountId: string, runId: string): void {
  saveSetting(db, keyOf(accountId), [...new Set([runId, ...decidedRuns(db, accountId)])].slice(0, MOST_RUNS * 2));
}

function stillThere(db: Reader, accountId: string, runId: string): number {
  let count = 0;
  for (const item of iterateRunItems(db, runId)) {
    if (item.kind !== 'added' || item.possibleDuplicateOf.length === 0) continue;
    if (findMemory(db, accountId, item.values.transactionId)?.state === 'in-sheet') count += 1;
  }
  return count;
}

function decidedRuns(db: Reader, accountId: string): readonly string[] {
  const stored = readSetting(db, keyOf(accountId));
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

function keyOf(accountId: string): string {
  return `duplicates.${accountId}`;
}
