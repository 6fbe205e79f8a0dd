import type { Readable } from 'node:stream';
import type { sheets_v4 } from '@googleapis/sheets';

/**
 * The few calls of Google's APIs that a workbook needs, for one grant. Each is counted against the quota
 * before it goes out, sent with gzip and a field mask, and given up once Google is silent for too long (see `silence.ts`).
 * Calls that change nothing are tried again on 429, 5xx and a broken line: exponential backoff with jitter,
 * `Retry-After` obeyed.
 *
 * All throw PennyrowError: `workbook_reconnect` (the grant is dead: `invalid_grant`, revoked, 401 after a
 * refresh), `workbook_missing` (404, or in the bin), `workbook_no_access` (403), `workbook_quota`
 * (429 to the end, or no room in the budget), `workbook_offline` (no network), `workbook_google` (anything
 * else that Google said, in its words, shortened).
 */
export interface GoogleApi {
  /** Drive `files.get`: the cheapest look there is. */
  file(spreadsheetId: string, signal?: AbortSignal): Promise<FileState>;
  /** Drive `files.list`: the spreadsheets that Pennyrow may see, the newest first; one that was made a moment ago may be missing. */
  newest(count: number, signal?: AbortSignal): Promise<readonly ListedSpreadsheet[]>;
  /** Sheets `spreadsheets.getByDataFilter`: the answer's JSON (prettyPrint off) as a stream, since a large sheet is large. */
  read(
    spreadsheetId: string,
    request: sheets_v4.Schema$GetSpreadsheetByDataFilterRequest,
    fields: string,
    signal?: AbortSignal,
  ): Promise<Readable>;
  /** Sheets `spreadsheets.get` for structure without cells, or for few of them. */
  get(
    spreadsheetId: string,
    ranges: readonly string[],
    fields: string,
    signal?: AbortSignal,
  ): Promise<sheets_v4.Schema$Spreadsheet>;
  /** Sheets `spreadsheets.create`. Not repeated: see `write`. */
  create(
    spreadsheet: sheets_v4.Schema$Spreadsheet,
    fields: string,
    signal?: AbortSignal,
  ): Promise<sheets_v4.Schema$Spreadsheet>;
  /**
   * Sheets `spreadsheets.batchUpdate`, atomic. Repeated only where it is certain that nothing was written
   * (429, no connection at all). Throws `workbook_write_uncertain` when it may have been: a time-out, a broken
   * line, 5xx. An answer 400 is a `GoogleRefusal` (see google-errors.ts), whose message tells what was wrong with the batch.
   */
  write(
    spreadsheetId: string,
    request: sheets_v4.Schema$BatchUpdateSpreadsheetRequest,
    fields: string,
    signal?: AbortSignal,
  ): Promise<sheets_v4.Schema$BatchUpdateSpreadsheetResponse>;
}

export interface ListedSpreadsheet {
  readonly spreadsheetId: string;
  readonly name: string;
}

export interface FileState {
  readonly name: string;
  /** Grows with every change of the file; Drive may take a few seconds to notice one. */
  readonly version: string;
  readonly inBin: boolean;
  /** False for a text, a folder or an .xlsx file in the Drive. */
  readonly isSpreadsheet: boolean;
  readonly canEdit: boolean;
}
