// Connects a new spreadsheet, imports statements of so many new rows each, and leaves a mirror of what is there now.
// Arguments: the data folder, where the stand-in takes orders, rows in each statement, the statements.
import { openGoogleAccount } from '../support/google-account.ts';

const [folder = '', standIn = '', rows = '', ...statements] = process.argv.slice(2);
const account = await openGoogleAccount(folder, standIn);
const spreadsheetId = await account.connect();
for (const statement of statements) {
  account.waitAMinute();
  await account.importStatement(statement, Number(rows));
}
account.waitAMinute();
await account.look();
await account.close();
process.stdout.write(spreadsheetId);
