import type { ApiAccess, CertificateView, ExportPage, Settings } from '../../contract/control/service.ts';
import { createError } from '../../platform/errors.ts';
import { checkAccounts, type DoctorCollaborators } from '../status/doctor.ts';
import type { Handlers } from '../handler.ts';
import { readSettings, saveSettings } from '../settings.ts';
import { listAccounts } from '../../store/accounts.ts';
import { withSoundMirror } from '../../sync/mirror/mirror-updater.ts';
import { accountNeeds, accountStatuses } from '../status/status.ts';
import type { ExportedTransaction } from '../../contract/transaction-view.ts';
import { toEpochDay, type CalendarDate } from '../../core/calendar-date.ts';
import type { Reader } from '../../store/database.ts';
import { findMirrorState, loadMirrorText, loadMirrorTransactions } from '../../store/mirror.ts';
import { readBlock } from '../transactions/mirror-rows.ts';

export interface ServiceCollaborators extends DoctorCollaborators {
  certificate(): Promise<CertificateView>;
  dashboardLink(): { readonly url: string; readonly expiresAt: string };
  apiAccess(accountId: string, scopes: ApiAccess['scopes']): ApiAccess;
}

export function serviceHandlers(deps: ServiceCollaborators): Handlers<'service'> {
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
      if (caller !== 'trusted') throw createError('input_terminal', { command: 'pennyrow api', wanted: 'api' });
      return deps.apiAccess(accountId, scopes);
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
      deps.announce('settings', null);
      return settings();
    },
    'export.transactions': async ({ accountId, from, to, page }) => {
      if (page === 0) {
        const { problem } = await deps.sync.reread(accountId);
        if (problem !== null) throw problem;
      }
      return withSoundMirror(deps.sync, accountId, () => exportPage(deps.store, accountId, { from, to }, page));
    },
  };
}

const MIN_ROWS_PER_PAGE = 1000;

/** Synchronous, so that the rows cannot change while a page is read. */
function exportPage(
  db: Reader,
  accountId: string,
  range: { readonly from: string | undefined; readonly to: string | undefined },
  start: number,
): ExportPage {
  const first = range.from === undefined ? -Infinity : toEpochDay(range.from as CalendarDate);
  const last = range.to === undefined ? Infinity : toEpochDay(range.to as CalendarDate);
  const { blocks } = loadMirrorTransactions(db, accountId);
  const rows: ExportedTransaction[] = [];
  let next = start;
  for (const block of blocks.slice(start)) {
    if (rows.length >= MIN_ROWS_PER_PAGE) break;
    next += 1;
    for (const [id, , fields] of readBlock(block, loadMirrorText(db, accountId, block), first, last))
      rows.push({ id, ...fields });
  }
  const version = findMirrorState(db, accountId)?.version ?? 0;
  return { version, rows, next: next < blocks.length ? next : null };
}
