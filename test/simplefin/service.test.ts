import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ConnectionView } from '../../src/contract/control/connections.ts';
import type { Run } from '../../src/core/run.ts';
import { noon } from '../fakes/simplefin/bank.ts';
import { openDatabase } from '../../src/store/database.ts';
import { fakeSimplefin, type FakeSimplefin } from '../fakes/simplefin/server.ts';
import { machineTime, type MachineTime } from '../fakes/machine-time.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Home {
  readonly server: FakeSimplefin;
  readonly service: ServiceInUse;
  readonly connectionId: string;
  readonly token: string;
}

/** The whole service with one connection to a server whose clock is the same. */
async function home(options: { readonly versions?: readonly string[] } = {}): Promise<Home> {
  const time = machineTime(Date.parse('2026-03-10T09:00:00Z'));
  const server = await fakeSimplefin({ now: time.now, ...options });
  const service = await serviceInUse({ sourceLine: { ca: server.ca, timeoutMs: 10_000 } }, time);
  const token = server.newSetupToken();
  const { id } = await service.client.call('connection.add', { accountId: service.accountId, settings: { source: 'simplefin', setupToken: token } });
  return { server, service, connectionId: id, token };
}

async function connectionOf({ client, accountId }: ServiceInUse): Promise<ConnectionView> {
  const [connection] = await client.call('connection.list', { accountId });
  return connection as ConnectionView;
}

const codes = ({ messages }: Run): string[] => messages.map(({ code }) => code);

