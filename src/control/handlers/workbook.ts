import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { workbookProcedures, WorkbookView } from '../../contract/control/workbook.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { listAccounts, saveAccount, type Account, type WorkbookAddress } from '../../store/accounts.ts';
import type { ControlDependencies } from '../dependencies.ts';
import { accountsAtGoogle } from '../google/connect-spreadsheet.ts';
import type { Forgotten } from '../google/google-desk.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';
import { headersOf, mapColumns } from '../workbook-columns.ts';
import { chosenLayout } from '../../workbooks/chosen-layout.ts';
import { workbookView } from '../workbook-view.ts';

export function workbookHandlers(deps: ControlDependencies, announce: Announce): Handlers<keyof typeof workbookProcedures> {
  const { store, sync } = deps;

  function setWorkbook(accountId: string, workbook: WorkbookAddress | null, snapshot: Snapshot | null): void {
    saveAccount(store, { ...requireAccount(store, accountId), workbook });
    sync.workbookChanged(accountId, snapshot);
    announce('workbook', accountId);
  }

  /** A file needs no permission of Google's. */
  async function forgetGrant(accountId: string): Promise<Forgotten> {
    return deps.google.forget(accountId, accountsAtGoogle(store).filter((id) => id !== accountId));
  }

  const view = (accountId: string): Promise<WorkbookView | null> => workbookView(deps, accountId);

  /** Two accounts on one file would see each other's rows as deleted and double their own. */
  function requireFree(account: Account, path: string): void {
    if (!isAbsolute(path)) throw new PennyrowError('input_path', `${path} is not a full path.`, 'Give the full path of the file.');
    const file = fileAt(path);
    const owner = listAccounts(store).find(({ id, workbook }) => id !== account.id && workbook?.kind === 'xlsx' && fileAt(workbook.path) === file);
    if (owner === undefined) return;
    throw new PennyrowError('workbook_taken', `${path} is the workbook of the account “${owner.name}”.`, 'Give each account a workbook of its own.');
  }

  return {
    'workbook.get': ({ accountId }) => view(accountId),
    'workbook.headers': async ({ accountId, path }, signal) => {
      const account = requireAccount(store, accountId);
      if (path !== undefined && !isAbsolute(path)) throw new PennyrowError('input_path', `${path} is not a full path.`, 'Give the full path of the file.');
      return headersOf(deps, path === undefined ? account : { ...account, workbook: { kind: 'xlsx', path }, layout: null }, signal);
    },
    'workbook.map': async ({ accountId, mapping, anyway = false }, signal) => {
      await mapColumns(deps, requireAccount(store, accountId), mapping, anyway, signal);
      announce('workbook', accountId);
      return (await view(accountId)) as WorkbookView;
    },
    'workbook.connect': async ({ accountId, path, mapping }) => {
      const account = requireAccount(store, accountId);
      requireFree(account, path);
      const workbook = deps.workbooks.open({ ...account, workbook: { kind: 'xlsx', path }, layout: null });
      try {
        const remembered = mapping === undefined ? null : chosenLayout(mapping, await workbook.heads(), null);
        const snapshot = await workbook.read({ remembered });
        setWorkbook(accountId, { kind: 'xlsx', path }, snapshot);
        if (mapping !== undefined) await sync.columnsChanged(accountId, snapshot);
      } finally {
        await workbook.close();
      }
      await forgetGrant(accountId);
      return (await view(accountId)) as WorkbookView;
    },
    'workbook.create': async ({ accountId, path, rules = [] }) => {
      requireFree(requireAccount(store, accountId), path);
      await deps.workbooks.create(path, rules);
      setWorkbook(accountId, { kind: 'xlsx', path }, null);
      await forgetGrant(accountId);
      return (await view(accountId)) as WorkbookView;
    },
    'workbook.disconnect': async ({ accountId }) => {
      setWorkbook(accountId, null, null);
      return { permission: await forgetGrant(accountId) };
    },
  };
}

/** The same text for all paths that lead to one file, by links of either kind; the path where there is none. */
function fileAt(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? path : `${found.dev} ${found.ino}`;
}
