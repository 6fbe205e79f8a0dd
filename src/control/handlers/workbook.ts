import { statSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import type { workbookProcedures, WorkbookView } from '../../contract/control/workbook.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { listAccounts, saveAccount, type Account, type WorkbookAddress } from '../../store/accounts.ts';
import type { ControlDependencies } from '../dependencies.ts';
import { accountIds } from '../google/connect-spreadsheet.ts';
import { undecidedHeaders } from '../google/undecided.ts';
import type { Forgotten } from '../google/google-desk.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';
import { headersOf, mapColumns, needsMapping, notRecognised, readAsChosen, withWorkbook } from '../workbook-columns.ts';
import type { Workbook } from '../../workbooks/workbook.ts';
import { leaveDemo } from '../welcome/demo-workbook.ts';
import { workbookView } from '../workbook-view.ts';

export function workbookHandlers(
  deps: ControlDependencies,
  announce: Announce,
): Handlers<keyof typeof workbookProcedures> {
  const { store, sync } = deps;

  function setWorkbook(accountId: string, workbook: WorkbookAddress | null, snapshot: Snapshot | null): void {
    leaveDemo(deps, announce, requireAccount(store, accountId));
    saveAccount(store, { ...requireAccount(store, accountId), workbook });
    sync.workbookChanged(accountId, snapshot);
    announce('workbook', accountId);
  }

  /** A file needs no permission of Google's. */
  async function forgetGrant(accountId: string): Promise<Forgotten> {
    return deps.google.forget(
      accountId,
      accountIds(store).filter((id) => id !== accountId),
    );
  }

  const view = (accountId: string): Promise<WorkbookView | null> => workbookView(deps, accountId);

  /** Two accounts on one file would see each other's rows as deleted and double their own. */
  function requireFree(account: Account, path: string): void {
    requireFullPath(path);
    const file = fileAt(path);
    const owner = listAccounts(store).find(
      ({ id, workbook }) => id !== account.id && workbook?.kind === 'xlsx' && fileAt(workbook.path) === file,
    );
    if (owner === undefined) return;
    throw new PennyrowError(
      'workbook_taken',
      `${path} is the workbook of the account “${owner.name}”.`,
      'Give each account a workbook of its own.',
    );
  }

  return {
    'workbook.get': ({ accountId }) => view(accountId),
    'workbook.headers': async ({ accountId, path, undecided = false }, signal) => {
      const account = requireAccount(store, accountId);
      if (undecided) return undecidedHeaders(deps, account, signal);
      if (path !== undefined) requireFullPath(path);
      const meant = path === undefined ? account : unconnected(account, path);
      return withWorkbook(deps.workbooks, meant, (workbook) => headersOf(workbook, meant.layout, signal));
    },
    'workbook.map': async ({ accountId, mapping, anyway = false }, signal) => {
      await mapColumns(deps, requireAccount(store, accountId), mapping, anyway, signal);
      announce('workbook', accountId);
      return (await view(accountId)) as WorkbookView;
    },
    'workbook.connect': async ({ accountId, path, mapping }, signal) => {
      const account = requireAccount(store, accountId);
      requireFree(account, path);
      await withWorkbook(deps.workbooks, unconnected(account, path), async (workbook) => {
        const snapshot = await (mapping === undefined
          ? readRecognised(workbook, path, signal)
          : readAsChosen(workbook, mapping, null, signal));
        setWorkbook(accountId, { kind: 'xlsx', path }, snapshot);
        if (mapping !== undefined) await sync.columnsChanged(accountId, snapshot);
      });
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

function unconnected(account: Account, path: string): Account {
  return { ...account, workbook: { kind: 'xlsx', path }, layout: null };
}

async function readRecognised(workbook: Workbook, path: string, signal: AbortSignal): Promise<Snapshot> {
  try {
    return await workbook.read({ remembered: null, signal });
  } catch (thrown) {
    throw needsMapping(thrown) ? await notRecognised(thrown, workbook, basename(path), HOW_TO_MAP, signal) : thrown;
  }
}

const HOW_TO_MAP =
  'Nothing in the file is changed. `pennyrow workbook columns FILE` shows its columns; `pennyrow workbook columns FILE --map date=HEADER,amount=HEADER` tells which ones are meant, and ' +
  'connects it. The dashboard’s page of the workbook does the same.';

function requireFullPath(path: string): void {
  if (!isAbsolute(path))
    throw new PennyrowError('input_path', `${path} is not a full path.`, 'Give the full path of the file.');
}

/** The same text for all paths that lead to one file, by links of either kind; the path where there is none. */
function fileAt(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? path : `${found.dev} ${found.ino}`;
}
