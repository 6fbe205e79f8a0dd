import type { WelcomeStep, WelcomeView } from '../../contract/control/welcome.ts';
import { listAccounts, type Account } from '../../store/accounts.ts';
import { listConnections } from '../../store/connections.ts';
import type { Reader, Writer } from '../../store/database.ts';
import { loadMirrorTransactions } from '../../store/mirror-blocks.ts';
import { listRuns } from '../../store/runs.ts';
import { findSchedule } from '../../store/schedules.ts';
import { readSetting, saveSetting } from '../../store/settings.ts';
import { listTokens } from '../../store/tokens.ts';
import type { ControlDependencies } from '../dependencies.ts';
import { demoWorkbookOf } from './demo-workbook.ts';

const KEY = 'welcome';

/** What the rest of the database cannot tell: which steps a person went past, and whether they have had enough of it. */
interface Progress {
  readonly passed: readonly WelcomeStep[];
  readonly isOver: boolean;
}

export function readProgress(db: Reader): Progress | null {
  return (readSetting(db, KEY) as Progress | undefined) ?? null;
}

export function saveProgress(db: Writer, progress: Progress): void {
  saveSetting(db, KEY, progress);
}

export async function welcomeView(deps: ControlDependencies, account: Account): Promise<WelcomeView> {
  const { store, workbooks } = deps;
  const progress = readProgress(store);
  const next = nextStep(deps, account, progress?.passed ?? []);
  return {
    isWanted: progress === null ? isUntouched(deps) : !progress.isOver && next !== null,
    next,
    hasChosenWorkbook: isChosen(deps, account),
    suggested: { workbook: workbooks.suggestedPath('Pennyrow'), demo: workbooks.suggestedPath('Pennyrow Demo') },
    isInDemo: demoWorkbookOf(store, account) !== null,
    canTryDemo: await canTryDemo(deps, account),
  };
}

/** Neither its rows, if there are any, nor the way to its workbook may be lost to the demo. */
export async function canTryDemo({ store, sync }: ControlDependencies, { id, workbook }: Account): Promise<boolean> {
  if (listConnections(store, id).length > 0 || (workbook !== null && !('path' in workbook))) return false;
  if (workbook === null) return true;
  const { problem } = await sync.freshen(id);
  return problem === null && loadMirrorTransactions(store, id).blocks.length === 0;
}

function nextStep(deps: ControlDependencies, account: Account, passed: readonly WelcomeStep[]): WelcomeStep | null {
  const { store } = deps;
  const runs = listRuns(store, account.id, { limit: 1 });
  const hasBank = listConnections(store, account.id).length > 0;
  const isDone: Readonly<Record<WelcomeStep, boolean>> = {
    // Nothing else tells that it was read.
    place: false,
    workbook: isChosen(deps, account),
    bank: hasBank || runs.length > 0,
    // Without a bank there is nothing to sync.
    sync: hasBank ? runs.some(({ status }) => status === 'succeeded' || status === 'partial') : true,
    schedule: findSchedule(store, account.id) !== null,
  };
  const steps = Object.keys(isDone) as WelcomeStep[];
  return steps.find((step) => !isDone[step] && !passed.includes(step)) ?? null;
}

function isChosen({ workbooks }: ControlDependencies, { workbook }: Account): boolean {
  return workbook !== null && !('path' in workbook && workbook.path === workbooks.firstPath);
}

/** As it was made: nobody has done anything with it, on this page or any other way. */
function isUntouched(deps: ControlDependencies): boolean {
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
