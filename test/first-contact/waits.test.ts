import { afterAll, expect, test } from 'vitest';
import { googleHome, LOOSE, type GoogleHome } from './world/google-home.ts';

/** What the world does to a command that waits, with the waits that people have. */
const TRUE_WAITS = {};

let house: Promise<GoogleHome> | null = null;
const home = (): Promise<GoogleHome> => (house ??= googleHome());
afterAll(async () => (await house)?.close());

test('a command waits as long as Google asks for, and then says what it did', async () => {
  const { fake, run, statement, payees } = await home();
  fake.fail({ call: 'drive.files.get', how: { status: 503 } });
  const { code, stdout, stderr } = await run(['import', statement('Green Grocer')], TRUE_WAITS);
  expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringContaining('1 added'), stderr: '' });
  expect(await payees()).toEqual(['Green Grocer']);
});

test('a command whose answer never comes says so, exits with 1, and leaves what happened to be sorted out', async () => {
  const { fake, run, statement, payees } = await home();
  const before = await payees();
  const file = statement('Baker');
  fake.fail({ call: 'sheets.spreadsheets.batchUpdate', how: { status: 503 }, when: 'after' });
  const lost = await run(['import', file], LOOSE);
  expect(lost).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Pennyrow ended before it had an answer') });
  expect(lost.stderr).toContain('pennyrow runs');
  fake.fail({ call: '*', how: { status: 503 } });
  const inJson = await run(['status', '--json'], LOOSE);
  expect(inJson).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(inJson.stderr)).toMatchObject({ error: { code: 'internal_unanswered', remedy: expect.stringContaining('pennyrow runs') } });
  fake.clearFaults();
  expect((await run(['import', file])).code).toBe(0);
  expect(await payees()).toEqual([...before, 'Baker']);
});
