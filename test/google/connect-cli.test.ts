import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ColumnsView } from '../../src/cli/output/workbook-text.ts';
import type { ConsentView, WorkbookView } from '../../src/contract/control/workbook.ts';
import { answerPennyrow, ended, spawnPennyrow, type Ended } from '../cli/pennyrow.ts';
import type { FakeGoogle } from '../fakes/google/fake-google.ts';
import { IS_WINDOWS } from '../support/machine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { eventually } from '../support/eventually.ts';
import type { Person } from '../support/warm-program.ts';
import { calls, fakeGoogle } from './granted.ts';
import { BUDGET, HOUSEHOLD } from './google-service.ts';

interface Shell {
  readonly folder: string;
  readonly fake: FakeGoogle;
  start(...args: readonly string[]): Running;
  /** Starts a separate process. */
  spawn(...args: readonly string[]): Running & { readonly child: ChildProcessWithoutNullStreams };
}

interface Running {
  /** The address that was printed for the user. */
  printedUrl(): Promise<string>;
  type(text: string): void;
  ended(): Promise<Ended>;
}

/** A user at a shell, with an OAuth client in the environment. */
async function shell({ hasClient = true }: { readonly hasClient?: boolean } = {}): Promise<Shell> {
  const [fake, folder] = [await fakeGoogle(), temporaryFolder()];
  const { clientId, clientSecret } = fake.addClient();
  const own = {
    PENNYROW_GOOGLE_URL: fake.root,
    ...(hasClient ? { PENNYROW_GOOGLE_CLIENT_ID: clientId, PENNYROW_GOOGLE_CLIENT_SECRET: clientSecret } : {}),
  };
  return {
    folder,
    fake,
    start: (...args) => running((person) => answerPennyrow(folder, args, own, person)),
    spawn: (...args) => {
      const child = spawnPennyrow(folder, args, own, null);
      const isOver = ended(child);
      return {
        child,
        ...running((person) => {
          child.stderr.on('data', (piece: Buffer) =>
            person(piece.toString('utf8'), (text) => child.stdin.write(`${text}`)),
          );
          return isOver;
        }),
      };
    },
  };
}

function running(begin: (person: Person) => Promise<Ended>): Running {
  const { promise: printed, resolve } = Promise.withResolvers<string>();
  let output = '';
  let typing: (text: string) => void = () => undefined;
  const isOver = begin((piece, type) => {
    typing = type;
    output += piece;
    for (const line of output.split('\n').slice(0, -1)) {
      const url = line.startsWith('{"consent"') ? (JSON.parse(line) as { consent: ConsentView }).consent.url : line;
      if (url.startsWith('http')) resolve(url);
    }
  });
  return {
    printedUrl: () => Promise.race([printed, isOver.then(({ stderr }) => `ended: ${stderr}`)]),
    type: (text) => typing(text),
    ended: () => isOver,
  };
}

test('workbook connect google prints the address of the consent, and connects the spreadsheet that the user picks', async () => {
  const { fake, spawn } = await shell();
  const connecting = spawn('workbook', 'connect', 'google', '--existing');
  fake.consent.allow({ pick: [fake.addSpreadsheet(BUDGET)] });
  await fake.consent.visit(await connecting.printedUrl());
  const { code, stdout, stderr } = await connecting.ended();
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Open this page in a browser:') });
  expect(stdout).toMatch(/^Connected\.\nBudget {2}https:\/\/docs\.google\.com\/spreadsheets\/d\//);
  expect(stdout).toMatch(/Transaction ID +transactionId/);
});

test('with --json and --no-browser, workbook connect google accepts the redirect address as input, and prints JSON', async () => {
  const { fake, start } = await shell();
  const id = fake.addSpreadsheet(BUDGET);
  const connecting = start('workbook', 'connect', 'google', '--existing', '--no-browser', '--json');
  fake.consent.allow({ pick: [id], redirects: 0 });
  const { redirect } = await fake.consent.visit(await connecting.printedUrl());
  // First types a wrong address, as users may do.
  connecting.type(`${fake.root}\n`);
  connecting.type(`${redirect?.href}\n`);
  const { code, stdout, stderr } = await connecting.ended();
  expect(stderr).toContain('This is not the address that the browser was sent to');
  expect({ code, view: JSON.parse(stdout) as WorkbookView }).toMatchObject({
    code: 0,
    view: { place: { kind: 'google', spreadsheetId: id }, problem: null },
  });
});

test('workbook connect google warns that the permission of an OAuth client in testing mode expires', async () => {
  const { fake, folder, start } = await shell({ hasClient: false });
  const { clientId, clientSecret } = fake.addClient({ testing: true });
  const file = join(folder, 'client_secret.json');
  writeFileSync(file, JSON.stringify({ installed: { client_id: clientId, client_secret: clientSecret } }));
  expect(await start('workbook', 'google-client', 'set', file).ended()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(clientId),
  });
  const connecting = start('workbook', 'connect', 'google', '--existing');
  fake.consent.allow({ pick: [fake.addSpreadsheet(BUDGET)] });
  await fake.consent.visit(await connecting.printedUrl());
  expect((await connecting.ended()).stdout).toContain(
    'The OAuth client is in testing mode, so that Google ends this permission on',
  );
});

test('workbook connect google reports that nothing was changed if the user denies the consent', async () => {
  const { fake, start } = await shell();
  const connecting = start('workbook', 'connect', 'google');
  fake.consent.deny();
  await fake.consent.visit(await connecting.printedUrl());
  expect(await connecting.ended()).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('Nothing was changed.'),
  });
});