describe('a connection to SimpleFIN', () => {
  test('is added by its token, fills the workbook, and adds nothing twice', async () => {
    const { server, service } = await home();
    expect(await connectionOf(service)).toMatchObject({ name: 'SimpleFIN', source: 'simplefin', settings: { host: new URL(server.origin).host } });
    expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 5 } });
    service.time.pass(MINUTE);
    expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 0, known: 4 } });
    const rows = await service.rows();
    expect(new Set(rows.map((row) => row['Account']))).toEqual(new Set(['Everyday ••4321', 'Savings', 'Card ••8830']));
    expect(await connectionOf(service)).toMatchObject({ syncedUntil: '2026-03-10', health: { failures: 0, problem: null }, settings: { version: '2' } });
  });

  test.each([[['1', '2']], [['1.0']]])('with %j: a pending row that posts under another id stays one row, with what the person wrote', async (versions) => {
    const { server, service } = await home({ versions });
    const [account] = server.bank.accounts;
    server.bank.accounts.length = 1;
    if (account === undefined) return;
    account.transactions = [{ id: 'PENDING-1', posted: 0, amount: '-20.00', description: 'RESTAURANT LINDEN', pending: true, transacted_at: noon('2026-03-09') }];
    expect(await service.sync()).toMatchObject({ counts: { added: 1 } });
    account.transactions = [{ id: 'POSTED-2', posted: noon('2026-03-10'), amount: '-23.00', description: 'RESTAURANT LINDEN', transacted_at: noon('2026-03-09') }];
    service.time.pass(HOUR);
    expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 1 } });
    expect(await service.rows()).toMatchObject([{ Amount: -23, Description: 'RESTAURANT LINDEN' }]);
  });

  test('that a bank of it needs its person syncs the rest, says so, and fetches what was missed once it is well', async () => {
    const { server, service } = await home();
    const card = server.bank.accounts.pop();
    server.bank.errors = [{ code: 'con.auth', msg: 'Sign in again', conn_id: 'CON-harbour' }];
    const run = await service.sync();
    expect(run).toMatchObject({ status: 'partial', counts: { added: 4 } });
    expect(codes(run)).toContain('source_bank_reauthorise');
    expect(await connectionOf(service)).toMatchObject({ syncedUntil: null, health: { failures: 0, problem: { code: 'source_bank_reauthorise', message: 'Harbour Union: Sign in again' } } });
    expect((await service.client.call('service.status', {})).accounts[0]?.notes).toMatchObject([{ message: 'SimpleFIN: Harbour Union: Sign in again', remedy: expect.stringContaining('Last good data: 2026-03-10') }]);
    service.time.pass(20 * 24 * HOUR);
    if (card !== undefined) server.bank.accounts.push(card);
    server.bank.errors = [];
    expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
    expect(await connectionOf(service)).toMatchObject({ syncedUntil: '2026-03-30', health: { problem: null } });
  });

  test('whose access was revoked says so, and goes on with a new token where it was', async () => {
    const { server, service, connectionId } = await home();
    await service.sync();
    server.isOpen = false;
    service.time.pass(HOUR);
    expect(await service.sync()).toMatchObject({ status: 'failed', messages: [{ code: 'source_reauthorise' }] });
    server.isOpen = true;
    const setupToken = server.newSetupToken();
    expect(await service.client.call('connection.reauthorise', { connectionId, setupToken })).toMatchObject({ health: { failures: 0, problem: null } });
    expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 0 } });
    await expect(service.client.call('connection.reauthorise', { connectionId, setupToken })).rejects.toMatchObject({ code: 'source_token_spent' });
    expect((await service.sync()).status).toBe('succeeded');
  });

  test('can be tested, and shows what the bank sent', async () => {
    const { service, connectionId } = await home();
    expect(await service.client.call('connection.test', { connectionId })).toMatchObject({ accounts: [{ name: 'Everyday ••4321', bank: 'Linden Bank', currency: 'EUR' }, { name: 'Savings' }, { name: 'Card ••8830', bank: 'Harbour Union', currency: 'USD' }], messages: [] });
    await service.sync();
    const [newest] = await service.client.call('connection.answers', { connectionId });
    const { text } = await service.client.call('connection.answer', { connectionId, number: newest?.number ?? 0 });
    expect(JSON.parse(text)).toHaveProperty('accounts');
    await expect(service.client.call('connection.answer', { connectionId, number: 99_999 })).rejects.toMatchObject({ code: 'input_answer' });
  });

  test('can be removed and added again with a new token: nothing comes twice, and a new account brings its whole year', async () => {
    const { server, service, connectionId } = await home();
    await service.sync();
    await service.client.call('connection.remove', { connectionId });
    server.bank.accounts.push({ conn_id: 'CON-harbour', id: 'ACT-late', name: 'Late', currency: 'EUR', transactions: [{ id: 'L-1', posted: noon('2025-06-01'), amount: '-7.00', description: 'Long ago' }] });
    await service.client.call('connection.add', { accountId: service.accountId, settings: { source: 'simplefin', setupToken: server.newSetupToken() } });
    server.budget = 1000;
    expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
    expect(await service.rows()).toHaveLength(6);
  });

  test('says of an account that came later that its past is not there', async () => {
    const { server, service } = await home();
    expect(codes(await service.sync())).not.toContain('source_new_account');
    server.bank.accounts.push({ conn_id: 'CON-harbour', id: 'ACT-late', name: 'Late', currency: 'EUR', transactions: [{ id: 'L-1', posted: noon('2026-03-09'), amount: '-7.00', description: 'Lately' }] });
    service.time.pass(HOUR);
    expect((await service.sync()).messages).toMatchObject([{ severity: 'info', code: 'source_new_account', message: 'Late is new here: its transactions from 2026-02-24 on are added.' }]);
    service.time.pass(HOUR);
    expect((await service.sync()).messages).toEqual([]);
  });

  test('that is refused leaves nothing behind', async () => {
    const { service, token } = await home();
    await expect(service.client.call('connection.add', { accountId: service.accountId, settings: { source: 'simplefin', setupToken: token } })).rejects.toMatchObject({ code: 'source_token_spent' });
    await expect(service.client.call('connection.add', { accountId: service.accountId, settings: { source: 'simplefin', setupToken: 'no token' } })).rejects.toMatchObject({ code: 'input_setup_token' });
    expect(await service.client.call('connection.list', { accountId: service.accountId })).toHaveLength(1);
  });
});

test('a failed write costs no second request, and neither does a preview before a sync', async () => {
  const { server, service } = await home();
  await service.client.call('run.preview', { accountId: service.accountId });
  const asked = server.seen.length;
  const run = await service.sync();
  expect(run).toMatchObject({ status: 'succeeded', counts: { added: 5 } });
  expect(codes(run)).toContain('source_replayed');
  expect(server.seen).toHaveLength(asked);
});

test('no token and no part of the access is anywhere in the data folder, the log or an answer', async () => {
  const { server, service, connectionId, token } = await home();
  await service.sync();
  server.isOpen = false;
  await service.sync();
  await service.client.call('connection.test', { connectionId }).catch(() => null);
  const views = JSON.stringify([await service.client.call('connection.list', { accountId: service.accountId }), await service.client.call('service.status', {}), await service.client.call('run.list', { accountId: service.accountId })]);
  await service.service.close();
  const files = readdirSync(service.folder, { recursive: true, encoding: 'utf8' }).map((name) => join(service.folder, name)).filter((path) => statSync(path).isFile());
  expect(files.some((path) => path.endsWith('pennyrow.log'))).toBe(true);
  const everything = views + files.map((path) => readFileSync(path, 'latin1')).join('\n');
  const claimSecret = Buffer.from(token, 'base64').toString().split('/').at(-1) as string;
  for (const secret of [...server.secrets, server.accessUrl, token, claimSecret]) expect(everything).not.toContain(Buffer.from(secret, 'utf8').toString('latin1'));
});

