// Connects a new spreadsheet, imports statements into it, and reads it again. Arguments: the data folder, the control
// address of the fake Google, the number of new rows in each statement, and the statements.
import { openGoogleAccount } from '../support/google-account.ts';

const [folder = '', control = '', rows = '', ...statements] = process.argv.slice(2);
const account = await openGoogleAccount(folder, control);
const spreadsheetId = await account.connect();
for (const statement of statements) {
  account.waitAMinute();
  await account.importStatement(statement, Number(rows));
}
account.waitAMinute();
await account.look();
await account.close();
process.stdout.write(spreadsheetId);
