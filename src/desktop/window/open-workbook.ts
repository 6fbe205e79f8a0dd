import type { ControlClient } from '../../contract/control/index.ts';
import { notOpened, requireSpreadsheetFile, type Shown } from '../../platform/open-file.ts';
import * as WORKBOOK_KINDS from '../../workbooks/kinds.ts';
import type { WorkbookKind } from '../../workbooks/workbook-kind.ts';
import type { ElectronParts } from '../electron-parts.ts';

type Opener = Pick<ElectronParts['shell'], 'openExternal' | 'openPath' | 'showItemInFolder'>;

/** False if the account has no workbook. Opens only spreadsheets: a page could name a program, which the system would run. */
export async function openWorkbook(
  client: ControlClient,
  shell: Opener,
  accountId: string,
  shown: Shown = 'file',
): Promise<boolean> {
  const place = (await client.call('workbook.get', { accountId }))?.place;
  if (place === undefined) return false;
  await ('path' in place ? openFile(shell, place.path, shown) : openSpreadsheet(shell, place));
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

async function openFile(shell: Opener, path: string, shown: Shown): Promise<void> {
  await requireSpreadsheetFile(path);
  if (shown === 'folder') return shell.showItemInFolder(path);
  const detail = await shell.openPath(path);
  if (detail !== '') throw notOpened('other', path, detail);
}
