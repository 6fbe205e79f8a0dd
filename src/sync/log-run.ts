import type { Run } from '../core/run.ts';
import type { SyncLog } from './dependencies.ts';

/** One line for a run that has ended. What it touched stands in its record: a log is read by more eyes than a sheet. */
export function logRun(log: SyncLog, { id, accountId, kind, trigger, status, counts, messages }: Run): void {
  // A failure has its own line, with the cause.
  if (status === 'failed') return;
  const { added, updated, removed } = counts;
  const fields = { run: id, account: accountId, kind, trigger, status, added, updated, removed };
  const problems = messages.filter(({ severity }) => severity === 'problem').map(({ message }) => message);
  if (problems.length === 0) log.info(fields, 'a run ended');
  else log.warn({ ...fields, problems }, 'a run ended with problems');
}
