import type { Run, RunMessage, Trigger } from '../core/run.ts';
import { PennyrowError } from '../platform/errors.ts';
import { findAccount, type Account } from '../store/accounts.ts';
import type { Reader } from '../store/database.ts';
import { findRun } from '../store/runs.ts';
import type { SyncDependencies } from './dependencies.ts';
import { isBackingOff } from './back-off.ts';
import { connectionsToFetch, leftOut } from './fetch.ts';

interface WithStore {
  readonly store: Reader;
}

export function requireAccount({ store }: WithStore, accountId: string): Account {
  const account = findAccount(store, accountId);
  if (account !== null) return account;
  throw new PennyrowError(
    'account_unknown',
    `There is no account ${accountId}.`,
    'List the accounts with `pennyrow account list`.',
  );
}

/** The account, which has a workbook. */
export function requireWorkbook(deps: WithStore, accountId: string): Account {
  const account = requireAccount(deps, accountId);
  if (account.workbook !== null) return account;
  throw new PennyrowError('workbook_none', `The account “${account.name}” has no workbook yet.`, NO_WORKBOOK_REMEDY);
}

const NO_WORKBOOK_REMEDY =
  'Connect one with `pennyrow workbook connect FILE`, or make one with `pennyrow workbook create FILE`.';

/** Why a sync of the account would have nothing to do, and what to do about it; null when it has something. */
export function nothingToSync(deps: SyncDependencies, accountId: string, trigger: Trigger): PennyrowError | null {
  const account = requireAccount(deps, accountId);
  if (account.workbook === null)
    return new PennyrowError('workbook_none', 'There is no workbook yet.', NO_WORKBOOK_REMEDY);
  // The bank is not asked for what could not be written: some count how often they are.
  if (!('path' in account.workbook) && account.workbook.grantLost) {
    return new PennyrowError(
      'workbook_reconnect',
      `Pennyrow may no longer use the spreadsheet “${account.workbook.title}”, so that syncs wait.`,
      `Connect it again with \`pennyrow workbook connect ${account.workbook.kind} --reconnect\`; then what is waiting is synced.`,
    );
  }
  const connections = connectionsToFetch(deps, accountId);
  if (connections.some((connection) => !isBackingOff(connection, trigger, deps.clock.now()))) return null;
  const [held] = connections;
  if (held !== undefined) return toError(leftOut(held, account.timeZone), '');
  return new PennyrowError(
    'connection_none',
    'There is no bank connection to sync.',
    'Add one with `pennyrow connection add`, or bring in a statement with `pennyrow import FILE`.',
  );
}

const NOTHING_FETCHED_REMEDY =
  'Drop a statement file into the watched folder, or add a connection with `pennyrow connection add`.';

/** No connection answered: the first one's trouble is the run's. */
export function nothingFetched(first: RunMessage | undefined): PennyrowError {
  if (first === undefined)
    return new PennyrowError('source_nothing', 'No connection had anything to fetch.', NOTHING_FETCHED_REMEDY);
  return toError(first, NOTHING_FETCHED_REMEDY);
}

/** A message of a run is coded as errors are. */
function toError({ code, message, remedy }: RunMessage, otherwise: string): PennyrowError {
  return new PennyrowError(code as PennyrowError['code'], message, remedy ?? otherwise);
}

/** The run, which ended well, wrote something and was not taken back before. */
export function requireUndoable({ store }: WithStore, runId: string): Run {
  const run = findRun(store, runId);
  const reason = run === null ? `There is no run ${runId}.` : whyNotUndoable(run);
  if (run !== null && reason === null) return run;
  throw new PennyrowError('run_not_undoable', reason ?? '', 'List the runs with `pennyrow runs`.');
}

function whyNotUndoable(run: Run): string | null {
  if (run.kind === 'undo') return 'An undo cannot be undone; sync again instead.';
  if (run.kind === 'rule' && run.counts.updated === 0)
    return 'This run only added a rule: delete its line in the Rules sheet, and it is gone.';
  if (run.undoneBy !== null) return `The run ${run.id} was undone before.`;
  if (run.status !== 'succeeded' && run.status !== 'partial') return `The run ${run.id} wrote nothing.`;
  return null;
}
