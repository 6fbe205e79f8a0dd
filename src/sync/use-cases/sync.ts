import type { Trigger } from '../../core/run.ts';
import { type PennyrowError, createError, errorOf } from '../../platform/errors.ts';
import { unlessDamaged } from '../../store/mirror.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import type { RunContext, RunResult, Work } from '../runs/work.ts';
import { planAndWrite, type Planners } from '../runs/write.ts';
import { isBackingOff } from './back-off.ts';
import { type Account, requireAccount, requireWorkbook } from '../../store/accounts.ts';
import type { PlannedOn, Workbook } from '../../workbooks/workbook.ts';
import { planOnly, type UseCaseContext } from './context.ts';
import { findRows } from './find-rows.ts';
import { withUpdates } from './write-batch.ts';
import {
  connectionsToFetch,
  fetchConnections,
  skipReason,
  type FetchOptions,
  type FetchResult,
  type StatementOptions,
  chooseStatementConnection,
  fetchStatements,
  fileAway,
  rememberMappings,
  saveNewConnection,
  statementConnection,
} from './fetch.ts';
import type { RowAnswer } from './plan-work.ts';

/** Imported on first use, because rules load a large regular expression engine. */
const loadPlanning = () => import('./plan-work.ts');

export type SyncRequest =
  | { readonly outcome: 'queued' | 'joined'; readonly runId: string; readonly message: string }
  /** `problem` has a specific code, such as `workbook_none` or `connection_none`; the message includes the remedy. */
  | { readonly outcome: 'nothing-to-sync'; readonly message: string; readonly problem: PennyrowError };

interface ImportOptions extends StatementOptions {
  readonly trigger: Trigger;
  /** The connection of the imported rows; by default the account's connection for statement files. */
  readonly connectionId?: string | undefined;
  readonly answers?: readonly RowAnswer[] | undefined;
}

