import { expect, test } from 'vitest';
import { startServiceIn } from '../cli/pennyrow.ts';
import { bankWorld, type BankWorld } from '../fakes/banks/bank-world.ts';
import { fakeGocardless, GOCARDLESS_HOST, type FakeGocardless } from '../fakes/banks/gocardless.ts';
import { bankShell, type BankShell } from './world/bank-shell.ts';
import { visit } from './world/visit.ts';
import { rowsAfterFaults } from './world/service-faults.ts';

const DAY = 86_400_000;

interface AtBank {
  readonly fake: FakeGocardless;
  readonly world: BankWorld;
  readonly shell: BankShell;
  readonly day: (ago: number) => string;
  readonly add: readonly string[];
  /** Adds the connection as a user with a browser on this machine, who agrees or denies. */
  ask(answer: (url: string) => string, more?: readonly string[]): ReturnType<BankShell['consent']>;
}

async function atBank([country, bank]: readonly [string, string] = ['fi', 'nordea']): Promise<AtBank> {
  const fake = fakeGocardless();
  const now = Date.now();
  const day = (ago: number): string => new Date(now - ago * DAY).toISOString().slice(0, 10);
  const made = (ago: number, amount: string, name: string) => ({
    transactionId: `${name}-${ago}`,
    bookingDate: day(ago),
    transactionAmount: { amount, currency: 'EUR' },
    ...(amount.startsWith('-') ? { creditorName: name } : { debtorName: name }),
  });
  fake.accounts.push({
    iban: 'FI2112345600000785',
    name: 'Everyday',
    currency: 'EUR',
    balances: [],
    booked: [made(30, '-12.00', 'Corner shop'), made(5, '100.00', 'Acme Oy'), made(1, '-6.50', 'Kiosk')],
    pending: [],
  });
  const world = await bankWorld({ [GOCARDLESS_HOST]: fake.service });
  const shell = bankShell(world);
  const add = ['connection', 'add', 'gocardless', '--country', country, '--bank', bank, '--secret-id', fake.secretId];
  const ask: AtBank['ask'] = async (answer, more = []) => {
    const service = await startServiceIn(shell.folder, shell.surroundings);
    const redirectUrl = `${/https:\S+?:\d+/.exec(service.firstLine)?.[0]}/consent`;
    const added = await shell.consent(
      [...add, '--redirect-url', redirectUrl, ...more],
      async (url) => {
        await visit(answer(url));
        return '';
      },
      `${fake.secretKey}\n`,
    );
    await service.stop();
    return added;
  };
  return { fake, world, shell, day, add, ask };
}

test('a user consents at the bank, rows are added once, and a renewal after the consent ended duplicates none', async () => {
  const { fake, shell, day, ask } = await atBank();
  const added = await ask(fake.agree);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Added the connection “Nordea”') });
  expect(added.stderr).toContain('https://ob.gocardless.com/ob-psd2/start/');
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 3 } });
  fake.refusal = 'revoked';
  expect((await shell.sync()).run).toMatchObject({
    status: 'failed',
    messages: [{ code: 'source_consent_ended', remedy: expect.stringContaining('pennyrow connection reauthorise') }],
  });
  fake.refusal = null;
  const renewed = await shell.consent(['connection', 'reauthorise', 'Nordea'], fake.agree);
  expect(renewed).toMatchObject({ code: 0, stdout: expect.stringContaining('Reconnected') });
  expect(fake.requisitions).toHaveLength(1);
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 0 } });
  expect(await shell.rows()).toEqual([
    `${day(30)} -12.00 Corner shop`,
    `${day(5)} 100.00 Acme Oy`,
    `${day(1)} -6.50 Kiosk`,
  ]);
  expect((await shell.run(['connection', 'remove', 'Nordea', '--yes'])).code).toBe(0);
  expect(fake.requisitions).toEqual([]);
});

test('a pending transaction is booked in its row, even if the bank changes its text', async () => {
  const { fake, shell, day, ask } = await atBank();
  const [account] = fake.accounts;
  const pending = {
    valueDate: day(1),
    transactionAmount: { amount: '-9.90', currency: 'EUR' },
    creditorName: 'CARD 4711',
  };
  account?.pending.push(pending);
  await ask(fake.agree, ['--pending']);
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 4 } });
  account?.pending.pop();
  account?.booked.push({ ...pending, transactionId: 'booked-1', bookingDate: day(0), creditorName: 'Book shop' });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 1 } });
  expect(await shell.rows()).toEqual([
    `${day(30)} -12.00 Corner shop`,
    `${day(5)} 100.00 Acme Oy`,
    `${day(1)} -6.50 Kiosk`,
    `${day(0)} -9.90 Book shop`,
  ]);
  const settings = async (): Promise<object> =>
    (await shell.run(['connection', 'list', '--json'])).json<{ settings: object }[]>()[0]?.settings ?? {};
  const changed = await shell.run(['connection', 'set', 'Nordea', '--booked']);
  expect(changed).toMatchObject({ code: 0, stdout: expect.stringContaining('Changed the connection “Nordea”') });
  expect(await settings()).toMatchObject({ statuses: 'booked', bank: 'Nordea' });
  account?.pending.push({ ...pending, creditorName: 'Bakery' });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 0 } });
  const nothing = await shell.run(['connection', 'set', 'Nordea']);
  expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('No setting was given') });
  expect(await settings()).toMatchObject({ statuses: 'booked' });
});

test('rows of a card that an earlier version of Pennyrow wrote with the opposite sign are corrected in place', async () => {
  const { fake, shell, day, ask } = await atBank(['se', 'eurocard']);
  const [account] = fake.accounts;
  const purchases = (sign: string) =>
    ['12.00', '6.50'].map((amount, place) => ({
      transactionId: `card-${place}`,
      bookingDate: day(place + 1),
      transactionAmount: { amount: `${sign}${amount}`, currency: 'EUR' },
      additionalInformation: `Shop ${place}`,
    }));
  // Writes the rows as an earlier version of Pennyrow did, without reversing the sign.
  account?.booked.splice(0, Infinity, ...purchases('-'));
  await ask(fake.agree);
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 2 } });
  expect(await shell.rows()).toEqual([`${day(2)} 6.50 Shop 1`, `${day(1)} 12.00 Shop 0`]);
  account?.booked.splice(0, Infinity, ...purchases(''));
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 2 } });
  expect(await shell.rows()).toEqual([`${day(2)} -6.50 Shop 1`, `${day(1)} -12.00 Shop 0`]);
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 0 } });
});

test('a denied consent, and wrong keys, create no connection', async () => {
  const { fake, shell, add, ask } = await atBank();
  const refused = await ask(fake.refuse);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('User cancelled the session') });
  const wrong = await shell.run(add, `${'f'.repeat(64)}\n`);
  expect(wrong).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('No active account found') });
  expect(wrong.stderr).not.toContain('f'.repeat(64));
  expect((await shell.run(['connection', 'list', '--json'])).json()).toEqual([]);
});

test('every fault of the service is reported with its host, and nothing is written; afterwards each row is written once', async () => {
  const { fake, shell, world, add, ask } = await atBank();
  const input = `${fake.secretKey}\n`;
  const service = { shell, world, host: GOCARDLESS_HOST, secrets: [fake.secretKey] };
  const added = () => ask(fake.agree);
  expect(await rowsAfterFaults({ ...service, add, input, added, name: 'Nordea' })).toHaveLength(3);
});
