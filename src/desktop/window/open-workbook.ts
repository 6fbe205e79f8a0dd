import { stat } from 'node:fs/promises';
import { extname, isAbsolute } from 'node:path';
import type { ControlClient } from '../../contract/control/index.ts';
import { problem } from '../../messages/problem.ts';
import type { ProblemParameters } from '../../messages/parameters.ts';
import { PennyrowError } from '../../platform/errors.ts';
import * as WORKBOOK_KINDS from '../../workbooks/kinds.ts';
import type { WorkbookKind } from '../../workbooks/workbook-kind.ts';
import type { ElectronParts } from '../electron-parts.ts';

type Opener = Pick<ElectronParts['shell'], 'openExternal' | 'openPath'>;

/**
 * Opens the account's workbook in the program or the browser that the system has for it; false when the account has none.
 * An asker says which account and nothing else: the service tells where its workbook is. Since a page may have told the
 * service that before, it is looked at here once more: the system runs what it is given, if that is a program.
 * Throws workbook_not_opened, workbook_missing.
 */
export async function openWorkbook(client: ControlClient, shell: Opener, accountId: string): Promise<boolean> {
  const place = (await client.call('workbook.get', { accountId }))?.place;
  if (place === undefined) return false;
  await ('path' in place ? openFile(shell, place.path) : openSpreadsheet(shell, place));
  return true;
}

async function openSpreadsheet(
  shell: Opener,
  { kind, url }: { readonly kind: string; readonly url: string },
): Promise<void> {
  const address = URL.parse(url);
  const pages = Object.values<WorkbookKind>(WORKBOOK_KINDS).find(({ id }) => id === kind)?.pages ?? [];
  if (address === null || !pages.some((page) => address.href.startsWith(page))) throw notOpened('address', url);
  await shell.openExternal(address.href).catch((cause: unknown) => {
    throw notOpened('browser', address.href, null, { cause });
  });
}

/** By its name, as the system goes by it too: what is a spreadsheet inside may have the name of a program. */
async function openFile(shell: Opener, path: string): Promise<void> {
  if (!isAbsolute(path) || extname(path).toLowerCase() !== '.xlsx') throw notOpened('name', path);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOENT') throw cause;
      throw new PennyrowError(problem('workbook_missing', { reason: 'other', name: path }), { cause });
    },
  );
  if (!isFile) throw notOpened('kind', path);
  const detail = await shell.openPath(path);
  if (detail !== '') throw notOpened('other', path, detail);
}

function notOpened(
  reason: ProblemParameters['workbook_not_opened']['reason'],
  place: string,
  detail: string | null = null,
  options: ErrorOptions = {},
): PennyrowError {
  return new PennyrowError(problem('workbook_not_opened', { reason, place, detail }), options);
}
