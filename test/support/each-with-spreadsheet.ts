import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Layout } from '../../src/core/snapshot.ts';
import type { WorkbookSession } from '../contracts/workbook-session.ts';
import {
  googleAccount,
  leanSpreadsheet,
  sessionOf,
  type GoogleAccount,
  type OpenSpreadsheet,
} from './google-account.ts';

interface Given {
  readonly account: GoogleAccount;
  readonly sheet: OpenSpreadsheet;
  readonly session: WorkbookSession;
}

/**
 * Before each test, calls `begin` with a new copy of a spreadsheet that `prepare` set up once, and with a session that
 * already knows its columns. Call at the top of the file.
 */
export function eachWithSpreadsheet(
  begin: (given: Given) => void,
  { prepare, spareRows }: { readonly prepare?: (given: Given) => Promise<unknown>; readonly spareRows?: number } = {},
): void {
  let account: GoogleAccount;
  let original: OpenSpreadsheet;
  let layout: Layout | null = null;
  beforeAll(async () => {
    account = await googleAccount();
    original = await leanSpreadsheet(account, { ...(spareRows !== undefined && { spareRows }) });
    if (prepare === undefined) return;
    const session = sessionOf(original);
    await prepare({ account, sheet: original, session });
    ({ layout } = await session.read());
  });
  afterAll(() => account.close());
  beforeEach(() => {
    const sheet = account.copyOf(original);
    const session = sessionOf(sheet);
    if (layout !== null) session.know(layout);
    begin({ account, sheet, session });
  });
}
