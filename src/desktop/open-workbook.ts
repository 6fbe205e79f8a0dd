import type { ControlClient } from '../contract/control/index.ts';
import { PennyrowError } from '../platform/errors.ts';
import type { ElectronParts } from './electron-parts.ts';

/**
 * Opens the account's workbook in the program or the browser that the system has for it; false when the account has none.
 * The service says which one that is, so that an asker can open nothing else. Throws workbook_not_opened.
 */
export async function openWorkbook(client: ControlClient, shell: Pick<ElectronParts['shell'], 'openExternal' | 'openPath'>, accountId: string): Promise<boolean> {
  const place = (await client.call('workbook.get', { accountId }))?.place;
  if (place === undefined) return false;
  if (place.kind === 'google') {
    if (URL.parse(place.url)?.origin !== 'https://docs.google.com') throw new PennyrowError('workbook_not_opened', `${place.url} is not the address of a Google spreadsheet.`, 'Connect the spreadsheet again.');
    await shell.openExternal(place.url);
    return true;
  }
  const problem = await shell.openPath(place.path);
  if (problem !== '') throw new PennyrowError('workbook_not_opened', `${place.path} could not be opened: ${problem}`, 'Open it by hand. If no program opens .xlsx files here, install one, such as LibreOffice.');
  return true;
}
