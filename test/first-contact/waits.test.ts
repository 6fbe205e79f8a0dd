import { expect, test, vi } from 'vitest';
import { useGoogleHome, LOOSE } from './world/google-home.ts';

const WAIT_OPTIONS = { timeout: 15_000, interval: 20 };

/** An environment without shortened waits. */
const TRUE_WAITS = {};

const home = useGoogleHome();

test('a command waits as long as Google demands, and then reports the result', async () => {
  const { fake, run, statement, payees } = await home();
  fake.fail({ call: 'drive.files.get', how: { status: 503 } });
  const { code, stdout, stderr } = await run(['import', statement('Green Grocer')], TRUE_WAITS);
  expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringContaining('1 added'), stderr: '' });
  expect(await payees()).toEqual(['Green Grocer']);
});

test('a command that can no longer receive an answer reports that and exits with 1', async () => {
  const { fake, run, statement, payees } = await home();
  const before = await payees();
  const file = statement('Baker');
  fake.fail({ call: 'sheets.spreadsheets.batchUpdate', how: { status: 503 }, when: 'after' });
  const lost = await run(['import', file], LOOSE);
  expect(lost).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('Pennyrow ended before it had an answer'),
  });
  expect(lost.stderr).toContain('pennyrow runs');
  // Fails this call, not the token call, because the request that waits for the token has a timer that keeps Node alive.
  fake.fail({ call: 'drive.files.get', how: { status: 503 } });
  const inJson = await run(['status', '--json'], LOOSE);
  expect(inJson).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(inJson.stderr)).toMatchObject({
    error: { code: 'internal_unanswered', remedy: expect.stringContaining('pennyrow runs') },
  });
  fake.clearFaults();
  expect((await run(['import', file])).code).toBe(0);
  expect(await payees()).toEqual([...before, 'Baker']);
});

const WRITE = 'sheets.spreadsheets.batchUpdate';

test('a service that waits for Google stops on request, and the next one detects which rows were written', async () => {
  const { fake, run, serve, statement, payees } = await home();
  const before = await payees();
  const service = await serve(TRUE_WAITS);
  fake.clearRequests();
  fake.fail({ call: WRITE, how: { status: 503 }, when: 'after' });
  const importing = run(['import', statement('Florist')], TRUE_WAITS);
  await vi.waitFor(() => expect(fake.requests.some(({ call }) => call === WRITE)).toBe(true), WAIT_OPTIONS);
  // Google demands a wait of 110 seconds; a service that waited for it would be killed instead of exiting with 0.
  fake.clearRequests();
  fake.fail({ call: '*', how: { status: 503, retryAfterSeconds: 110 }, times: 1000 });
  await vi.waitFor(() => expect(fake.requests.length).toBeGreaterThan(0), WAIT_OPTIONS);
  expect(await service.stop()).toBe(0);
  expect(await importing).toMatchObject({ code: 1, stderr: expect.stringMatching(/\S/) });
  fake.clearFaults();
  const later = await run(['sync', '--json']);
  expect(later.stdout + later.stderr).not.toBe('');
  expect(await payees()).toEqual([...before, 'Florist']);
  const settled = (await run(['runs', '--json']))
    .json<{ status: string; counts: { added: number } }[]>()
    .find(({ counts }) => counts.added > 0);
  expect(settled).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
});
