import { afterAll, beforeAll } from 'vitest';
import { workbookContract } from '../contracts/workbook-contract.ts';
import { googleAccount, type GoogleAccount, type OpenSpreadsheet } from '../support/google-account.ts';

const MINUTE = 60_000;
const LATE = 3 * MINUTE;
const SPARE_ROWS = 4;

let account: GoogleAccount;
let original: OpenSpreadsheet;
beforeAll(async () => {
  account = await googleAccount();
  original = await account.create({ categories: ['Food', 'Home'] });
  // What is reckoned from the rows has its own tests, and all of it is reckoned anew at each change.
  for (const sheet of ['Overview', 'Figures']) await original.hand.clear(sheet);
  // Each row left over is read and written with each answer.
  await original.hand.deleteEmptyRows(SPARE_ROWS);
});
afterAll(() => account.close());

workbookContract('a Google spreadsheet', async () => {
  account.fake.lagDrive(0);
  const { workbook, hand } = account.copyOf(original);
  return { workbook, person: hand, letTimePass: () => account.clock.advance(MINUTE), close: () => workbook.close() };
});

workbookContract('a Google spreadsheet of whose changes Drive tells minutes late', async () => {
  account.fake.lagDrive(LATE);
  const { workbook, hand } = account.copyOf(original);
  return {
    workbook,
    person: hand,
    letTimePass: () => account.clock.advance(MINUTE),
    letNewsArrive: () => account.clock.advance(LATE),
    close: () => workbook.close(),
  };
});
