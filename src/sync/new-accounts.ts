import type { MemoryEntry } from '../core/memory.ts';
import type { RunMessage } from '../core/run.ts';
import { report } from '../messages/report.ts';
import { problem } from '../messages/problem.ts';
import type { ConnectionFetch } from './fetch.ts';

/**
 * Says of bank accounts that a feed shows for the first time, behind its own first fetch, that only the latest days came.
 * Their past is not fetched on its own: an account to which the bank gave another id looks the same, and all of its past
 * would come twice.
 */
export function newAccountMessages(
  { connection, since, fetched }: ConnectionFetch,
  memory: readonly MemoryEntry[],
): RunMessage[] {
  // Files bring all that they hold.
  if (connection.syncedUntil === null || fetched.files !== undefined) return [];
  const known = new Set<string>();
  for (const entry of memory) if (entry.connectionId === connection.id) known.add(entry.bankAccountId);
  if (known.size === 0) return [];
  const fresh = new Map(
    fetched.transactions.flatMap(({ account }) => (known.has(account.id) ? [] : [[account.id, account.name] as const])),
  );
  return [...fresh.values()].map((name) => ({
    severity: 'info',
    ...report(problem('source_new_account', { account: name, since })),
    connectionId: connection.id,
  }));
}
