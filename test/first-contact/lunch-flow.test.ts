import { expect, test } from 'vitest';
import { bankWorld, type BankWorld } from '../fakes/banks/bank-world.ts';
import { fakeLunchFlow, LUNCH_FLOW_HOST, type FakeLunchFlow } from '../fakes/banks/lunch-flow.ts';
import { bankShell, type BankShell } from './world/bank-shell.ts';
import { rowsAfterFaults } from './world/service-faults.ts';

const DAY = 86_400_000;

interface AtLunchFlow {
  readonly fake: FakeLunchFlow;
  readonly world: BankWorld;
  readonly shell: BankShell;
  readonly day: (ago: number) => string;
}

async function atLunchFlow(): Promise<AtLunchFlow> {
  const fake = fakeLunchFlow();
  const now = Date.now();
  const day = (ago: number): string => new Date(now - ago * DAY).toISOString().slice(0, 10);
  const made = (id: string, ago: number, amount: number, isPending = false) => ({
    id,
    date: day(ago),
    amount,
    merchant: `Shop ${id}`,
    description: `Shop ${id}`,
    isPending,
  });
  fake.accounts.push({
    id: 12_345,
    name: 'Main account',
    institution: 'Linden Bank',
    currency: 'GBP',
    status: 'ACTIVE',
    balance: 81.5,
    bookings: [made('1', 20, -12), made('2', 5, 100), made('3', 1, -6.5, true)],
  });
  const world = await bankWorld({ [LUNCH_FLOW_HOST]: fake.service });
  return { fake, world, shell: bankShell(world), day };
}

test('a Lunch Flow key is tested and saved, and a pending transaction is booked in its row, even with another id and a tip', async () => {
  const { fake, shell, day } = await atLunchFlow();
  const added = await shell.run(['connection', 'add', 'lunch-flow'], `${fake.key}\n`);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Added the connection “Lunch Flow”') });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 3 } });
  const [, , third] = fake.accounts[0]?.bookings ?? [];
  Object.assign(third ?? {}, { id: 'another', date: day(0), amount: -7.1, isPending: false });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 1 } });
  expect(await shell.rows()).toEqual([`${day(20)} -12.00 Shop 1`, `${day(5)} 100.00 Shop 2`, `${day(0)} -7.10 Shop 3`]);
});

test('a wrong key is rejected before anything is saved; an ended subscription is reported without data loss', async () => {
  const { fake, shell } = await atLunchFlow();
  const wrong = 'lf_ffffffffffffffffffffffffffff';
  const refused = await shell.run(['connection', 'add', 'lunch-flow'], `${wrong}\n`);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(LUNCH_FLOW_HOST) });
  expect(refused.stderr).not.toContain(wrong);
  await shell.run(['connection', 'add', 'lunch-flow'], `${fake.key}\n`);
  fake.refusal = 'payment';
  const { code, run } = await shell.sync();
  expect([code, run.status]).toEqual([1, 'failed']);
  expect(run.messages).toMatchObject([{ code: 'source_payment', remedy: expect.stringContaining('Settle it at') }]);
  fake.refusal = null;
  expect((await shell.sync()).run).toMatchObject({ counts: { added: 3 } });
});

test('every fault of the service is reported with its host, and nothing is written; afterwards each row is written once', async () => {
  const { fake, shell, world } = await atLunchFlow();
  const [add, input] = [['connection', 'add', 'lunch-flow'], `${fake.key}\n`];
  const added = () => shell.run(add, input);
  const secrets = [fake.key];
  const service = { shell, world, host: LUNCH_FLOW_HOST, secrets };
  expect(await rowsAfterFaults({ ...service, add, input, added, name: 'Lunch Flow' })).toHaveLength(3);
});
