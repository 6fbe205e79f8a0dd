import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { FileAddress, WorkbookAddress } from '../../core/workbook-address.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { typedPath } from '../../platform/open-paths.ts';
import type { WorkbookCandidate, WorkbookConnector, WorkbookContext, WorkbookFiles } from '../workbook-kind.ts';
import type { Workbook } from '../workbook.ts';
import { openXlsxWorkbook } from './xlsx-workbook.ts';

/** Workbooks that are files on this machine. */
export function createXlsxConnector({ clock, versionsFolder, newWorkbookTexts }: WorkbookContext): WorkbookConnector {
  const create: WorkbookFiles['create'] = async (path, rules) => {
    const { createXlsxWorkbook } = await import('./writing/new-workbook.ts');
    await createXlsxWorkbook(path, { rules, texts: await newWorkbookTexts() });
    return addressOf(path);
  };
  const open = (accountId: string, address: WorkbookAddress): Workbook =>
    openXlsxWorkbook(pathOf(address), { backupFolder: versionsFolder(accountId), clock });
  return {
    open,
    identity: (address) => fileAt(pathOf(address)),
    candidate: async (way, { settings: { path: typed = '' }, rules, account }) => {
      const path = typedPath(typed);
      // What is added on the way is written to the account's workbook to be, and the version before it is kept as such.
      return candidateAt(path, way === 'create' ? () => create(path, rules) : null, (address) =>
        open(account.id, address),
      );
    },
    files: {
      create,
      address: addressOf,
      versions: async (folder) => (await import('./package/backups.ts')).listVersions(folder),
      bringBack: async (version, path) => (await import('./package/backups.ts')).bringBack(version, path),
    },
    close: () => {},
  };
}

/** `create`: makes the file; null for one that is there. */
function candidateAt(
  path: string,
  create: (() => Promise<WorkbookAddress>) | null,
  open: (address: WorkbookAddress) => Workbook,
): WorkbookCandidate {
  if (!isAbsolute(path)) throw new PennyrowError(problem('input_path', { path }));
  const address = addressOf(path);
  return {
    address,
    makesNew: create !== null,
    settle: async () => (create === null ? address : create()),
    open: () => open(address),
    provider: null,
    howToConnect: `pennyrow workbook connect ${path}`,
    keep: async () => ({ retireOld: async () => 'none' }),
    discard: async () => 'none',
  };
}

function addressOf(path: string): FileAddress {
  return { kind: 'xlsx', path };
}

function pathOf(address: WorkbookAddress): string {
  if ('path' in address) return address.path;
  throw new Error('A file has a path.');
}

/** The same text for all paths that lead to one file, by links of either kind; the path where there is none. */
function fileAt(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? path : `${found.dev} ${found.ino}`;
}
