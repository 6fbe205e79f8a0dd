import type { sheets_v4 } from '@googleapis/sheets';
import { PennyrowError } from '../../platform/errors.ts';
import type { Sleep } from '../../platform/sleep.ts';
import { newWorkbook, type NewWorkbookOptions } from '../template/new-workbook.ts';
import { leftBehind } from './candidate.ts';
import { googleAddress, spreadsheetUrl } from './google-address.ts';
import type { GoogleApi } from './api/google-api.ts';
import { GoogleRefusal, isSilent } from './api/google-errors.ts';
import { finishingRequests, newSheets, ownFirstId } from './writing/new-spreadsheet-sheets.ts';
import { problem, problemOf } from '../../messages/problem.ts';

type Request = sheets_v4.Schema$Request;

export interface NewSpreadsheetOptions extends NewWorkbookOptions {
  readonly title: string;
  /** IANA zone. */
  readonly timeZone: string;
  readonly sleep: Sleep;
}

export interface NewSpreadsheet extends MadeSpreadsheet {
  readonly url: string;
}

/**
 * Makes a spreadsheet with the sheets of every new workbook in the person's Drive: one call makes it, a second one gives it
 * its looks and charts and tells Pennyrow's columns from others. Throws what Google is in the way with, and
 * `workbook_making_uncertain` where it may be there all the same.
 */
export async function createGoogleSpreadsheet(
  api: GoogleApi,
  options: NewSpreadsheetOptions,
  signal?: AbortSignal,
): Promise<NewSpreadsheet> {
  const sheets = newWorkbook(options);
  const firstId = ownFirstId();
  const made = await make(api, options, newSheets(sheets, firstId), firstId, signal);
  await finish(api, made, finishingRequests(sheets, firstId));
  return { ...made, url: spreadsheetUrl(googleAddress(made.spreadsheetId, made.title)) };
}

/** Never a second time: what Google made without saying so is found by the number of one of its sheets. */
async function make(
  api: GoogleApi,
  { title, timeZone, texts, sleep }: NewSpreadsheetOptions,
  sheets: sheets_v4.Schema$Sheet[],
  sheetId: number,
  signal: AbortSignal | undefined,
): Promise<MadeSpreadsheet> {
  const { locale } = texts.formats;
  try {
    const { spreadsheetId, properties } = await api.create(
      { properties: { title, timeZone, ...(locale !== 'default' && { locale }) }, sheets },
      'spreadsheetId,properties(title)',
    );
    return { spreadsheetId: spreadsheetId ?? '', title: properties?.title ?? title };
  } catch (thrown) {
    if (!isUnclear(thrown)) throw thrown;
    return findMadeSpreadsheet(api, { title, sheetId, cause: thrown, sleep, signal });
  }
}

/**
 * Without its looks it is still a whole workbook, and the first write attaches what is missing: no reason to leave it behind and
 * have another one made. Only requests that Google calls wrong stay wrong.
 */
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

/** A spreadsheet that Google may have created although the request failed. */
interface UnclearSpreadsheet {
  readonly title: string;
  /** A number that only its sheets have. */
  readonly sheetId: number;
  /** The error of the request. */
  readonly cause: PennyrowError;
  readonly sleep: Sleep;
  readonly signal: AbortSignal | undefined;
}

/** How long to wait before each look: it may still be under way, and Drive lists what is new only after a while. */
const WAITS_MS = [1000, 4000, 10_000] as const;

/** Enough to include the one created just now, unless somebody creates dozens at the same time. */
const NEWEST = 5;

/** A page of a proxy may stand in the place of Google's answer, too, or have kept the request from it. */
function isUnclear(thrown: unknown): thrown is PennyrowError {
  return (
    thrown instanceof PennyrowError &&
    (thrown.code === 'workbook_write_uncertain' || thrown.code === 'workbook_web_page')
  );
}

/** Finds it in the Drive. Throws `workbook_making_uncertain`, since Drive may list it yet. */
async function findMadeSpreadsheet(api: GoogleApi, unclear: UnclearSpreadsheet): Promise<MadeSpreadsheet> {
  const { title, sheetId, sleep, signal } = unclear;
  let { cause } = unclear;
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
  throw new PennyrowError(problem('workbook_making_uncertain', { cause: problemOf(cause), title }), { cause });
}

async function look(api: GoogleApi, sheetId: number, signal: AbortSignal | undefined): Promise<MadeSpreadsheet | null> {
  for (const { spreadsheetId, name } of await api.newest(NEWEST, signal)) {
    const { sheets = [] } = await api.get(spreadsheetId, [], 'sheets(properties(sheetId))', signal);
    if (sheets.some(({ properties }) => properties?.sheetId === sheetId)) return { spreadsheetId, title: name };
  }
  return null;
}
