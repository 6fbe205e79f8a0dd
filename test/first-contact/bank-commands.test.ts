import { expect, test } from 'vitest';
import { bankWorld } from '../fakes/banks/bank-world.ts';
import { fakeUp, UP_HOST } from '../fakes/banks/up.ts';
import { page, type Fault } from '../fakes/simplefin/faults.ts';
import { bankShell } from './world/bank-shell.ts';

// Every command that reaches out to a bank, before anything is saved and after, and all that a service may answer with.

const DAY = 86_400_000;

interface Trouble {
  readonly name: string;
  readonly fault: Fault;
  /** What helps where nothing is saved yet, and where a connection is there. */
  readonly before: RegExp;
  readonly after: RegExp;
}

const LINE = {
  before: /Check the connection to the internet, then try again\.$/,
  after: /Check the connection to the internet; the next sync tries again\./,
};
const BUSY = {
  before: /was asked too often\. Try again after [^.]*\d+:\d\d[^.]*\.$/,
  after: /was asked too often.* Pennyrow asks again after .*: at the next scheduled sync, or when you start one\./,
};

const TROUBLES: readonly Trouble[] = [
  { name: '429', fault: { status: 429 }, ...BUSY },
  { name: '429 with Retry-After', fault: { status: 429, headers: { 'Retry-After': '1' } }, ...BUSY },
  {
    name: '503',
    fault: { status: 503, body: '<h1>Service Unavailable</h1>' },
    before: /has a problem of its own.* Try again in some minutes/,
    after: /has a problem of its own.* Try again in some minutes/,
  },
  {
    name: 'a web page with 403',
    fault: page(403, 'Blocked'),
    before: /answered with a web page .* Try again in some minutes, or without a VPN or proxy\.$/,
    after: /answered with a web page .* The access is kept.* tries again automatically where there is a schedule\./,
  },
  { name: 'a line that breaks at once', fault: 'reset', ...LINE },
  { name: 'silence', fault: 'silence', ...LINE },
];

/** No command is fast on a busy machine, and only silence uses it up. */
const SILENCE = { FIRST_CONTACT_SILENCE_MS: '1500' };

const ONLY_WHERE_IT_IS_SAVED = /is kept|automatically|scheduled sync, or when you start|reauthorise/;

test('every command that asks a bank tells what is in the way and what helps where it stands, and writes nothing', async () => {
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
  const world = await bankWorld({ [UP_HOST]: bank.service });
  const { run, rows } = bankShell(world);
  const secret = `${bank.token}\n`;
  async function fails(command: readonly string[], told: RegExp, input = ''): Promise<string> {
    const { code, stdout, stderr } = await run(command, input, SILENCE);
    const said = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ').trim();
    expect({ command, code, said }).toMatchObject({ code: 1, said: expect.stringContaining(UP_HOST) });
    expect({ command, said }).toMatchObject({ said: expect.stringMatching(told) });
    expect(said).not.toContain(bank.token);
    return said;
  }

  for (const { fault, before } of TROUBLES) {
    world.always = fault;
    expect(await fails(['connection', 'add', 'up-bank'], before, secret)).not.toMatch(ONLY_WHERE_IT_IS_SAVED);
  }
  expect((await run(['connection', 'list', '--json'])).json()).toEqual([]);

  world.always = null;
  expect((await run(['connection', 'add', 'up-bank'], secret)).code).toBe(0);
  for (const { fault, before, after } of TROUBLES) {
    world.always = fault;
    await fails(['connection', 'test', 'Up'], after);
    await fails(['sync', '--dry-run'], after);
    await fails(['sync'], after);
    await fails(['connection', 'reauthorise', 'Up'], before, secret);
  }
  world.always = null;
  expect((await run(['sync'])).stdout).toContain('2 added');
  expect(await rows()).toHaveLength(2);
});
