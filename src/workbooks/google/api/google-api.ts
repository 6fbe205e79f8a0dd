import type { Readable } from 'node:stream';
import type { sheets_v4 } from '@googleapis/sheets';

/**
 * Calls of Google's APIs with one grant. Each call waits for the quota, uses gzip and a field mask, and has a timeout (see
 * `silence.ts`). Calls that change nothing are retried on 429, 5xx and broken connections. All throw PennyrowError:
 * `workbook_reconnect` (dead grant), `workbook_missing` (404 or trashed), `workbook_no_access` (403), `workbook_quota` (429
 * after all retries, or no budget left), `workbook_offline` (no network), `workbook_google` (any other error, with Google's
 * shortened message).
 */
export interface GoogleApi {
  file(spreadsheetId: string, signal?: AbortSignal): Promise<FileState>;
  /** Drive `files.list`: the spreadsheets that Pennyrow may see, newest first. A new one may be missing for a moment. */
  newest(count: number, signal?: AbortSignal): Promise<readonly ListedSpreadsheet[]>;
  /** Sheets `spreadsheets.getByDataFilter`: streams the JSON, which can be large. */
  read(
    spreadsheetId: string,
    request: sheets_v4.Schema$GetSpreadsheetByDataFilterRequest,
    fields: string,
    signal?: AbortSignal,
  ): Promise<Readable>;
  get(
    spreadsheetId: string,
    ranges: readonly string[],
    fields: string,
    signal?: AbortSignal,
  ): Promise<sheets_v4.Schema$Spreadsheet>;
  create(
    spreadsheet: sheets_v4.Schema$Spreadsheet,
    fields: string,
    signal?: AbortSignal,
  ): Promise<sheets_v4.Schema$Spreadsheet>;
  /**
   * Sheets `spreadsheets.batchUpdate`, atomic. Throws `workbook_write_uncertain` if Google may have executed it, and a
   * `GoogleRefusal` on 400. Retried only if certainly nothing was written.
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
  /** Increases with every change of the file, sometimes seconds later. */
  readonly version: string;
  readonly isTrashed: boolean;
  /** False for documents, folders and .xlsx files. */
  readonly isSpreadsheet: boolean;
  readonly canEdit: boolean;
}
