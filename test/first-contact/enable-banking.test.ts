import { createPublicKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServiceIn } from '../cli/pennyrow.ts';
import { openDatabase } from '../../src/store/database.ts';
import { bankWorld, type BankWorld } from '../fakes/banks/bank-world.ts';
import { ENABLE_BANKING_HOST, fakeEnableBanking, type FakeEnableBanking } from '../fakes/banks/enable-banking.ts';
import { bankShell, type BankShell } from './world/bank-shell.ts';
import { rowsAfterFaults } from './world/service-faults.ts';
import { visit } from './world/visit.ts';

const DAY = 86_400_000;

interface AtBank {
  readonly fake: FakeEnableBanking;
  readonly world: BankWorld;
  readonly shell: BankShell;
  readonly add: readonly string[];
  readonly day: (ago: number) => string;
}

const ROWS = [
  [30, '-12.00', 'Corner shop'],
  [5, '100.00', 'Acme Oy'],
  [1, '-6.50', 'Kiosk'],
  [1, '-6.50', 'Kiosk'],
] as const;

async function atBank(): Promise<AtBank> {
  const fake = fakeEnableBanking();
  const now = Date.now();
  const day = (ago: number): string => new Date(now - ago * DAY).toISOString().slice(0, 10);
  const bookings = ROWS.map(([ago, amount, name], place) => ({
    entry_reference: `ref-${place}`,
    transaction_amount: { currency: 'EUR', amount: amount.replace('-', '') },
    credit_debit_indicator: amount.startsWith('-') ? 'DBIT' : 'CRDT',
    creditor: { name },
    debtor: { name },
    status: 'BOOK',
    booking_date: day(ago),
    remittance_information: [],
  }));
  fake.accounts.push({
    iban: 'FI2112345600000785',
    details: 'Everyday',
    hashes: ['hash-a'],
    bookings: bookings.toReversed(),
    balances: [],
  });
  const world = await bankWorld({ [ENABLE_BANKING_HOST]: fake.service });
  const shell = bankShell(world);
  const key = join(shell.folder, 'key.pem');
  writeFileSync(key, fake.privateKey);
  const { applicationId } = fake;
  const kind = ['connection', 'add', 'enable-banking', '--country', 'fi', '--bank', 'nordea'];
  return { fake, world, shell, day, add: [...kind, '--application-id', applicationId, '--private-key', key] };
}

test('a user consents at the bank, rows are added once, and a renewal after the consent ended duplicates none', async () => {
  const { fake, shell, add, day } = await atBank();
  const added = await shell.consent(add, fake.agree);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Added the connection “Nordea”') });
  expect(added.stderr).toContain('https://tilisy.enablebanking.com/welcome?sessionid=');
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 4 } });
  const [first] = fake.sessions;
  Object.assign(first ?? {}, { state: 'EXPIRED' });
  const failed = await shell.sync();
  expect(failed.run).toMatchObject({
    status: 'failed',
    messages: [{ code: 'source_consent_ended', remedy: expect.stringContaining('pennyrow connection reauthorise') }],
  });
  const renewed = await shell.consent(['connection', 'reauthorise', 'Nordea'], fake.agree);
  expect(renewed).toMatchObject({ code: 0, stdout: expect.stringContaining('Reconnected') });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 0 } });
  expect(await shell.rows()).toEqual([
    `${day(30)} -12.00 Corner shop`,
    `${day(5)} 100.00 Acme Oy`,
    `${day(1)} -6.50 Kiosk`,
    `${day(1)} -6.50 Kiosk`,
  ]);
});

test('a renewal revokes the previous consent, and removing the connection revokes the last one', async () => {
  const { fake, shell, add } = await atBank();
  await shell.consent(add, fake.agree);
  await shell.consent(['connection', 'reauthorise', 'Nordea'], fake.agree);
  expect(fake.sessions.map(({ state }) => state)).toEqual(['CLOSED', 'AUTHORIZED']);
  const removed = await shell.run(['connection', 'remove', 'Nordea', '--yes']);
  expect(removed.stdout.replaceAll(/\s+/g, ' ')).toContain('The permission was given back at the bank.');
  expect(fake.sessions.map(({ state }) => state)).toEqual(['CLOSED', 'CLOSED']);
});

