import { problem, problemOf } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { Sleep } from '../../platform/sleep.ts';
import type { GoogleApi } from './google-api.ts';
import { isSilent } from './google-errors.ts';

export interface MadeSpreadsheet {
  readonly spreadsheetId: string;
  readonly title: string;
}

/** What Google may have made although it did not say so. */
export interface UnclearSpreadsheet {
  readonly title: string;
  /** A number that only its sheets have. */
  readonly sheetId: number;
  /** What came in place of an answer. */
  readonly cause: PennyrowError;
  readonly sleep: Sleep;
  readonly signal: AbortSignal | undefined;
}

/** How long to wait before each look: it may still be under way, and Drive lists what is new only after a while. */
const WAITS_MS = [1000, 4000, 10_000] as const;

/** What was made just now is among the newest, unless somebody makes spreadsheets by the dozen. */
const NEWEST = 5;

/** A page of a proxy may stand in the place of Google's answer, too, or have kept the request from it. */
export function isUnclear(thrown: unknown): thrown is PennyrowError {
  return (
    thrown instanceof PennyrowError &&
    (thrown.code === 'workbook_write_uncertain' || thrown.code === 'workbook_web_page')
  );
}

/** Finds it in the Drive. Throws `workbook_making_uncertain`, since Drive may list it yet. */
export async function findMadeSpreadsheet(api: GoogleApi, unclear: UnclearSpreadsheet): Promise<MadeSpreadsheet> {
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