export interface PreviewOptions extends StatementOptions {
  /** The statement files to preview; by default, previews a sync of the connections. */
  readonly paths?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

export interface PreviewedFetch {
  readonly result: FetchResult;
  readonly fetchedAt: number;
  /** The result of `stateOfConnections` before the fetch. If it has changed since, the preview is outdated. */
  readonly state: string;
}

export interface Preview extends Work {
  /** Null for a preview of statement files. */
  readonly fetch: PreviewedFetch | null;
}

interface SyncOptions {
  readonly answers?: readonly RowAnswer[] | undefined;
  /** The transactions of a preview, used instead of a new fetch unless they are outdated. */
  readonly previewed?: PreviewedFetch | null;
}

/** Queues a sync. If a sync is unfinished, joins it and ignores the options. */
export function requestSync(
  { deps, runner }: UseCaseContext,
  accountId: string,
  trigger: Trigger,
  { answers, previewed = null }: SyncOptions = {},
): SyncRequest {
  const nothing = nothingToSync(deps, accountId, trigger);
  if (nothing !== null)
    return { outcome: 'nothing-to-sync', message: `${nothing.message} ${nothing.remedy}`.trim(), problem: nothing };
  const underWay = runner.unfinishedSync(accountId);
  if (underWay !== undefined && trigger === 'person') runner.join(underWay.id);
  if (underWay !== undefined)
    return { outcome: 'joined', runId: underWay.id, message: 'A sync is already under way; this request joins it.' };
  const runId = runner.enqueue(accountId, { kind: 'sync', trigger }, (context) => {
    const fetch = async (options: FetchOptions) =>
      previewed !== null && isCurrent(deps, accountId, previewed)
        ? previewed.result
        : fetchConnections(deps, context.account, { ...options, trigger });
    return writeFetched(deps, context, fetch, answers);
  });
  return { outcome: 'queued', runId, message: 'The sync has been scheduled and runs in the background.' };
}

/** A sync after a preview uses the transactions of the preview if they are not older than this. */
const MOST_AGE_MS = 600_000;

function isCurrent(deps: SyncDependencies, accountId: string, { fetchedAt, state }: PreviewedFetch): boolean {
  return deps.clock.now() - fetchedAt < MOST_AGE_MS && state === stateOfConnections(deps, accountId);
}

/** A text that changes with the settings and after each successful fetch, so that earlier previews are outdated. */
function stateOfConnections(deps: SyncDependencies, accountId: string): string {
  const connections = connectionsToFetch(deps, accountId);
  return JSON.stringify(connections.map(({ id, settings, health }) => [id, settings, health.lastSuccessAt]));
}

export function importFiles(
  { deps, runner }: UseCaseContext,
  accountId: string,
  paths: readonly string[],
  { trigger, connectionId, answers, ...statement }: ImportOptions,
): string {
  return runner.enqueue(accountId, { kind: 'import', trigger }, (context) => {
    const connection = chooseStatementConnection(deps, accountId, connectionId);
    const fetch = async (options: FetchOptions): Promise<FetchResult> => {
      try {
        const result = await fetchStatements(deps, context.account, connection, paths, statement, options);
        saveNewConnection(deps, connection);
        return result;
      } catch (thrown) {
        deps.discardUnusedWorkbook(context.account);
        throw thrown;
      }
    };
    return writeFetched(deps, context, fetch, answers);
  });
}

export async function previewSync(
  { deps }: UseCaseContext,
  accountId: string,
  { paths, signal, ...statement }: PreviewOptions,
): Promise<Preview> {
  const account = requireWorkbook(deps.store, accountId);
  const options = { signal, progress: () => undefined };
  const [fetchedAt, state] = [deps.clock.now(), stateOfConnections(deps, accountId)];
  const result =
    paths === undefined
      ? await fetchConnections(deps, account, { ...options, trigger: 'person' })
      : await fetchStatements(deps, account, statementConnection(deps, accountId), paths, statement, options);
  const planners = await fetchedPlanners(deps, account, result);
  const planned = await planOnly(deps, accountId, {
    ...planners,
    planSettled: async (on, workbook) => {
      const work = await planners.planSettled(on, workbook);
      return work === null ? null : withShownRows(deps, accountId, { on, workbook }, work);
    },
  });
  return { ...planned, fetch: paths === undefined ? { result, fetchedAt, state } : null };
}

async function writeFetched(
  deps: SyncDependencies,
  context: RunContext,
  fetch: (options: FetchOptions) => Promise<FetchResult>,
  answers: readonly RowAnswer[] = [],
): Promise<RunResult> {
  context.report('fetching');
  const result = await fetch({
    signal: context.signal,
    progress: (done, total) => context.report('fetching', undefined, done, total),
  });
  context.signal.throwIfAborted();
  const [first] = result.messages;
  if (result.fetches.length === 0) throw first === undefined ? createError('source_nothing', {}) : errorOf(first);
  const found = await planAndWrite(deps, context, await fetchedPlanners(deps, context.account, result, answers));
  rememberMappings(deps, result);
  await fileAway(deps, result);
  return found;
}

async function fetchedPlanners(
  deps: SyncDependencies,
  account: Account,
  result: FetchResult,
  answers: readonly RowAnswer[] = [],
): Promise<Planners> {
  const { planContext, planFetched, planSettledFetch } = await loadPlanning();
  return {
    plan: async (current) => planFetched(current, result, await planContext(deps, account, current), answers),
    planSettled: async ({ revision }) =>
      answers.length > 0 ? null : unlessDamaged(() => planSettledFetch(deps, account, revision, result)),
  };
}

/** Null if the plan requires all rows. */
async function withShownRows(
  { store }: SyncDependencies,
  accountId: string,
  place: { readonly on: PlannedOn; readonly workbook: Workbook },
  work: Work,
): Promise<Work | null> {
  const [plan, another] = work.plans ?? [];
  // A second plan may refer to rows that the first one appends, and the mirror lacks these.
  if (plan === undefined || another !== undefined) return null;
  const { skips, updates, leftFeed, memory } = plan;
  const ids = [
    ...skips.filter(({ reason }) => reason === 'known').map(({ transactionId }) => transactionId),
    ...updates.map(({ transactionId }) => transactionId),
    ...leftFeed,
    ...memory.flatMap(({ shownBy }) => shownBy ?? []),
  ];
  const found = await findRows(store, accountId, place, () => ({ ids }));
  if (found === null) return null;
  return {
    ...work,
    rows: withUpdates(
      found.rows.map(({ row }) => row),
      updates,
    ),
  };
}

/** The reason why a sync has nothing to do, including a remedy; null if it has something to do. */
function nothingToSync(deps: SyncDependencies, accountId: string, trigger: Trigger): PennyrowError | null {
  const account = requireAccount(deps.store, accountId);
  if (account.workbook === null) return createError('workbook_none', { account: account.name });
  // Does not fetch if the result cannot be written, because some banks limit requests.
  if (!('path' in account.workbook) && account.workbook.grantLost) {
    const { title, kind } = account.workbook;
    return createError('workbook_reconnect', { reason: 'other', detail: title, kind });
  }
  const connections = connectionsToFetch(deps, accountId);
  if (connections.some((connection) => !isBackingOff(connection, trigger, deps.clock.now()))) return null;
  const [first] = connections;
  if (first !== undefined) return errorOf(skipReason(first));
  return createError('connection_none', {});
}