test('removing the account revokes every consent, and lists banks that could not be reached', async () => {
  const { fake, shell, world, add } = await atBank();
  await shell.consent(add, fake.agree);
  const remove = async () =>
    (await shell.run(['account', 'remove', 'Household', '--yes'])).stdout.replaceAll(/\s+/g, ' ');
  await shell.run(['account', 'add', 'Household']);
  const inHousehold = [...add, '--account', 'Household'];
  await shell.consent(inHousehold, fake.agree);
  expect(await remove()).toBe('Removed the account “Household”. Its workbook stays where it is. ');
  expect(fake.sessions.map(({ state }) => state)).toEqual(['AUTHORIZED', 'CLOSED']);
  await shell.run(['account', 'add', 'Household']);
  await shell.consent(inHousehold, fake.agree);
  world.always = { status: 503 };
  expect(await remove()).toContain('The bank could not be told for Nordea: withdraw the permission there.');
  const removed = await shell.run(['connection', 'remove', 'Nordea', '--yes']);
  expect(removed.stdout.replaceAll(/\s+/g, ' ')).toContain(
    'The bank could not be told: withdraw the permission there.',
  );
  const vault = openDatabase(join(shell.folder, 'pennyrow.db'));
  expect(vault.all("SELECT name FROM secret WHERE name LIKE 'enable-banking/%'")).toEqual([]);
  vault.close();
});

test('the end of a consent is announced two weeks before it, until the consent is renewed', async () => {
  const { fake, shell, add } = await atBank();
  const statusText = async (): Promise<string> => (await shell.run(['status'])).stdout.replaceAll(/\s+/g, ' ');
  fake.longestConsent = 7 * 86_400;
  await shell.consent(add, fake.agree);
  const doctor = (await shell.run(['doctor'])).stdout.replaceAll(/\s+/g, ' ');
  expect(doctor).toMatch(/the permission to read these accounts ends in [67] days/);
  expect(await statusText()).toMatch(/Nordea: the permission to read these accounts ends in [67] days/);
  expect((await shell.run(['connection', 'list'])).stdout).toContain('Permission until');
  fake.longestConsent = 90 * 86_400;
  await shell.consent(['connection', 'reauthorise', 'Nordea'], fake.agree);
  expect(await statusText()).not.toContain('the permission');
});

test('a denied consent, and a URL from another request, create no connection', async () => {
  const { fake, shell, add } = await atBank();
  const refused = await shell.consent(add, fake.refuse);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Denied by the user') });
  const foreign = await shell.consent(add, (url) => {
    const address = new URL(fake.agree(url));
    address.searchParams.set('state', 'another');
    return `${address.href}\n${fake.refuse(url)}`;
  });
  expect(foreign).toMatchObject({ code: 1, stdout: '' });
  expect(foreign.stderr).toContain('does not belong to the question');
  expect((await shell.run(['connection', 'list', '--json'])).json()).toEqual([]);
});

test('a browser on this machine passes the bank’s response to Pennyrow automatically, and only once', async () => {
  const { fake, world, shell, add } = await atBank();
  const { folder, surroundings } = shell;
  const service = await startServiceIn(folder, surroundings);
  const redirectUrl = `${/https:\S+?:\d+/.exec(service.firstLine)?.[0]}/consent`;
  fake.redirectUrls = [redirectUrl];
  const shown: string[] = [];
  const added = await shell.consent([...add, '--redirect-url', redirectUrl], async (url) => {
    shown.push(await visit(`${redirectUrl}?state=another&code=1`), await visit(fake.agree(url)));
    return '';
  });
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Added the connection') });
  expect(shown).toEqual([
    expect.stringContaining('not waiting for an answer here'),
    expect.stringContaining('answer has arrived'),
  ]);
  expect(await visit(`${redirectUrl}?state=another&code=1`)).toContain('not waiting');
  expect(world.seen.filter(({ method, url }) => method === 'POST' && url.pathname === '/sessions')).toHaveLength(1);
  await service.stop();
});

