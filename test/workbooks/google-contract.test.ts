import { afterAll, beforeAll } from 'vitest';
import { workbookContract } from '../contracts/workbook-contract.ts';
import { googleAccount, type GoogleAccount } from '../support/google-account.ts';

let account: GoogleAccount;
beforeAll(async () => {
  account = await googleAccount();
});
afterAll(() => account.close());

workbookContract('a Google spreadsheet', async () => {
  const { workbook, hand } = await account.create({ categories: ['Food', 'Home'] });
  return { workbook, person: hand, letTimePass: () => account.clock.advance(60_000), close: () => workbook.close() };
});
