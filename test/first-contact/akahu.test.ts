import { expect, test } from 'vitest';
import { todayIn } from '../../src/core/time-zone.ts';
import { AKAHU_HOST, fakeAkahu, type FakeAkahu } from '../fakes/banks/akahu.ts';
import { bankWorld, type BankWorld } from '../fakes/banks/bank-world.ts';
import { bankShell, type BankShell } from './world/bank-shell.ts';
import { rowsAfterFaults } from './world/service-faults.ts';

const DAY = 86_400_000;

interface AtAkahu {
  readonly fake: FakeAkahu;
  readonly world: BankWorld;
  readonly shell: BankShell;
  readonly rows: readonly string[];
  readonly tokens: string;
}

async function atAkahu(): Promise<AtAkahu> {
  const fake = fakeAkahu();
  const moment = (ago: number): string => new Date(Date.now() - ago * DAY).toISOString();
  const day = (ago: number): string => todayIn('Pacific/Auckland', Date.now() - ago * DAY);
  const made = (id: string, ago: number, amount: number) => ({
    id,
    date: moment(ago),
    amount,
    description: `Shop ${id}`,
  });
  fake.accounts.push({
    id: 'acc_1',
    name: 'Everyday',
    type: 'CHECKING',
    status: 'ACTIVE',
    balance: { current: 81.5 },
    refreshed: { balance: moment(1), transactions: moment(1) },
    bookings: [made('1', 20, -12), made('2', 5, 100), made('3', 2, -6.5)],
    pending: [{ date: moment(1), amount: -4, description: 'Pending' }],
  });
  const world = await bankWorld({ [AKAHU_HOST]: fake.service });
  const rows = [`${day(20)} -12.00 Shop 1`, `${day(5)} 100.00 Shop 2`, `${day(2)} -6.50 Shop 3`];
  return { fake, world, shell: bankShell(world), rows, tokens: `${fake.appToken}\n${fake.userToken}\n` };
}

test('two Akahu tokens are tested and saved, rows are added once, and a move to the official interface duplicates none', async () => {
  const { fake, shell, rows, tokens } = await atAkahu();
  const added = await shell.run(['connection', 'add', 'akahu'], tokens);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Added the connection “Akahu”') });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 3 } });
  const [moved] = fake.accounts;
  Object.assign(moved ?? {}, { id: 'acc_2', migrated: 'acc_1' });
  for (const one of moved?.bookings ?? []) Object.assign(one, { id: `${one.id}b`, migrated: one.id });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 0 } });
  expect(await shell.rows()).toEqual(rows);
});

test('tokens in the wrong order are rejected before anything is saved, and are never shown', async () => {
  const { fake, shell } = await atAkahu();
  const added = await shell.run(['connection', 'add', 'akahu'], `${fake.userToken}\n${fake.appToken}\n`);
  expect(added).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('the app ID token begins with app_token_'),
  });
  for (const token of [fake.appToken, fake.userToken]) expect(added.stderr).not.toContain(token);
  expect((await shell.run(['connection', 'list', '--json'])).json()).toEqual([]);
});

test('every fault of the service is reported with its host, and nothing is written; afterwards each row is written once', async () => {
  const { fake, shell, world, tokens } = await atAkahu();
  const [add, input] = [['connection', 'add', 'akahu'], tokens];
  const added = () => shell.run(add, input);
  const secrets = [fake.appToken, fake.userToken];
  const service = { shell, world, host: AKAHU_HOST, secrets };
  expect(await rowsAfterFaults({ ...service, add, input, added, name: 'Akahu' })).toHaveLength(3);
});
