// Runs the demo with a spreadsheet at a fake Google: `npm run demo:google`. Further arguments go to `pennyrow demo`. With
// --exit, it consents automatically and exits.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startFakeGoogle, type FakeGoogle } from './fake-google.ts';
import type { SpreadsheetSpec } from './spreadsheet-spec.ts';

const BIN = fileURLToPath(new URL('../../../bin/pennyrow.js', import.meta.url));

/** An existing spreadsheet that the user of the demo can pick at consent. */
const HOUSEHOLD: SpreadsheetSpec = {
  title: 'Household',
  sheets: [
    {
      title: 'Transactions',
      frozenRows: 1,
      rows: [
        ['Date', 'Description', 'Category', 'Amount', 'Account', 'Transaction ID', 'My notes'],
        [
          { date: '2026-01-03' },
          'Market hall',
          'Groceries',
          { number: -31.4, pattern: '#,##0.00' },
          'Cash',
          null,
          'typed by hand',
        ],
        [{ date: '2026-01-04' }, 'Flea market', 'Household', { number: -12, pattern: '#,##0.00' }, 'Cash', null, null],
      ],
    },
    { title: 'Categories', rows: [['Category'], ['Groceries'], ['Household']] },
  ],
};

const options = process.argv.slice(2);
const isAlone = options.includes('--exit');
const google = await startFakeGoogle();
google.addSpreadsheet(HOUSEHOLD);
process.exitCode = await demo(google);
await google.close();

async function demo(fake: FakeGoogle): Promise<number> {
  const { clientId, clientSecret } = fake.addClient();
  const own = {
    PENNYROW_GOOGLE_URL: fake.root,
    PENNYROW_GOOGLE_CLIENT_ID: clientId,
    PENNYROW_GOOGLE_CLIENT_SECRET: clientSecret,
  };
  if (!options.includes('--json')) {
    process.stdout.write(
      `A stand-in for Google runs on this machine: no account at Google is needed, and nothing leaves the machine.\nThe person's spreadsheets there: ${fake.root}/spreadsheets\n\n`,
    );
  }
  const child = spawn(process.execPath, [BIN, 'demo', ...options, ...(isAlone ? ['--no-browser'] : []), '--google'], {
    env: { ...process.env, ...own },
    stdio: ['inherit', 'inherit', isAlone ? 'pipe' : 'inherit'],
  });
  // Lets the child end first, because it still uses the fake. Ctrl-C signals both processes; `kill` signals only this one.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => void child.kill('SIGTERM'));
  const ended = once(child, 'close') as Promise<[number | null]>;
  child.stderr?.setEncoding('utf8');
  let output = '';
  let isAsked = false;
  child.stderr?.on('data', (text: string) => {
    process.stderr.write(text);
    output += text;
    const address = /http:\/\/[\d.]+:\d+\/o\/oauth2\/v2\/auth\?[^\s"]+(?=[\s"])/.exec(output)?.[0];
    if (address === undefined || isAsked) return;
    isAsked = true;
    fake.consent.allow();
    fake.consent.visit(address).catch((thrown: unknown) => process.stderr.write(`${String(thrown)}\n`));
  });
  const [code] = await ended;
  return code ?? 1;
}
