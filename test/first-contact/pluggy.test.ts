import { expect, test } from 'vitest';
import { todayIn } from '../../src/core/time-zone.ts';
import { bankWorld, type BankWorld } from '../fakes/banks/bank-world.ts';
import { fakePluggy, PLUGGY_HOST, type FakePluggy } from '../fakes/banks/pluggy.ts';
import { bankShell, type BankShell } from './world/bank-shell.ts';
import { rowsAfterFaults } from './world/service-faults.ts';

const DAY = 86_400_000;

interface AtPluggy {
  readonly fake: FakePluggy;
  readonly world: BankWorld;
  readonly shell: BankShell;
  readonly add: readonly string[];
  readonly day: (ago: number) => string;
}

async function atPluggy(): Promise<AtPluggy> {
  const fake = fakePluggy();
  const moment = (ago: number): string => new Date(Date.now() - ago * DAY).toISOString();
  const day = (ago: number): string => todayIn('America/Sao_Paulo', Date.now() - ago * DAY);
  fake.accounts.push({
    id: 'card-1',
    type: 'CREDIT',
    name: 'Mastercard',
    number: '4321',
    balance: 42.4,
    bookings: [
      { id: '1', date: moment(20), type: 'DEBIT', amount: 12, description: 'Padaria', status: 'POSTED' },
      { id: '2', date: moment(9), type: 'CREDIT', amount: -100, description: 'Pagamento', status: 'POSTED' },
      { id: '3', date: moment(6), type: 'DEBIT', amount: 30.4, description: 'MERCADO CENTRAL', status: 'PENDING' },
    ],
  });
  const world = await bankWorld({ [PLUGGY_HOST]: fake.service });
  const add = ['connection', 'add', 'pluggy', '--item', fake.item, '--client-id', fake.clientId];
  return { fake, world, shell: bankShell(world), add, day };
}

test('a Pluggy secret is tested and saved, and transactions of an open bill are updated in their rows when it closes', async () => {
  const { fake, shell, add, day } = await atPluggy();
  const added = await shell.run(add, `${fake.clientSecret}\n`);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Added the connection “Pluggy”') });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 3 } });
  const [first, , third] = fake.accounts[0]?.bookings ?? [];
  Object.assign(first ?? {}, { id: '1-restated' });
  Object.assign(third ?? {}, { id: '3-restated', status: 'POSTED', description: 'Mercado Central SP' });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 1 } });
  expect(await shell.rows()).toEqual([
    `${day(20)} -12.00 Padaria`,
    `${day(9)} 100.00 Pagamento`,
    `${day(6)} -30.40 Mercado Central SP`,
  ]);
});

test('a wrong secret is rejected before anything is saved, and is never shown', async () => {
  const { shell, add } = await atPluggy();
  const wrong = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
  const added = await shell.run(add, `${wrong}\n`);
  expect(added).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('client keys are invalid') });
  expect(added.stderr).not.toContain(wrong);
  expect((await shell.run(['connection', 'list', '--json'])).json()).toEqual([]);
});

test('every fault of the service is reported with its host, and nothing is written; afterwards each row is written once', async () => {
  const { fake, shell, world, add } = await atPluggy();
  const input = `${fake.clientSecret}\n`;
  const added = () => shell.run(add, input);
  const service = { shell, world, host: PLUGGY_HOST, secrets: [fake.clientSecret] };
  expect(await rowsAfterFaults({ ...service, add, input, added, name: 'Pluggy' })).toHaveLength(3);
});
