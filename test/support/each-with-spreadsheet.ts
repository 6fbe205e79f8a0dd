import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { WorkbookSession } from '../contracts/workbook-session.ts';
import { googleAccount, sessionOf, type GoogleAccount, type OpenSpreadsheet } from './google-account.ts';

/** One account for a file's tests and a new spreadsheet for each, which `begin` gets first. Call at the top of the file. */
export function eachWithSpreadsheet(
  begin: (given: {
    readonly account: GoogleAccount;
    readonly sheet: OpenSpreadsheet;
    readonly session: WorkbookSession;
  }) => Promise<void> | void,
): void {
  let account: GoogleAccount;
  let original: OpenSpreadsheet;
  beforeAll(async () => {
    account = await googleAccount();
    original = await account.create();
  });
  afterAll(() => account.close());
  beforeEach(async () => {
    const sheet = account.copyOf(original);
    await begin({ account, sheet, session: sessionOf(sheet) });
  });
}
