import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { WorkbookPlace, workbookProcedures, WorkbookView } from '../../contract/control/workbook.ts';
import { COLUMNS } from '../../core/row.ts';
import type { Layout, Snapshot } from '../../core/snapshot.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { listAccounts, saveAccount, type Account, type WorkbookAddress } from '../../store/accounts.ts';
import { listSheetProblems } from '../../store/mirror.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';

export function workbookHandlers(deps: ControlDependencies, announce: Announce): Handlers<keyof typeof workbookProcedures> {
  const { store, sync } = deps;

  function setWorkbook(accountId: string, workbook: WorkbookAddress | null, snapshot: Snapshot | null): void {
    saveAccount(store, { ...requireAccount(store, accountId), workbook });
    sync.workbookChanged(accountId, snapshot);
    announce('workbook', accountId);
  }

  async function view(accountId: string): Promise<WorkbookView | null> {
    if (requireAccount(store, accountId).workbook === null) return null;
    const { asOf, problem } = await sync.freshen(accountId);
    const { workbook, layout } = requireAccount(store, accountId);
    if (workbook === null) return null;
    return {
      place: placeOf(workbook),
      asOf,
      problem: problem === null ? null : { code: problem.code, message: problem.message, remedy: problem.remedy },
      columns: layout === null ? [] : columnsOf(layout),
      notes: listSheetProblems(store, accountId).map(({ sheet, row, message }) => ({ sheet, row, message })),
    };
  }

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
    'workbook.connect': async ({ accountId, path }) => {
      const account = requireAccount(store, accountId);
      requireFree(account, path);
      const workbook = deps.workbooks.open({ ...account, workbook: { kind: 'xlsx', path }, layout: null });
      try {
        setWorkbook(accountId, { kind: 'xlsx', path }, await workbook.read({ remembered: null }));
      } finally {
        await workbook.close();
      }
      return (await view(accountId)) as WorkbookView;
    },
    'workbook.create': async ({ accountId, path, rules = [] }) => {
      requireFree(requireAccount(store, accountId), path);
      await deps.workbooks.create(path, rules);
      setWorkbook(accountId, { kind: 'xlsx', path }, null);
      return (await view(accountId)) as WorkbookView;
    },
    'workbook.disconnect': ({ accountId }) => {
      setWorkbook(accountId, null, null);
      return null;
    },
  };
}

function placeOf(address: WorkbookAddress): WorkbookPlace {
  return address.kind === 'xlsx' ? address : { ...address, url: `https://docs.google.com/spreadsheets/d/${address.spreadsheetId}/edit` };
}

/** The same text for all paths that lead to one file, by links of either kind; the path where there is none. */
function fileAt(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? path : `${found.dev} ${found.ino}`;
}

function columnsOf({ columns }: Layout): WorkbookView['columns'] {
  return COLUMNS.flatMap((column) => {
    const remembered = columns[column];
    return remembered === undefined ? [] : [{ column, header: remembered.header, letter: columnLetter(remembered.position) }];
  });
}

/** "A" for 0, "Z" for 25, "AA" for 26. */
function columnLetter(position: number): string {
  const rest = Math.floor(position / 26);
  return `${rest === 0 ? '' : columnLetter(rest - 1)}${String.fromCharCode(65 + (position % 26))}`;
}
