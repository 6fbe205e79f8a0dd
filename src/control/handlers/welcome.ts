import { nameOfKind } from '../../messages/problem.ts';
import type { WelcomeStep, WelcomeView } from '../../contract/control/welcome.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { createError } from '../../platform/errors.ts';
import { saveAccount, type Account, listAccounts, requireAccount } from '../../store/accounts.ts';
import { addConnection, listConnections } from '../../store/connections.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Handlers } from '../handler.ts';
import { cancelRuns, requestSync } from './runs.ts';
import { demoWorkbookOf, leaveDemo, rememberDemoWorkbook } from '../workbook/demo-workbook.ts';
import type { Reader, Writer } from '../../store/database.ts';
import { loadMirrorTransactions } from '../../store/mirror.ts';
import { listRuns } from '../../store/runs.ts';
import { findSchedule } from '../../store/schedules.ts';
import { readSetting, saveSetting } from '../../store/settings.ts';
import { listTokens } from '../../store/tokens.ts';

const AFTER_DEMO: readonly WelcomeStep[] = ['place', 'schedule'];

export function welcomeHandlers(deps: Collaborators): Handlers<'welcome'> {
  const { store, sync } = deps;

  async function makeWorkbook(account: Account): Promise<string> {
    if (!(await canTryDemo(deps, account))) throw createError('account_has_data', { account: account.name });
    const path = deps.workbooks.suggestedPath('Pennyrow Demo');
    const workbook = await deps.workbooks.create(path, true);
    // Marks the demo workbook in the same database transaction that connects it, so that no sync writes bank data into it.
    store.transaction(() => {
      rememberDemoWorkbook(store, account.id, path);
      saveAccount(store, { ...requireAccount(store, account.id), workbook });
      sync.workbookChanged(account.id, null);
    });
    deps.announce('workbook', account.id);
    return path;
  }

  function connectBank(accountId: string): void {
    const trial = deps.sources.kinds.find(({ group }) => group === 'trial');
    if (trial === undefined || listConnections(store, accountId).some(({ source }) => source === trial.id)) return;
    addConnection(store, {
      id: deps.newId('connection'),
      accountId,
      source: trial.id,
      name: nameOfKind(trial.id),
      settings: {},
      createdAt: toInstant(deps.clock.now()),
    });
    deps.connectionsChanged(accountId);
    deps.announce('connections', accountId);
  }

  return {
    'welcome.get': ({ accountId }) => welcomeView(deps, requireAccount(store, accountId)),
    'welcome.pass': ({ accountId, step }) => {
      const account = requireAccount(store, accountId);
      const { passed, isOver } = readProgress(store) ?? { passed: [], isOver: false };
      saveProgress(store, { passed: [...new Set([...passed, step])], isOver });
      deps.announce('settings', null);
      return welcomeView(deps, account);
    },
    'welcome.end': () => {
      saveProgress(store, { passed: readProgress(store)?.passed ?? [], isOver: true });
      deps.announce('settings', null);
      return null;
    },
    'demo.begin': async ({ accountId }) => {
      const account = requireAccount(store, accountId);
      const path = demoWorkbookOf(store, account) ?? (await makeWorkbook(account));
      connectBank(accountId);
      return { ...requestSync(sync, accountId, 'person'), path };
    },
    'demo.leave': async ({ accountId }) => {
      const account = requireAccount(store, accountId);
      const path = demoWorkbookOf(store, account);
      if (path === null) throw createError('workbook_no_demo', {});
      await cancelRuns(sync, accountId);
      store.transaction(() => {
        leaveDemo(deps, account);
        saveAccount(store, { ...requireAccount(store, accountId), workbook: null });
        saveProgress(store, { passed: AFTER_DEMO, isOver: false });
        sync.workbookChanged(accountId, null);
      });
      deps.announce('workbook', accountId);
      return { path };
    },
  };
}

const KEY = 'welcome';

interface Progress {
  readonly passed: readonly WelcomeStep[];
  readonly isOver: boolean;
}

function readProgress(db: Reader): Progress | null {
  return (readSetting(db, KEY) as Progress | undefined) ?? null;
}

function saveProgress(db: Writer, progress: Progress): void {
  saveSetting(db, KEY, progress);
}

async function welcomeView(deps: Collaborators, account: Account): Promise<WelcomeView> {
  const { store, workbooks } = deps;
  const progress = readProgress(store);
  const next = nextStep(deps, account, progress?.passed ?? []);
  return {
    isWanted: progress === null ? isUntouched(deps) : !progress.isOver && next !== null,
    next,
    hasChosenWorkbook: isChosen(deps, account),
    suggestedPath: workbooks.suggestedPath('Pennyrow'),
    isInDemo: demoWorkbookOf(store, account) !== null,
    canTryDemo: await canTryDemo(deps, account),
  };
}

async function canTryDemo({ store, sync }: Collaborators, { id, workbook }: Account): Promise<boolean> {
  if (listConnections(store, id).length > 0 || (workbook !== null && !('path' in workbook))) return false;
  if (workbook === null) return true;
  const { problem } = await sync.freshen(id);
  return problem === null && loadMirrorTransactions(store, id).blocks.length === 0;
}

function nextStep(deps: Collaborators, account: Account, passed: readonly WelcomeStep[]): WelcomeStep | null {
  const { store } = deps;
  const runs = listRuns(store, account.id, { limit: 1 });
  const hasBank = listConnections(store, account.id).length > 0;
  const isDone: Readonly<Record<WelcomeStep, boolean>> = {
    place: false,
    workbook: isChosen(deps, account),
    bank: hasBank || runs.length > 0,
    sync: hasBank ? runs.some(({ status }) => status === 'succeeded' || status === 'partial') : true,
    schedule: findSchedule(store, account.id) !== null,
  };
  const steps = Object.keys(isDone) as WelcomeStep[];
  return steps.find((step) => !isDone[step] && !passed.includes(step)) ?? null;
}

function isChosen({ workbooks }: Collaborators, { workbook }: Account): boolean {
  return workbook !== null && !('path' in workbook && workbook.path === workbooks.firstPath);
}

function isUntouched(deps: Collaborators): boolean {
  const { store } = deps;
  const [account, ...others] = listAccounts(store);
  if (account === undefined || others.length > 0 || isChosen(deps, account)) return false;
  const { id } = account;
  return (
    listConnections(store, id).length === 0 &&
    listRuns(store, id, { limit: 1 }).length === 0 &&
    listTokens(store, id).length === 0 &&
    findSchedule(store, id) === null
  );
}
