import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import type { ConsentView, WorkbookView } from '../../src/contract/control/workbook.ts';
import { ended, spawnPennyrow, type Ended } from '../cli/pennyrow.ts';
import { builtCopy } from '../support/built-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fakeGoogle } from './granted.ts';

const PACKAGED = { clientId: '1234-owner.apps.googleusercontent.com', clientSecret: 'GOCSPX-of-the-owner' };
const owner = JSON.parse(readFileSync(join(import.meta.dirname, '../../owner.json'), 'utf8')) as object;
const program = builtCopy({ files: { 'owner.json': JSON.stringify({ ...owner, googleClient: PACKAGED }) } });

async function shell() {
  const [fake, folder] = [await fakeGoogle(), temporaryFolder()];
  fake.addClient({ known: PACKAGED });
  const start = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    spawnPennyrow(folder, args, { PENNYROW_GOOGLE_URL: fake.root, ...more }, '', program());
  const client = (args: readonly string[], more?: NodeJS.ProcessEnv): Promise<Ended> =>
    ended(start(['workbook', 'google-client', ...args], more));
  return { fake, start, client };
}

test('a program with its owner’s OAuth client connects a spreadsheet, with nothing entered before', async () => {
  const { fake, start, client } = await shell();
  expect((await client([])).stdout).toBe(
    `OAuth client  ${PACKAGED.clientId}\nIt came with Pennyrow. \`pennyrow workbook google-client set\` enters your own.\n`,
  );
  const connecting = start(['workbook', 'connect', 'google', '--new', 'Household', '--no-browser', '--json']);
  const finished = ended(connecting);
  const [line] = (await once(createInterface(connecting.stderr), 'line')) as [string];
  const { url } = (JSON.parse(line) as { consent: ConsentView }).consent;
  expect(new URL(url).searchParams.get('client_id')).toBe(PACKAGED.clientId);
  await fake.consent.visit(url);
  const { code, json } = await finished;
  expect(code).toBe(0);
  expect(json<WorkbookView>()).toMatchObject({ place: { kind: 'google' }, problem: null });
});

test('one’s own wins over the owner’s, the environment’s over both, and removing one’s own brings the owner’s back', async () => {
  const { client } = await shell();
  const own = ['set', '--id', '5678-mine.apps.googleusercontent.com', '--secret', 'GOCSPX-mine'];
  expect((await client(own)).code).toBe(0);
  expect((await client(['--json'])).json()).toMatchObject({ from: 'settings', replaces: 'package', name: own[2] });
  const environment = { PENNYROW_GOOGLE_CLIENT_ID: 'env', PENNYROW_GOOGLE_CLIENT_SECRET: 'secret' };
  expect((await client(['--json'], environment)).json()).toMatchObject({ from: 'environment', name: 'env' });
  const removed = await client(['remove']);
  expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('uses the one that came with it') });
  expect((await client(['--json'])).json()).toEqual({
    name: PACKAGED.clientId,
    clientId: PACKAGED.clientId,
    from: 'package',
  });
});
