import type { SheetState } from './sheets/model.ts';
import type { Requests } from './sheets/requests/request.ts';

/** Access to one file for the parts of a hand. */
export interface Grip {
  sheet(title: string): SheetState;
  /** Changes all or nothing, like any change. */
  change(...requests: readonly Requests[]): readonly Record<string, unknown>[];
  range(sheet: string, a1: string): { sheetId: number; startRowIndex: number; endRowIndex: number; startColumnIndex: number; endColumnIndex: number };
}