test.skipIf(IS_WINDOWS)('Ctrl-C cancels the wait for consent', async () => {
  const { spawn } = await shell();
  const connecting = spawn('workbook', 'connect', 'google');
  await connecting.printedUrl();
  connecting.child.kill('SIGINT');
  expect(await connecting.ended()).toMatchObject({ code: 130, stdout: 'Canceled. Nothing was changed.\n' });
});

test.skipIf(IS_WINDOWS)('Ctrl-C after Google created the spreadsheet reports that it is kept', async () => {
  const { fake, spawn, start } = await shell();
  fake.consent.allow();
  fake.fail({ call: 'sheets.spreadsheets.getByDataFilter', how: 'hang' });
  const connecting = spawn('workbook', 'connect', 'google', '--new', 'Household');
  await fake.consent.visit(await connecting.printedUrl());
  await eventually(() => expect(calls(fake)).toContain('sheets.spreadsheets.getByDataFilter'));
  connecting.child.kill('SIGINT');
  expect(await connecting.ended()).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /the spreadsheet “Household” had been made\. It stays in your Google Drive\.\n.*Pick it instead of making another one/,
    ),
  });
  expect(fake.titles()).toEqual(['Household']);
  expect((await start('workbook', 'show').ended()).stdout).not.toContain('Household');
});

test('without an OAuth client, the output explains how to get one', async () => {
  const { start } = await shell({ hasClient: false });
  expect(await start('workbook', 'connect', 'google').ended()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('google-client set FILE'),
  });
  expect(await start('workbook', 'google-client').ended()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('There is no OAuth client.'),
  });
});

test('workbook connect ./google looks for a file with the name google, not for a Google spreadsheet', async () => {
  const { folder, start } = await shell();
  const { code, stderr } = await start('workbook', 'connect', './google').ended();
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(join(folder, 'google')) });
});

test.each([
  { args: ['--existing', '--reconnect'] },
  { args: ['--new', '--existing'] },
  { args: ['--service-account', 'key.json', '--existing'] },
  { args: ['--spreadsheet', 'https://docs.google.com/spreadsheets/d/x'] },
])('workbook connect google rejects the options $args as incorrect usage', async ({ args }) => {
  const { start } = await shell();
  expect((await start('workbook', 'connect', 'google', ...args).ended()).code).toBe(2);
});

test('a spreadsheet with custom column names is connected by a second command that maps its columns', async () => {
  const { fake, start } = await shell();
  const id = fake.addSpreadsheet(HOUSEHOLD);
  const connecting = start('workbook', 'connect', 'google', '--existing');
  fake.consent.allow({ pick: [id] });
  await fake.consent.visit(await connecting.printedUrl());
  const { code, stdout, stderr } = await connecting.ended();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('its sheet “Umsätze” has none for Transaction ID.');
  expect(stderr).toContain('`pennyrow workbook columns --map');
  const shown = JSON.parse((await start('workbook', 'columns', '--json').ended()).stdout) as ColumnsView;
  expect(shown).toMatchObject({
    workbook: 'Haushalt',
    state: 'undecided',
    sheet: 'Umsätze',
    missing: ['transactionId'],
  });
  const before = await fake.hand(id).shown('Umsätze');
  expect(await start('workbook', 'columns', '--map', 'transactionId=Kennzeichen').ended()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Connected\.\nHaushalt {2}https:/),
  });
  expect(await fake.hand(id).shown('Umsätze')).toEqual(before);
  expect(JSON.parse((await start('workbook', 'columns', '--json').ended()).stdout)).toMatchObject({
    state: 'connected',
    missing: [],
  });
});

test('workbook disconnect --undecided abandons a spreadsheet whose columns were not mapped', async () => {
  const { fake, start } = await shell();
  const connecting = start('workbook', 'connect', 'google', '--existing', '--json');
  fake.consent.allow({ pick: [fake.addSpreadsheet(HOUSEHOLD)] });
  await fake.consent.visit(await connecting.printedUrl());
  expect((await connecting.ended()).stderr).toContain('"code":"workbook_sheet_missing"');
  // The default workbook is not connected any more, although the connection failed.
  expect((await start('workbook', 'columns', '--connected', '--json').ended()).stderr).toContain('"workbook_none"');
  expect(await start('workbook', 'disconnect', '--undecided').ended()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('No spreadsheet waits for its columns now.'),
  });
  expect((await start('workbook', 'columns', '--json').ended()).stderr).toContain('"workbook_none"');
});

test('workbook connect google --add-only adds a missing column and a missing sheet', async () => {
  const { fake, start } = await shell();
  const id = fake.addSpreadsheet(HOUSEHOLD);
  const before = await fake.hand(id).shown('Umsätze');
  const connecting = start(
    'workbook',
    'connect',
    'google',
    '--existing',
    '--add-only',
    'transactionId,rules',
    '--json',
  );
  fake.consent.allow({ pick: [id] });
  await fake.consent.visit(await connecting.printedUrl());
  const { code, stdout } = await connecting.ended();
  expect({ code, view: JSON.parse(stdout) as WorkbookView }).toMatchObject({
    code: 0,
    view: { place: { title: 'Haushalt' }, problem: null, missingSheets: ['categories'] },
  });
  const [headers = [], ...rows] = await fake.hand(id).shown('Umsätze');
  expect([headers, rows]).toEqual([[...(before[0] ?? []), 'Umsatz-ID'], before.slice(1)]);
  expect((await fake.hand(id).shown('Regeln'))[0]).toEqual([
    'Beschreibung',
    'Kategorie',
    'Mindestbetrag',
    'Höchstbetrag',
    'Konto',
    'Umbenennen in',
  ]);
});
