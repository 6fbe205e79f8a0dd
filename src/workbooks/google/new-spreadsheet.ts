import type { sheets_v4 } from '@googleapis/sheets';
import { createError, hasCode, PennyrowError } from '../../platform/errors.ts';
import type { Sleep } from '../../platform/sleep.ts';
import { newWorkbook, type NewWorkbookOptions } from '../template/new-workbook.ts';
import { leftBehind } from './candidate.ts';
import type { GoogleApi } from './api/create-google-api.ts';
import { GoogleRefusal, isSilent } from './api/google-errors.ts';
import { finishingRequests, newSheets, ownFirstId } from './writing/new-spreadsheet-sheets.ts';
import { problemOf } from '../../messages/problem.ts';

type Request = sheets_v4.Schema$Request;

export interface NewSpreadsheetOptions extends NewWorkbookOptions {
  readonly title: string;
  readonly timeZone: string;
  readonly sleep: Sleep;
}

export async function createGoogleSpreadsheet(
  api: GoogleApi,
  options: NewSpreadsheetOptions,
  signal?: AbortSignal,
): Promise<MadeSpreadsheet> {
  const sheets = newWorkbook(options);
  const firstId = ownFirstId();
  const place = await make(api, options, newSheets(sheets, firstId), firstId, signal);
  await finish(api, place, finishingRequests(sheets, firstId));
  return place;
}

/** Never retried: if the response is lost, the random id of one of its sheets identifies the new spreadsheet. */
async function make(
  api: GoogleApi,
  options: NewSpreadsheetOptions,
  sheets: sheets_v4.Schema$Sheet[],
  sheetId: number,
  signal: AbortSignal | undefined,
): Promise<MadeSpreadsheet> {
  const { title, timeZone } = options;
  const { locale } = options.texts.formats;
  try {
    const { spreadsheetId, properties } = await api.create(
      { properties: { title, timeZone, ...(locale !== 'default' && { locale }) }, sheets },
      'spreadsheetId,properties(title)',
    );
    return { spreadsheetId: spreadsheetId ?? '', title: properties?.title ?? title };
  } catch (thrown) {
    // If a proxy's page replaced the response, Google may still have created the spreadsheet.
    if (!hasCode(thrown, 'workbook_write_uncertain', 'workbook_web_page')) throw thrown;
    return findMadeSpreadsheet(api, options, sheetId, thrown, signal);
  }
}

/** Only a rejected request counts as a failure: the spreadsheet is usable without formats, and a later write adds missing marks. */
async function finish(api: GoogleApi, { spreadsheetId, title }: MadeSpreadsheet, requests: Request[]): Promise<void> {
  try {
    await api.write(spreadsheetId, { requests }, 'spreadsheetId');
  } catch (thrown) {
    if (thrown instanceof GoogleRefusal) throw leftBehind(thrown, title);
    if (!(thrown instanceof PennyrowError)) throw thrown;
  }
}

interface MadeSpreadsheet {
  readonly spreadsheetId: string;
  readonly title: string;
}

const WAITS_MS = [1000, 4000, 10_000] as const;

const NEWEST = 5;

/** Throws `workbook_making_uncertain` if Drive does not list the spreadsheet. */
async function findMadeSpreadsheet(
  api: GoogleApi,
  { title, sleep }: NewSpreadsheetOptions,
  sheetId: number,
  unclear: PennyrowError,
  signal: AbortSignal | undefined,
): Promise<MadeSpreadsheet> {
  let cause = unclear;
  for (const wait of WAITS_MS) {
    try {
      await sleep(wait, signal);
      const found = await look(api, sheetId, signal);
      if (found !== null) return found;
    } catch (thrown) {
      if (!(thrown instanceof PennyrowError)) break;
      cause = thrown;
      if (isSilent(thrown)) break;
    }
  }
  throw createError('workbook_making_uncertain', { cause: problemOf(cause), title }, { cause });
}

async function look(api: GoogleApi, sheetId: number, signal: AbortSignal | undefined): Promise<MadeSpreadsheet | null> {
  for (const { spreadsheetId, name } of await api.newest(NEWEST, signal)) {
    const { sheets = [] } = await api.get(spreadsheetId, [], 'sheets(properties(sheetId))', signal);
    if (sheets.some(({ properties }) => properties?.sheetId === sheetId)) return { spreadsheetId, title: name };
  }
  return null;
}
