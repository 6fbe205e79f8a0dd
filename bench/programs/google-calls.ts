// Counts the calls of syncs and of reads over the API, each in a different state of the sheet, and prints them as JSON.
// Arguments: the data folder, the control address of the fake Google, the spreadsheet, an already imported statement, and
// one statement of new transactions for each step below.
import { openGoogleAccount } from '../support/google-account.ts';
import { order, traffic } from '../support/fake-google.ts';
import { get } from '../support/server.ts';

const [folder = '', control = '', spreadsheetId = '', imported = '', ...statements] = process.argv.slice(2);
const account = await openGoogleAccount(folder, control);
const { url, token } = await account.serve();
const samples: Record<string, unknown> = {};

async function measure(
  name: string,
  { isEdited = false, isFresh = false }: { isEdited?: boolean; isFresh?: boolean },
  work: () => Promise<void>,
): Promise<void> {
  if (isEdited) await order(control, { do: 'edit', spreadsheetId });
  if (!isFresh) account.waitAMinute();
  await traffic(control);
  await work();
  samples[name] = await traffic(control);
}

async function read(): Promise<void> {
  const status = await get(`${url}/api/v2/transactions`, { Authorization: `Bearer ${token}` });
  if (status !== 200) throw new Error(`the API answered ${status}`);
}

/** Syncs through the API: like a scheduled sync, it has no user who waits. */
async function syncByScript(): Promise<void> {
  const status = await get(`${url}/api/v2/sync-transactions`, { Authorization: `Bearer ${token}` }, 'POST');
  const run = await account.lastRun();
  if (status >= 300 || run.status !== 'succeeded' || run.counts.added !== 0)
    throw new Error(`${status}: ${JSON.stringify(run)}`);
}

/** Reads the sheet and obtains an access token, so that the next measurement includes neither. */
async function settle(): Promise<void> {
  account.waitAMinute();
  await account.look();
}

await settle();
await measure('sync by a schedule, nothing new', {}, syncByScript);
await settle();
await measure('sync by a schedule, nothing new, edited', { isEdited: true }, syncByScript);
await settle();
await measure('sync, nothing new', {}, () => account.importStatement(imported, 0));
await measure('sync, nothing new, edited', { isEdited: true }, () => account.importStatement(imported, 0));
for (const counted of statements) {
  const [rows = '', unchanged = '', edited = ''] = counted.split(':');
  const label = Number(rows).toLocaleString('en');
  await settle();
  await measure(`sync, ${label} new`, {}, () => account.importStatement(unchanged, Number(rows)));
  await settle();
  await measure(`sync, ${label} new, edited`, { isEdited: true }, () => account.importStatement(edited, Number(rows)));
}
await measure('sync, nothing new, right after a sync that wrote', {}, () => account.importStatement(imported, 0));
await settle();
await measure('API read, mirror checked a moment ago', { isFresh: true }, read);
await measure('API read, mirror a minute old', {}, read);
await measure('API read, mirror a minute old, edited', { isEdited: true }, read);

await account.close();
process.stdout.write(JSON.stringify(samples));
