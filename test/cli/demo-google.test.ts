import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { IS_WINDOWS } from '../support/machine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ended, pennyrow, spawnPennyrow, type Ended } from './pennyrow.ts';

const DEMO = fileURLToPath(new URL('../fakes/google/demo.ts', import.meta.url));

/** Runs the program of `npm run demo:google` without its build. */
async function demoGoogle(...args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [DEMO, '--port', '0', '--exit', ...args], { cwd: temporaryFolder() });
  child.stdin.end();
  onTestFinished(() => void child.kill('SIGKILL'));
  return ended(child);
}

test('the demo with a fake Google needs no account: it gets consent, syncs, and shows the address of the spreadsheet', async () => {
  const { code, stdout, stderr } = await demoGoogle();
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Google asks whether Pennyrow may use the spreadsheet that it is about to make'),
  });
  const root = /The person's spreadsheets there: (http:\/\/127\.0\.0\.1:\d+)\/spreadsheets/.exec(stdout)?.[1];
  expect(stdout).toMatch(/Synced the demo bank to a new spreadsheet: \d+ added/);
  expect(stdout).toMatch(new RegExp(`^Workbook +${root}/spreadsheets/d/[\\w-]+/edit$`, 'm'));
});

test('the demo with a fake Google prints its result as JSON', async () => {
  const { code, json } = await demoGoogle('--json');
  expect(code).toBe(0);
  expect(json()).toMatchObject({
    workbook: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/spreadsheets\/d\//),
    token: expect.stringMatching(/^pennyrow_/),
    run: { status: 'succeeded' },
  });
});

test.skipIf(IS_WINDOWS)('the demo can be stopped while it waits for the consent', async () => {
  const child = spawn(process.execPath, [DEMO, '--port', '0', '--no-browser'], { cwd: temporaryFolder() });
  onTestFinished(() => void child.kill('SIGKILL'));
  const outcome = ended(child);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output).toContain('Waiting for your answer');
  child.kill('SIGTERM');
  expect(await outcome).toMatchObject({
    code: 143,
    stdout: expect.stringContaining('Canceled. Nothing was changed.'),
  });
});

test('the demo with the real Google needs an OAuth client, and explains how to get one', async () => {
  const { code, stdout, stderr } = await pennyrow(temporaryFolder(), 'demo', '--google', '--exit');
  expect(code).toBe(2);
  expect(stdout).toContain('The new spreadsheet stays at Google until you delete it there');
  expect(stderr).toContain('The demo has no OAuth client to ask Google with.');
  expect(stderr).toContain('docs/guide/google-sheets.md');
});

test('an invalid OAuth client file is rejected before any request to Google', async () => {
  const folder = temporaryFolder();
  const { code, stderr } = await ended(spawnPennyrow(folder, ['demo', '--google', DEMO, '--exit']));
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('This is not the file of an OAuth client.'),
  });
});
