import type { sheets_v4 } from '@googleapis/sheets';
import type { SheetState } from './sheets/model.ts';
import type { Requests } from './sheets/requests/request.ts';

/** Access to one file for the parts of `SheetHand`. */
export interface Grip {
  sheet(title: string): SheetState;
  /** Applies all requests or none, like a batch. */
  change(...requests: readonly Requests[]): readonly sheets_v4.Schema$Response[];
  range(
    sheet: string,
    a1: string,
  ): { sheetId: number; startRowIndex: number; endRowIndex: number; startColumnIndex: number; endColumnIndex: number };
}
