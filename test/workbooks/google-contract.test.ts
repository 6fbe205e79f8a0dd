import { afterAll, beforeAll } from 'vitest';
import { workbookContract } from '../contracts/workbook-contract.ts';
import { IS_WHOLE } from '../support/cases.ts';
import { googleAccount, leanSpreadsheet, type GoogleAccount, type OpenSpreadsheet } from '../support/google-account.ts';

const MINUTE = 60_000;
const LATE = 3 * MINUTE;

let account: GoogleAccount;
let original: OpenSpreadsheet;
beforeAll(async () => {
  account = await googleAccount();
  original = await leanSpreadsheet(account, { spareRows: 8 });
});
afterAll(() => account.close());

workbookContract('a Google spreadsheet', async () => {
  account.fake.lagDrive(0);
  const { workbook, hand } = account.copyOf(original);
  return { workbook, person: hand, letTimePass: () => account.clock.advance(MINUTE), close: () => workbook.close() };
});

const make = async () => {
  account.fake.lagDrive(LATE);
  const { workbook, hand } = account.copyOf(original);
  return {
    workbook,
    person: hand,
    letTimePass: () => account.clock.advance(MINUTE),
    letNewsArrive: () => account.clock.advance(LATE),
    close: () => workbook.close(),
  };
};
workbookContract('a Google spreadsheet of whose changes Drive tells minutes late', make, !IS_WHOLE);
