import { expect, test } from 'vitest';
import { bankWorld } from '../fakes/banks/bank-world.ts';
import { fakeUp, UP_HOST } from '../fakes/banks/up.ts';
import { bankShell } from './world/bank-shell.ts';
import { NO_NAMES } from './world/google-home.ts';
import { expectReported, line, TROUBLES, type Trouble } from './world/service-faults.ts';

// Runs every command that contacts a bank, before and after a connection is saved, with all faults of a service.

const DAY = 86_400_000;

const STRANGER =
  /showed a certificate that cannot be trusted \([A-Z_]+\)\. Nothing was sent to it\. Check the date of this machine/;

test('every command that contacts a bank reports the problem and its remedy, and writes nothing', async () => {
  const bank = fakeUp();
  const at = new Date(Date.now() - 2 * DAY).toISOString().replace(/\.\d+Z$/, 'Z');
  const booking = { createdAt: at, settledAt: at, rawText: null, message: null };
  bank.accounts.push({
    id: 'aaaa-1',
    displayName: 'Spending',
    balance: '88.00',
    bookings: [
      { ...booking, id: '1', amount: '-12.00', description: 'Green Grocer' },
      { ...booking, id: '2', amount: '100.00', description: 'Salary' },
    ],
  });
  const [world, stranger] = [
    await bankWorld({ [UP_HOST]: bank.service }),
    await bankWorld({ [UP_HOST]: bank.service }),
  ];
  const shell = bankShell(world);
  const { run, rows } = shell;
  const service = { shell, world, host: UP_HOST, secrets: [bank.token] };
  const input = `${bank.token}\n`;
  const echo: Trouble = {
    name: '503 that sends back what was sent',
    fault: { status: 503, body: JSON.stringify({ detail: `No place for Bearer ${bank.token}` }) },
    before: /It says: “No place for Bearer .*” .*Try again in some minutes/,
    after: /It says: “No place for Bearer .*” .*Try again in some minutes/,
  };
  // Breaks the idle connection, so that a new one is opened.
  const elsewhere: readonly Trouble[] = [
    {
      name: 'an untrusted certificate',
      fault: 'reset',
      before: STRANGER,
      after: STRANGER,
      environment: { FIRST_CONTACT_ELSEWHERE_PORT: String(stranger.port) },
    },
    {
      name: 'a host name that cannot be resolved',
      fault: 'reset',
      ...line('could not be found \\(ENOTFOUND\\)'),
      environment: NO_NAMES,
    },
  ];
  const troubles = [...TROUBLES, echo, ...elsewhere];

  for (const trouble of troubles) {
    world.always = trouble.fault;
    const args = ['connection', 'add', 'up-bank'];
    await expectReported(service, trouble, { args, input, expected: trouble.before, isFirst: true });
  }
  world.always = null;
  expect((await run(['connection', 'list', '--json'])).json()).toEqual([]);
  expect((await run(['connection', 'add', 'up-bank'], input)).code).toBe(0);
  for (const trouble of troubles) {
    world.always = trouble.fault;
    const { before, after } = trouble;
    for (const args of [['connection', 'test', 'Up'], ['sync', '--dry-run'], ['sync']])
      await expectReported(service, trouble, { args, expected: after });
    const args = ['connection', 'reauthorise', 'Up'];
    await expectReported(service, trouble, { args, input, expected: before });
  }
  expect(stranger.seen).toEqual([]);
  world.always = null;
  expect((await run(['sync'])).stdout).toContain('2 added');
  expect(await rows()).toHaveLength(2);
});
