import type { Run } from '../core/run.ts';
import type { SyncLog } from './dependencies.ts';

/**
 * One line for a run that has ended. Problems are logged by their codes: messages quote statements and sheets, and
 * stand in the run's record for its person.
 */
export function logRun(log: SyncLog, { id, accountId, kind, trigger, status, counts, messages }: Run): void {
  const { added, updated, removed } = counts;
  const fields = { run: id, account: accountId, kind, trigger, status, added, updated, removed };
  const problems = messages.filter(({ severity }) => severity === 'problem').map(({ code }) => code);
  if (problems.length === 0) log.info(fields, 'a run ended');
  else log.warn({ ...fields, problems }, 'a run ended with problems');
}
