import { afterAll, beforeAll } from 'vitest';
import { workbookContract } from '../contracts/workbook-contract.ts';
import { googleAccount, type GoogleAccount } from '../support/google-account.ts';

const MINUTE = 60_000;
const LATE = 3 * MINUTE;

let account: GoogleAccount;
beforeAll(async () => {
  account = await googleAccount();
});
afterAll(() => account.close());

workbookContract('a Google spreadsheet', async () => {
  account.fake.lagDrive(0);
  const { workbook, hand } = await account.create({ categories: ['Food', 'Home'] });
  await hand.deleteEmptyRows();
  return { workbook, person: hand, letTimePass: () => account.clock.advance(MINUTE), close: () => workbook.close() };
});

workbookContract('a Google spreadsheet of whose changes Drive tells minutes late', async () => {
  account.fake.lagDrive(LATE);
  const { workbook, hand } = await account.create({ categories: ['Food', 'Home'] });
  await hand.deleteEmptyRows();
  return {
    workbook,
    person: hand,
    letTimePass: () => account.clock.advance(MINUTE),
    letNewsArrive: () => account.clock.advance(LATE),
    close: () => workbook.close(),
  };
});
