import type { serviceProcedures, Settings } from '../../contract/control/service.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { checkAccounts } from '../check-accounts.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce, Handlers } from '../handler.ts';
import { exportTransactions } from '../export.ts';
import { requireAccount } from '../requirements.ts';
import { readSettings, saveSettings } from '../settings.ts';
import { listAccounts } from '../../store/accounts.ts';
import { withSoundMirror } from '../../sync/sound-mirror.ts';
import { accountNeeds, accountStatuses } from '../status.ts';

export function serviceHandlers(
  deps: ControlDependencies,
  announce: Announce,
): Handlers<keyof typeof serviceProcedures> {
  const settings = (): Settings => readSettings(deps.store, deps.defaults.syncLimits);

  return {
    'service.status': async () => ({
      version: deps.about.version,
      dataFolder: deps.about.dataFolder,
      url: deps.about.url(),
      startedAt: deps.about.startedAt,
      accounts: await accountStatuses(deps),
    }),
    'service.needs': () => accountNeeds(deps),
    'service.certificate': () => deps.certificate(),
    'service.dashboardLink': () => deps.dashboardLink(),
    'service.apiAccess': ({ accountId, scopes }, _signal, caller) => {
      if (caller !== 'trusted')
        throw new PennyrowError(problem('input_terminal', { command: 'pennyrow api', wanted: 'api' }));
      return deps.apiAccess(requireAccount(deps.store, accountId).id, scopes);
    },
    'service.doctor': async () => [...(await deps.checkMachine()), ...(await checkAccounts(deps))],
    'service.rebuildMirrors': async () => {
      const rebuilt: string[] = [];
      for (const { id, name, workbook } of listAccounts(deps.store)) {
        if (workbook === null || (await deps.sync.compareMirror(id)).differing === 0) continue;
        await deps.sync.rebuildMirror(id);
        rebuilt.push(name);
      }
      return rebuilt;
    },
    'settings.get': settings,
    'settings.set': (changes) => {
      saveSettings(deps.store, changes);
      announce('settings', null);
      return settings();
    },
    'export.transactions': async ({ accountId, from, to }) => {
      requireAccount(deps.store, accountId);
      const { problem } = await deps.sync.reread(accountId);
      // What is exported is taken for what the workbook holds now, and the file does not say otherwise.
      if (problem !== null) throw problem;
      return withSoundMirror(deps.sync, accountId, () => exportTransactions(deps.store, accountId, { from, to }));
    },
  };
}
