import { nameOfKind } from '../../messages/describe.ts';
import type { WelcomeStep, welcomeProcedures } from '../../contract/control/welcome.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { DEMO_RULES } from '../../core/demo-rules.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { saveAccount, type Account } from '../../store/accounts.ts';
import { addConnection, listConnections } from '../../store/connections.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';
import { demoWorkbookOf, leaveDemo, rememberDemoWorkbook } from '../welcome/demo-workbook.ts';
import { canTryDemo, readProgress, saveProgress, welcomeView } from '../welcome/welcome-state.ts';

/** What is to be chosen again after the demo; where things are kept was read already. */
const AFTER_DEMO: readonly WelcomeStep[] = ['place', 'schedule'];

export function welcomeHandlers(
  deps: ControlDependencies,
  announce: Announce,
): Handlers<keyof typeof welcomeProcedures> {
  const { store, sync } = deps;

  async function makeWorkbook(account: Account): Promise<string> {
    if (!(await canTryDemo(deps, account))) {
      throw new PennyrowError(problem('account_has_data', { account: account.name }));
    }
    const path = deps.workbooks.suggestedPath('Pennyrow Demo');
    const workbook = await deps.workbooks.create(path, DEMO_RULES);
    // All of it or nothing: a workbook that nobody knew to be the demo's would take real transactions.
    store.transaction(() => {
      rememberDemoWorkbook(store, account.id, path);
      saveAccount(store, { ...requireAccount(store, account.id), workbook });
      sync.workbookChanged(account.id, null);
    });
    announce('workbook', account.id);
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
    announce('connections', accountId);
  }

  async function endRuns(accountId: string): Promise<void> {
    for (const { id } of sync.active(accountId)) {
      sync.cancel(id);
      await sync.wait(id);
    }
  }

  return {
    'welcome.get': ({ accountId }) => welcomeView(deps, requireAccount(store, accountId)),
    'welcome.pass': ({ accountId, step }) => {
      const account = requireAccount(store, accountId);
      const { passed, isOver } = readProgress(store) ?? { passed: [], isOver: false };
      saveProgress(store, { passed: [...new Set([...passed, step])], isOver });
      announce('settings', null);
      return welcomeView(deps, account);
    },
    'welcome.end': () => {
      saveProgress(store, { passed: readProgress(store)?.passed ?? [], isOver: true });
      announce('settings', null);
      return null;
    },
    'demo.begin': async ({ accountId }) => {
      const account = requireAccount(store, accountId);
      const path = demoWorkbookOf(store, account) ?? (await makeWorkbook(account));
      connectBank(accountId);
      const request = sync.request(accountId, 'person');
      if (request.outcome === 'nothing-to-sync') throw request.problem;
      return { runId: request.runId, joined: request.outcome === 'joined', message: request.message, path };
    },
    'demo.leave': async ({ accountId }) => {
      const account = requireAccount(store, accountId);
      const path = demoWorkbookOf(store, account);
      if (path === null) throw new PennyrowError(problem('workbook_no_demo', {}));
      await endRuns(accountId);
      store.transaction(() => {
        leaveDemo(deps, announce, account);
        saveAccount(store, { ...requireAccount(store, accountId), workbook: null });
        saveProgress(store, { passed: AFTER_DEMO, isOver: false });
        sync.workbookChanged(accountId, null);
      });
      announce('workbook', accountId);
      return { path };
    },
  };
}
