import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import type { ConsentView, WorkbookView } from '../../src/contract/control/workbook.ts';
import { ended, runPennyrow, spawnPennyrow, type Ended } from '../cli/pennyrow.ts';
import { extendedProgram, PACKAGED_CLIENT } from '../support/extended-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fakeGoogle } from './granted.ts';

const extended = extendedProgram();
const program = (): string => join(extended(), 'bin/pennyrow.js');

async function shell() {
  const [fake, folder] = [await fakeGoogle(), temporaryFolder()];
  fake.addClient({ existing: PACKAGED_CLIENT });
  const environment = { PENNYROW_GOOGLE_URL: fake.root };
  const start = (args: readonly string[]) => spawnPennyrow(folder, args, environment, '', program());
  const client = (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    runPennyrow(folder, ['workbook', 'google-client', ...args], { ...environment, ...more }, '', program());
  return { fake, start, client };
}

test('a packaged program that contains an OAuth client connects a spreadsheet without asking the user for a client', async () => {
  const { fake, start, client } = await shell();
  expect((await client([])).stdout).toBe(
    `OAuth client  ${PACKAGED_CLIENT.clientId}\nIt came with Pennyrow. \`pennyrow workbook google-client set\` enters your own.\n`,
  );
  const connecting = start(['workbook', 'connect', 'google', '--new', 'Household', '--no-browser', '--json']);
  const finished = ended(connecting);
  const [line] = (await once(createInterface(connecting.stderr), 'line')) as [string];
  const { url } = (JSON.parse(line) as { consent: ConsentView }).consent;
  expect(new URL(url).searchParams.get('client_id')).toBe(PACKAGED_CLIENT.clientId);
  await fake.consent.visit(url);
  const { code, json } = await finished;
  expect(code).toBe(0);
  expect(json<WorkbookView>()).toMatchObject({ place: { kind: 'google', title: 'Household' }, problem: null });
});

test('an OAuth client from the settings overrides the packaged one, and one from the environment overrides both', async () => {
  const { client } = await shell();
  const own = ['set', '--id', '5678-mine.apps.googleusercontent.com', '--secret', 'GOCSPX-mine'];
  expect((await client(own)).code).toBe(0);
  expect((await client(['--json'])).json()).toMatchObject({ from: 'settings', replaces: 'package', name: own[2] });
  const environment = { PENNYROW_GOOGLE_CLIENT_ID: 'env', PENNYROW_GOOGLE_CLIENT_SECRET: 'secret' };
  expect((await client(['--json'], environment)).json()).toMatchObject({ from: 'environment', name: 'env' });
  const removed = await client(['remove']);
  expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('uses the one that came with it') });
  expect((await client(['--json'])).json()).toEqual({
    name: PACKAGED_CLIENT.clientId,
    clientId: PACKAGED_CLIENT.clientId,
    from: 'package',
  });
});
