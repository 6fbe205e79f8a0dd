import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { controlAddress } from '../../src/control/socket/address.ts';
import type { Finding } from '../../src/contract/control/service.ts';
import { connectSocket } from '../../src/control/socket/client.ts';
import { pennyrow, runPennyrow, startServiceIn, type Ended } from '../cli/pennyrow.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { extendedProgram } from '../support/extended-program.ts';
import { rowAction } from '../support/row-action.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { KEY, sampleServer } from './sample-server.ts';

const extended = extendedProgram();
const program = (): string => join(extended(), 'bin/pennyrow.js');

/** Starts the sample bank's service; `run` calls the program that includes the sample kinds. */
async function atSampleBank() {
  const server = await sampleServer();
  const folder = temporaryFolder();
  const ca = join(temporaryFolder(), 'ca.pem');
  writeFileSync(ca, server.ca);
  const environment = { NODE_EXTRA_CA_CERTS: ca };
  const run = (args: readonly string[], input = ''): Promise<Ended> =>
    runPennyrow(folder, args, environment, input, program());
  return { server, folder, environment, run, branch: String(server.port) };
}

test('the unmodified program has no sample kinds', async () => {
  const { code, stderr } = await pennyrow(temporaryFolder(), 'connection', 'add', 'sample-bank', '--branch', '1');
  expect(code).toBe(2);
  expect(stderr).toContain('There is no command “sample-bank”.');
});

describe('a sample bank with a secret, added with one folder and one line of code', () => {
  test('is in the help with its options, and prompts for its key', async () => {
    const { run } = await atSampleBank();
    const { stdout } = await run(['connection', 'add', 'sample-bank', '--help']);
    expect(stdout).toContain('accounts at Sample Bank, with a key from its app');
    expect(stdout).toMatch(/--branch <number>\s+the number of your branch/);
    expect(stdout).toMatch(/key\s+the key; better left out/);
  });

  test('is connected, tested, synced and removed by the command line, and its key is stored only encrypted', async () => {
    const { run, server, folder, branch } = await atSampleBank();
    const refused = await run(['connection', 'add', 'sample-bank', '--branch', branch], 'wrong');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'The access was not saved, since it did not work. Sample Bank does not accept what you entered.',
    );
    const added = await run(['connection', 'add', 'sample-bank', '--branch', branch], KEY);
    expect(added.stdout).toContain('Added the connection “Sample Bank”');
    expect(added.stdout.replaceAll(/\s+/g, ' ')).toContain('Sample Bank answers, with 1 account.');
    const tested = await run(['connection', 'test', 'Sample Bank']);
    expect(tested.stdout).toContain('Sample checking');
    expect((await run(['sync'])).code).toBe(0);
    const [line] = (await run(['connection', 'list', '--json'])).json<[{ readonly source: string }]>();
    expect(line).toMatchObject({ source: 'sample-bank', settings: { branch: server.port } });
    const exported = await run(['export']);
    expect(exported.stdout).toContain('SAMPLE GROCER');
    const older = await run(['connection', 'backfill', 'Sample Bank']);
    expect(older.stderr).toContain('which cannot do that');
    for (const file of ['pennyrow.db', 'pennyrow.log'])
      expect(readFileSync(join(folder, file)).includes(KEY)).toBe(false);

    server.isOpen = false;
    expect((await run(['sync'])).code).toBe(1);
    expect((await run(['status'])).stdout).toContain('Sample Bank refuses Pennyrow’s access');
    const findings = (await run(['doctor', '--json'])).json<readonly Finding[]>();
    expect(findings).toContainEqual(
      expect.objectContaining({ about: 'connection', status: 'problem', code: 'source_reauthorise' }),
    );
    server.isOpen = true;
    const again = await run(['connection', 'reauthorise', 'Sample Bank'], KEY);
    expect(again.stdout).toMatch(/^Reconnected “/);

    server.rests = true;
    const { stderr } = await run(['connection', 'test', 'Sample Bank']);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'Sample Bank rests for 3 more hours. Run `pennyrow sync` after that.',
    );
    expect((await run(['connection', 'remove', 'Sample Bank', '--yes'])).code).toBe(0);
  });

  describe.skipIf(SKIP_BROWSER)('in the dashboard', { timeout: BROWSER_MS }, () => {
    const newContext = useBrowser();

    test('can be selected, filled in and tested, and is in the diagnostics, in both languages', async () => {
      const { run, server, folder, environment, branch } = await atSampleBank();
      const service = await startServiceIn(folder, environment, [], program());
      await run(['workbook', 'create', join(folder, 'Mine.xlsx')]);
      await run(['connection', 'add', 'demo']);
      const link = async (): Promise<string> =>
        (await run(['dashboard', '--json'])).json<{ readonly url: string }>().url;
      const page = await (await newContext()).newPage();
      await page.goto(await link());
      await page.getByRole('navigation').waitFor();
      await page.goto(`${page.url().split('#')[0]}#/connections`);
      await page.getByRole('button', { name: 'Add connection' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sample Bank' }).click();
      await page.getByText('Sample Bank gives out keys that only read.').waitFor();
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByText('This is required.').first().waitFor();
      expect(await page.getByLabel('Key').getAttribute('type')).toBe('password');
      await page.getByLabel('Key').fill(KEY);
      await page.getByLabel('Branch').fill(branch);
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Actions: Sample Bank' }).click();
      await page.getByRole('menuitem', { name: 'Test', exact: true }).click();
      await page.getByText('Sample checking', { exact: false }).waitFor();
      await page.getByRole('button', { name: 'Actions: Sample Bank' }).click();
      await page.getByRole('menuitem', { name: 'Reconnect' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'Older days' }).count()).toBe(0);
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByText('The key stays good at Sample Bank.').waitFor();
      const client = await connectSocket(controlAddress(folder));
      const { accounts } = (await client?.call('diagnostics.collect', {})) ?? { accounts: [] };
      expect(accounts[0]?.connections).toContainEqual(
        expect.objectContaining({ source: 'sample-bank', problem: null }),
      );

      const german = await (await newContext({ locale: 'de-DE' })).newPage();
      await german.goto(await link());
      await german.getByRole('navigation').waitFor();
      await german.goto(`${german.url().split('#')[0]}#/connections`);
      await german.getByText('Musterbank · Über Sample Bank').waitFor();
      server.rests = true;
      await german.getByRole('button', { name: 'Aktionen: Sample Bank' }).click();
      await german.getByRole('menuitem', { name: 'Prüfen', exact: true }).click();
      await german.getByText('Die Musterbank ruht noch 3 Stunden.').first().waitFor();
      await german.getByText('Drücken Sie danach auf „Jetzt abgleichen“.').first().waitFor();
      await service.stop();
    });
  });
});

