import type { Run, RunMessage, Trigger } from '../core/run.ts';
import type { ProblemParameters } from '../messages/parameters.ts';
import { problem } from '../messages/problem.ts';
import { errorOf, PennyrowError } from '../platform/errors.ts';
import { findAccount, type Account } from '../store/accounts.ts';
import type { Reader } from '../store/database.ts';
import { findRun } from '../store/runs.ts';
import type { SyncDependencies } from './dependencies.ts';
import { isBackingOff } from './back-off.ts';
import { connectionsToFetch, skipReason } from './fetch.ts';

interface WithStore {
  readonly store: Reader;
}

export function requireAccount({ store }: WithStore, accountId: string): Account {
  const account = findAccount(store, accountId);
  if (account !== null) return account;
  throw new PennyrowError(problem('account_unknown', { account: accountId, known: null }));
}

/** The account; throws if it has no workbook. */
export function requireWorkbook(deps: WithStore, accountId: string): Account {
  const account = requireAccount(deps, accountId);
  if (account.workbook !== null) return account;
  throw new PennyrowError(problem('workbook_none', { account: account.name }));
}

/** The reason why a sync would have nothing to do, with a remedy; null if it has work. */
export function nothingToSync(deps: SyncDependencies, accountId: string, trigger: Trigger): PennyrowError | null {
  const account = requireAccount(deps, accountId);
  if (account.workbook === null) return new PennyrowError(problem('workbook_none', { account: account.name }));
  // Do not fetch what cannot be written, because some banks limit requests.
  if (!('path' in account.workbook) && account.workbook.grantLost) {
    const { title, kind } = account.workbook;
    return new PennyrowError(problem('workbook_reconnect', { reason: 'other', detail: title, kind }));
  }
  const connections = connectionsToFetch(deps, accountId);
  if (connections.some((connection) => !isBackingOff(connection, trigger, deps.clock.now()))) return null;
  const [first] = connections;
  if (first !== undefined) return errorOf(skipReason(first));
  return new PennyrowError(problem('connection_none', {}));
}

/** If no connection was fetched, the first message becomes the error of the run. */
export function nothingFetched(first: RunMessage | undefined): PennyrowError {
  if (first === undefined) return new PennyrowError(problem('source_nothing', {}));
  return errorOf(first);
}

/** The run; throws unless it succeeded, wrote something and was not undone before. */
export function requireUndoable({ store }: WithStore, runId: string): Run {
  const run = findRun(store, runId);
  const reason = run === null ? 'unknown' : whyNotUndoable(run);
  if (run !== null && reason === null) return run;
  throw new PennyrowError(problem('run_not_undoable', { reason: reason ?? 'unknown', run: runId }));
}

function whyNotUndoable(run: Run): ProblemParameters['run_not_undoable']['reason'] | null {
  if (run.kind === 'undo') return 'undo';
  if (run.undoneBy !== null) return 'undone';
  return run.status === 'succeeded' || run.status === 'partial' ? null : 'other';
}