test('removing the connection, or its account, removes the access', async () => {
  const { server, service, connectionId } = await home();
  const { client } = service;
  const second = await client.call('account.add', { name: 'Second' });
  await client.call('connection.add', { accountId: second.id, settings: { source: 'simplefin', setupToken: server.newSetupToken() } });
  const sealed = (): string[] => secretsIn(service);
  expect(sealed()).toHaveLength(2);
  await client.call('connection.remove', { connectionId });
  expect(sealed()).toHaveLength(1);
  await client.call('account.remove', { accountId: second.id });
  expect(sealed()).toEqual([]);
});

function secretsIn({ folder }: ServiceInUse): string[] {
  const database = openDatabase(join(folder, 'pennyrow.db'));
  try {
    return database.all<{ name: string }>("SELECT name FROM secret WHERE name LIKE 'simplefin/%'").map(({ name }) => name);
  } finally {
    database.close();
  }
}

describe('requests', () => {
  test('are counted over restarts; the schedule leaves some to the person, who is told when the next one is free', async () => {
    const { server, service } = await home();
    server.budget = 1000;
    await service.sync();
    const used = server.seen.length - 1;
    for (let more = used; more < 24; more += 1) {
      service.time.pass(MINUTE);
      expect((await service.sync()).status).toBe('succeeded');
    }
    const next = await service.restart();
    next.time.pass(MINUTE);
    const refused = await next.sync();
    expect(refused).toMatchObject({ status: 'failed', messages: [{ code: 'source_budget', remedy: expect.stringContaining('2026-03-11 10:00') }] });
    expect(server.seen).toHaveLength(1 + 24);
    expect((await connectionOf(next)).health).toMatchObject({ problem: { code: 'source_budget' }, nextTryAt: '2026-03-11T09:00:00.000Z' });
    next.time.passUntil(Date.parse('2026-03-11T09:00:00Z'));
    expect((await next.sync()).status).toBe('succeeded');
  });

  test('of the schedule stop before those of the person do', async () => {
    const { server, service } = await home();
    server.budget = 1000;
    await service.client.call('schedule.set', { accountId: service.accountId, startTime: '00:00', minutes: 15 });
    await passQuarters(service, 40);
    expect(server.seen).toHaveLength(1 + 20);
    expect((await service.sync()).status).toBe('succeeded');
  });
});

test('a server that is gone is asked less and less by the schedule, and at once by a person', async () => {
  const { server, service } = await home();
  await service.sync();
  server.isOpen = false;
  const before = server.seen.length;
  await service.client.call('schedule.set', { accountId: service.accountId, startTime: '00:00', minutes: 15 });
  await passQuarters(service, 96);
  const asked = server.seen.length - before;
  expect(asked).toBeGreaterThan(4);
  expect(asked).toBeLessThan(10);
  const { health } = await connectionOf(service);
  expect(health).toMatchObject({ failures: asked, lastSuccessAt: '2026-03-10T09:00:00.000Z', problem: { code: 'source_reauthorise' } });
  expect(Date.parse(health.nextTryAt ?? '') - service.time.now()).toBeGreaterThan(HOUR);
  const script = await service.post('/api/v2/sync-transactions');
  expect(script.body).toMatchObject({ success: false, message: expect.stringContaining('SimpleFIN is left alone until') });
  server.isOpen = true;
  expect((await service.sync()).status).toBe('succeeded');
  expect((await connectionOf(service)).health.failures).toBe(0);
});

/** Lets quarters of an hour pass, and each run that they start end. */
async function passQuarters({ time, client, accountId }: Pick<ServiceInUse, 'client' | 'accountId'> & { readonly time: MachineTime }, count: number): Promise<void> {
  for (let quarter = 0; quarter < count; quarter += 1) {
    time.pass(15 * MINUTE);
    const [run] = await client.call('run.list', { accountId, limit: 1 });
    if (run !== undefined) await client.call('run.wait', { runId: run.id });
  }
}