/** A folder that the sample workbook kind uses as its service, with one empty sheet. */
function shelfWithSheet(): { readonly shelf: string; shown(): string } {
  const shelf = temporaryFolder();
  const file = join(shelf, 'Household.json');
  writeFileSync(file, JSON.stringify({ rows: [], markers: [] }));
  return { shelf, shown: () => readFileSync(file, 'utf8') };
}

describe('a sample kind of workbook, added with one folder and one line of code', () => {
  test('is connected by the command line, written to, listed by other commands, and disconnected', async () => {
    const { run, branch, folder } = await atSampleBank();
    const { shelf, shown } = shelfWithSheet();
    const help = await run(['workbook', 'connect', 'sample-book', '--help']);
    expect(help.stdout).toMatch(/--shelf <folder>\s+the folder that the sheet is in/);
    const missing = await run(['workbook', 'connect', 'sample-book', '--shelf', shelf, '--title', 'None']);
    expect(missing.stderr).toContain('There is no spreadsheet at');
    const connected = await run(['workbook', 'connect', 'sample-book', '--shelf', shelf, '--title', 'Household']);
    expect(connected.stdout).toContain('Household  https://sample.example/Household');
    await run(['connection', 'add', 'sample-bank', '--branch', branch], KEY);
    expect((await run(['sync'])).code).toBe(0);
    expect(shown()).toContain('SAMPLE GROCER');
    expect((await run(['sync'])).code).toBe(0);
    expect(shown().split('"description":"SAMPLE GROCER')).toHaveLength(2);
    expect((await run(['status'])).stdout).toContain('Household');
    const findings = (await run(['doctor', '--json'])).json<readonly Finding[]>();
    expect(findings).toContainEqual(expect.objectContaining({ code: 'workbook_readable' }));
    expect((await run(['account', 'list', '--json'])).stdout).toContain('Household');
    await run(['account', 'add', 'Second']);
    const second = await run([
      'workbook',
      'connect',
      'sample-book',
      '--shelf',
      shelf,
      '--title',
      'Household',
      '--account',
      'Second',
    ]);
    expect(second.stderr).toContain('This spreadsheet is the workbook of the account “My money”.');
    const left = await run(['workbook', 'disconnect', '--account', 'My money', '--yes']);
    expect(left.stdout).toContain('The file or spreadsheet stays where it is.');
    expect(readFileSync(join(folder, 'pennyrow.log'), 'utf8')).not.toContain('internal_error');
  });

  describe.skipIf(SKIP_BROWSER)('in the dashboard', { timeout: BROWSER_MS }, () => {
    const newContext = useBrowser();

    test('can be chosen as the workbook, with its form and texts', async () => {
      const { run, folder, environment } = await atSampleBank();
      const { shelf } = shelfWithSheet();
      // The shelf is the home folder here, because a page may only use files below the home folder.
      const service = await startServiceIn(folder, { ...environment, HOME: shelf, USERPROFILE: shelf }, [], program());
      await run(['workbook', 'create', join(folder, 'Mine.xlsx')]);
      await run(['connection', 'add', 'demo']);
      const page = await (await newContext()).newPage();
      await page.goto((await run(['dashboard', '--json'])).json<{ readonly url: string }>().url);
      await page.getByRole('navigation').waitFor();
      const home = page.url().split('#')[0] ?? '';
      await page.goto(`${home}#/workbook`);
      await page.getByRole('button', { name: 'Use another spreadsheet' }).click();
      await page.getByRole('button', { name: 'Sample Sheets' }).click();
      await page.getByRole('button', { name: 'Open the sheet' }).click();
      await page.getByText('This is required.').first().waitFor();
      await page.getByLabel('Shelf').fill(shelf);
      await page.getByLabel('Title').fill('Household');
      await page.getByRole('button', { name: 'Open the sheet' }).click();
      await page.getByText('Sample sheet', { exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'Household' }).getAttribute('href')).toBe(
        'https://sample.example/Household',
      );
      await rowAction(page, 'Disconnect', 'Your spreadsheet');
      await page.getByText('The sheet stays on its shelf.').waitFor();
      await page.goto(`${home}#/settings/backups`);
      await page.getByText('Sample Sheets keeps versions itself.').waitFor();
      const client = await connectSocket(controlAddress(folder));
      const { accounts } = (await client?.call('diagnostics.collect', {})) ?? { accounts: [] };
      expect(accounts[0]?.workbook).toBe('sample-book');
      await service.stop();
    });
  });
});
