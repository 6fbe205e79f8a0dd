import { expect, test } from 'vitest';
import { bankWorld, type BankWorld } from '../fakes/banks/bank-world.ts';
import { fakeUp, UP_HOST, type FakeUp, type UpBooking } from '../fakes/banks/up.ts';
import { bankShell, type BankShell } from './world/bank-shell.ts';

const DAY = 86_400_000;

interface AtUp {
  readonly fake: FakeUp;
  readonly world: BankWorld;
  readonly shell: BankShell;
  readonly day: (ago: number) => string;
}

async function atUp(): Promise<AtUp> {
  const fake = fakeUp();
  const now = Date.now();
  const moment = (ago: number): string => new Date(now - ago * DAY).toISOString().replace(/\.\d+Z$/, 'Z');
  const made = (id: string, ago: number, amount: string) => ({
    id,
    createdAt: moment(ago),
    settledAt: ago === 0 ? null : moment(ago),
    amount,
    description: `Shop ${id}`,
    rawText: null,
    message: null,
  });
  fake.accounts.push({
    id: 'aaaa-1',
    displayName: 'Spending',
    balance: '81.50',
    bookings: [made('1', 20, '-12.00'), made('2', 5, '100.00'), made('3', 0, '-6.50')],
  });
  const world = await bankWorld({ [UP_HOST]: fake.service });
  return { fake, world, shell: bankShell(world), day: (ago) => moment(ago).slice(0, 10) };
}

test('an Up token is tested and saved, rows are added once, and a pending transaction is posted in its row', async () => {
  const { fake, shell, day } = await atUp();
  const added = await shell.run(['connection', 'add', 'up-bank'], `${fake.token}\n`);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Added the connection “Up”') });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 3 } });
  const [, , third] = fake.accounts[0]?.bookings ?? [];
  Object.assign(third ?? {}, { settledAt: third?.createdAt, amount: '-7.10' });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 1 } });
  expect(await shell.rows()).toEqual([`${day(20)} -12.00 Shop 1`, `${day(5)} 100.00 Shop 2`, `${day(0)} -7.10 Shop 3`]);
});

test('a round-up is subtracted from its purchase, even in a row written without it, and no row is duplicated', async () => {
  const { fake, shell, day } = await atUp();
  await shell.run(['connection', 'add', 'up-bank'], `${fake.token}\n`);
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 3 } });
  const [spending] = fake.accounts;
  const [, , lunch] = spending?.bookings ?? [];
  const saved = { ...(lunch as UpBooking), id: '9', amount: '0.50', description: 'Round Up' };
  // Earlier versions of Pennyrow wrote the row without subtracting the round-up.
  Object.assign(lunch ?? {}, { roundUp: '-0.50' });
  fake.accounts.push({ id: 'bbbb-2', displayName: 'Holiday', balance: '0.50', bookings: [saved] });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 1, updated: 1 } });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 0 } });
  expect(await shell.rows()).toEqual([
    `${day(20)} -12.00 Shop 1`,
    `${day(5)} 100.00 Shop 2`,
    `${day(0)} -7.00 Shop 3`,
    `${day(0)} 0.50 Round Up`,
  ]);
});

test('a page of transactions that cannot be loaded is reported, and the rows of earlier pages are written', async () => {
  const { fake, shell, world } = await atUp();
  await shell.run(['connection', 'add', 'up-bank'], `${fake.token}\n`);
  world.change = (body, { url }) =>
    url.pathname.endsWith('/transactions')
      ? { ...body, links: { prev: null, next: 'https://up.example/api/v1/transactions?page=2' } }
      : body;
  const { code, run } = await shell.sync();
  expect([code, run.status, await shell.rows()]).toMatchObject([1, 'partial', { length: 3 }]);
  expect(run.messages).toMatchObject([
    { code: 'source_account_partial', severity: 'problem', message: expect.stringContaining('Spending') },
  ]);
  world.change = null;
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 0 } });
});

test('a wrong token is rejected before anything is saved, and is never shown', async () => {
  const { shell } = await atUp();
  const wrong = 'up:yeah:ffffffffffffffffffffffffffff';
  const added = await shell.run(['connection', 'add', 'up-bank'], `${wrong}\n`);
  expect(added).toMatchObject({ code: 1, stdout: '' });
  expect(added.stderr).toContain(UP_HOST);
  expect(added.stderr).not.toContain(wrong);
  expect((await shell.run(['connection', 'list', '--json'])).json()).toEqual([]);
});

test('a revoked token is reported with the command to enter a new one, with which the next sync succeeds', async () => {
  const { fake, shell } = await atUp();
  await shell.run(['connection', 'add', 'up-bank'], `${fake.token}\n`);
  fake.isOpen = false;
  const { code, run } = await shell.sync();
  expect([code, run.status]).toEqual([1, 'failed']);
  expect(run.messages).toMatchObject([
    {
      code: 'source_reauthorise',
      message: expect.stringContaining('no valid credential'),
      remedy: expect.stringContaining('Make a new key at api.up.com.au'),
    },
  ]);
  fake.isOpen = true;
  const again = await shell.run(['connection', 'reauthorise', 'Up'], `${fake.token}\n`);
  expect(again.code).toBe(0);
  expect((await shell.sync()).run).toMatchObject({ counts: { added: 3 } });
});

test('the ways to connect in a country are listed with cost, effort and command', async () => {
  const { shell } = await atUp();
  const shown = async (...country: readonly string[]) => (await shell.run(['connection', 'ways', ...country])).stdout;
  expect(await shown('au')).toMatch(/Up \(Australia\) +Free, .* pennyrow connection add up-bank/);
  expect(await shown('au')).not.toContain('SimpleFIN');
  const inNewZealand = await shown('nz');
  for (const kind of ['akahu', 'lunch-flow', 'statements']) expect(inNewZealand).toContain(`connection add ${kind}`);
  expect(inNewZealand).not.toContain('up-bank');
  expect(await shown('br')).toMatch(
    /Banks of Brazil via Pluggy +Free for your own accounts, .* pennyrow connection add pluggy/,
  );
  expect(await shown()).toContain('pennyrow connection add simplefin');
  expect(await shell.run(['connection', 'ways', 'Australia'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('two letters'),
  });
});
