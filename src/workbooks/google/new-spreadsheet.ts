import type { sheets_v4 } from '@googleapis/sheets';
import { PennyrowError } from '../../platform/errors.ts';
import { newWorkbook, type NewWorkbookOptions } from '../template/new-workbook.ts';
import type { NewSheet } from '../template/sheet.ts';
import type { GoogleApi } from './google-api.ts';
import { finishingRequests, newSheets } from './new-spreadsheet-sheets.ts';

export interface NewSpreadsheetOptions extends NewWorkbookOptions {
  readonly title: string;
  /** IANA zone. */
  readonly timeZone: string;
}

export interface NewSpreadsheet {
  readonly spreadsheetId: string;
  readonly title: string;
  readonly url: string;
}

/**
 * Makes a spreadsheet with the sheets of every new workbook in the person's Drive: one call makes it, a second one gives it
 * its looks and charts and tells Pennyrow's columns from others. Throws what Google is in the way with.
 */
export async function createGoogleSpreadsheet(api: GoogleApi, options: NewSpreadsheetOptions): Promise<NewSpreadsheet> {
  const { title, timeZone } = options;
  const { locale } = options.texts.formats;
  const sheets = newWorkbook(options);
  const created = await api.create(
    { properties: { title, timeZone, ...(locale !== 'default' && { locale }) }, sheets: newSheets(sheets) },
    'spreadsheetId,spreadsheetUrl,properties(title)',
  );
  const spreadsheetId = created.spreadsheetId ?? '';
  await finish(api, spreadsheetId, sheets);
  return {
    spreadsheetId,
    title: created.properties?.title ?? title,
    url: created.spreadsheetUrl ?? `https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit`,
  };
}

/** Without its looks it is still a whole workbook, and the first write attaches what is missing: no reason to make another one. */
async function finish(api: GoogleApi, spreadsheetId: string, sheets: readonly NewSheet[]): Promise<void> {
  try {
    await api.write(
      spreadsheetId,
      { requests: finishingRequests(sheets) satisfies sheets_v4.Schema$Request[] },
      'spreadsheetId',
    );
  } catch (thrown) {
    if (!(thrown instanceof PennyrowError) || thrown.code !== 'workbook_write_uncertain') throw thrown;
  }
}