test('every fault of the service is reported with its host, and nothing is written; afterwards each row is written once', async () => {
  const { fake, shell, world, add } = await atBank();
  const service = { shell, world, host: ENABLE_BANKING_HOST, secrets: [fake.privateKey] };
  const added = () => shell.consent(add, fake.agree);
  expect(await rowsAfterFaults({ ...service, add, added, name: 'Nordea' })).toHaveLength(4);
});

test.each([
  ['an unknown bank', { bank: 'Linden Bank' }, /no bank “Linden Bank” in FI.*Nordea, OP Financial Group/],
  ['a country without banks', { country: 'ZZ' }, /no bank in ZZ/],
  ['a name of several banks', { bank: 'o' }, /Several banks.*Nordea/],
  [
    'an application with another key',
    { applicationId: '5f0d2f3c-8d4b-4c57-9a51-6a3a3c8a7a10' },
    /does not accept the application’s key/,
  ],
  [
    'an unregistered redirect URL',
    { redirectUrl: 'https://example.org/there' },
    /does not send browsers to https:..example.org.there/,
  ],
])('%s is rejected with a remedy, before the user is sent to the bank', async (_, changes, expected) => {
  const { fake, shell } = await atBank();
  const given = { country: 'FI', bank: 'Nordea', applicationId: fake.applicationId, ...changes };
  const key = join(shell.folder, 'key.pem');
  const options = Object.entries({ ...given, privateKey: key }).flatMap(([name, value]) => [
    `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  ]);
  const added = await shell.run(['connection', 'add', 'enable-banking', ...options]);
  expect([added.code, added.stdout]).toEqual([1, '']);
  expect(added.stderr.replaceAll(/\s+/g, ' ')).toMatch(expected);
  expect((await shell.run(['connection', 'list', '--json'])).json()).toEqual([]);
});

test('a user in Germany connects a bank by country and name, after entering an invalid key', async () => {
  const { fake, shell, day } = await atBank();
  const plain = async (args: readonly string[]) => (await shell.run(args)).stdout.replaceAll(/\s+/g, ' ');
  const ways = await plain(['connection', 'ways', 'de']);
  expect(ways).toContain('pennyrow connection add enable-banking');
  expect(ways).toContain('Free for your own accounts');
  expect(ways).not.toContain('SimpleFIN');
  const key = join(shell.folder, 'german.pem');
  const add = (bank: string): readonly string[] => {
    const where = ['connection', 'add', 'enable-banking', '--country', 'de', '--bank', bank];
    return [...where, '--application-id', fake.applicationId, '--private-key', key];
  };
  const refused = async (bank: string, exitCode: number): Promise<string> => {
    const { code, stdout, stderr } = await shell.run(add(bank));
    expect([code, stdout]).toEqual([exitCode, '']);
    return stderr.replaceAll(/\s+/g, ' ');
  };
  writeFileSync(key, createPublicKey(fake.privateKey).export({ type: 'spki', format: 'pem' }));
  expect(await refused('koeln', 2)).toContain('This is a public key, and Pennyrow needs the private one.');
  writeFileSync(key, fake.privateKey.replaceAll('\n', ' '));
  expect(await refused('sparkasse', 1)).toMatch(/Several banks.*Sparkasse Aachen/);
  expect(await refused('Qonto', 1)).toMatch(/no bank “Qonto” in DE/);
  const added = await shell.consent(add('koeln'), fake.agree);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('connection “Sparkasse KölnBonn”') });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 4 } });
  expect((await shell.rows())[0]).toBe(`${day(30)} -12.00 Corner shop`);
});
