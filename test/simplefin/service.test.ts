import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { noon } from '../fakes/simplefin/bank.ts';
import { openDatabase } from '../../src/store/database.ts';
import type { ServiceInUse } from '../support/service-in-use.ts';
import { connectionOf, home } from './home.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const codes = ({ messages }: Run): string[] => messages.map(({ code }) => code);

describe('a connection to SimpleFIN', () => {
  test('is added by its token, fills the workbook, and duplicates nothing', async () => {
    const { server, service } = await home();
    expect(await connectionOf(service)).toMatchObject({
      name: 'SimpleFIN',
      source: 'simplefin',
      settings: { host: new URL(server.origin).host },
    });
    expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 5 } });
    service.time.pass(MINUTE);
    expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 0, known: 4 } });
    const rows = await service.rows();
    expect(new Set(rows.map((row) => row['Account']))).toEqual(new Set(['Everyday ••4321', 'Savings', 'Card ••8830']));
    expect(await connectionOf(service)).toMatchObject({
      syncedUntil: '2026-03-10',
      health: { failures: 0, problem: null },
      settings: { version: '2' },
    });
  });

  test.each([[['1', '2']], [['1.0']]])(
    'with %j: a pending row that posts with another id stays one row, with the user’s edits',
    async (versions) => {
      const { server, service } = await home({ versions });
      const [account] = server.bank.accounts;
      server.bank.accounts.length = 1;
      if (account === undefined) return;
      account.transactions = [
        {
          id: 'PENDING-1',
          posted: 0,
          amount: '-20.00',
          description: 'RESTAURANT LINDEN',
          pending: true,
          transacted_at: noon('2026-03-09'),
        },
      ];
      expect(await service.sync()).toMatchObject({ counts: { added: 1 } });
      account.transactions = [
        {
          id: 'POSTED-2',
          posted: noon('2026-03-10'),
          amount: '-23.00',
          description: 'RESTAURANT LINDEN',
          transacted_at: noon('2026-03-09'),
        },
      ];
      service.time.pass(HOUR);
      expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 1 } });
      expect(await service.rows()).toMatchObject([{ Amount: -23, Description: 'RESTAURANT LINDEN' }]);
    },
  );

  test('syncs the other banks if one requires a new sign-in, reports it, and fetches the missing days once it recovers', async () => {
    const { server, service } = await home();
    const card = server.bank.accounts.pop();
    server.bank.errors = [{ code: 'con.auth', msg: 'Sign in again', conn_id: 'CON-harbour' }];
    const run = await service.sync();
    expect(run).toMatchObject({ status: 'partial', counts: { added: 4 } });
    expect(codes(run)).toContain('source_bank_reauthorise');
    expect(await connectionOf(service)).toMatchObject({
      syncedUntil: null,
      health: { failures: 0, problem: { code: 'source_bank_reauthorise', message: 'Harbour Union: Sign in again' } },
    });
    expect((await service.client.call('service.status', {})).accounts[0]?.notes).toMatchObject([
      {
        message: 'SimpleFIN: Harbour Union: Sign in again',
        remedy: expect.stringMatching(/Last successful sync: \d+ Mar 2026, /),
      },
    ]);
    service.time.pass(20 * 24 * HOUR);
    if (card !== undefined) server.bank.accounts.push(card);
    server.bank.errors = [];
    expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
    expect(await connectionOf(service)).toMatchObject({ syncedUntil: '2026-03-30', health: { problem: null } });
  });

  test('reports a revoked access URL, and continues with a new token where it stopped', async () => {
    const { server, service, connectionId } = await home();
    await service.sync();
    server.isOpen = false;
    service.time.pass(HOUR);
    expect(await service.sync()).toMatchObject({ status: 'failed', messages: [{ code: 'source_reauthorise' }] });
    server.isOpen = true;
    const setupToken = server.newSetupToken();
    expect(await service.client.call('connection.reauthorise', { connectionId, secret: { setupToken } })).toMatchObject(
      {
        health: { failures: 0, problem: null },
      },
    );
    expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 0 } });
    await expect(
      service.client.call('connection.reauthorise', { connectionId, secret: { setupToken } }),
    ).rejects.toMatchObject({
      code: 'source_token_spent',
    });
    expect((await service.sync()).status).toBe('succeeded');
  });

  test('can be tested, and shows the bank’s raw response', async () => {
    const { service, connectionId } = await home();
    expect(await service.client.call('connection.test', { connectionId })).toMatchObject({
      accounts: [
        { name: 'Everyday ••4321', bank: 'Linden Bank', currency: 'EUR' },
        { name: 'Savings' },
        { name: 'Card ••8830', bank: 'Harbour Union', currency: 'USD' },
      ],
      messages: [],
    });
    await service.sync();
    const [newest] = await service.client.call('connection.answers', { connectionId });
    const { text } = await service.client.call('connection.answer', { connectionId, number: newest?.number ?? 0 });
    expect(JSON.parse(text)).toHaveProperty('accounts');
    await expect(service.client.call('connection.answer', { connectionId, number: 99_999 })).rejects.toMatchObject({
      code: 'input_answer',
    });
  });

  test('can be removed and added again with a new token without duplicates, and a new account includes its past', async () => {
    const { server, service, connectionId } = await home();
    await service.sync();
    await service.client.call('connection.remove', { connectionId });
    server.bank.accounts.push({
      conn_id: 'CON-harbour',
      id: 'ACT-late',
      name: 'Late',
      currency: 'EUR',
      transactions: [{ id: 'L-1', posted: noon('2025-12-01'), amount: '-7.00', description: 'Long ago' }],
    });
    await service.client.call('connection.add', {
      accountId: service.accountId,
      kind: 'simplefin',
      secret: { setupToken: server.newSetupToken() },
    });
    server.budget = 1000;
    expect(await service.sync()).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
    expect(await service.rows()).toHaveLength(6);
  });

  test('reports that the past of an account that was added later is missing', async () => {
    const { server, service } = await home();
    expect(codes(await service.sync())).not.toContain('source_new_account');
    server.bank.accounts.push({
      conn_id: 'CON-harbour',
      id: 'ACT-late',
      name: 'Late',
      currency: 'EUR',
      transactions: [{ id: 'L-1', posted: noon('2026-03-09'), amount: '-7.00', description: 'Lately' }],
    });
    service.time.pass(HOUR);
    expect((await service.sync()).messages).toMatchObject([
      {
        severity: 'info',
        code: 'source_new_account',
        message: 'Late is new here: its transactions from 24 Feb 2026 on are added.',
      },
    ]);
    service.time.pass(HOUR);
    expect((await service.sync()).messages).toEqual([]);
  });

  test('is not saved if the server rejects it', async () => {
    const { service, token } = await home();
    await expect(
      service.client.call('connection.add', {
        accountId: service.accountId,
        kind: 'simplefin',
        secret: { setupToken: token },
      }),
    ).rejects.toMatchObject({ code: 'source_token_spent' });
    await expect(
      service.client.call('connection.add', {
        accountId: service.accountId,
        kind: 'simplefin',
        secret: { setupToken: 'no token' },
      }),
    ).rejects.toMatchObject({ code: 'input_setup_token' });
    expect(await service.client.call('connection.list', { accountId: service.accountId })).toHaveLength(1);
  });
});

test('a sync after a preview reuses the stored responses, and sends no request', async () => {
  const { server, service } = await home();
  await service.client.call('run.preview', { accountId: service.accountId });
  const seenBefore = server.seen.length;
  const run = await service.sync();
  expect(run).toMatchObject({ status: 'succeeded', counts: { added: 5 } });
  expect(codes(run)).toContain('source_replayed');
  expect(server.seen).toHaveLength(seenBefore);
});

test('the token and the access URL are not in the data folder, the log or any response', async () => {
  const { server, service, connectionId, token } = await home();
  await service.sync();
  server.isOpen = false;
  await service.sync();
  await service.client.call('connection.test', { connectionId }).catch(() => null);
  const views = JSON.stringify([
    await service.client.call('connection.list', { accountId: service.accountId }),
    await service.client.call('service.status', {}),
    await service.client.call('run.list', { accountId: service.accountId }),
  ]);
  await service.service.close();
  const files = readdirSync(service.folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(service.folder, name))
    .filter((path) => statSync(path).isFile());
  expect(files.some((path) => path.endsWith('pennyrow.log'))).toBe(true);
  const everything = views + files.map((path) => readFileSync(path, 'latin1')).join('\n');
  const claimSecret = Buffer.from(token, 'base64').toString().split('/').at(-1) as string;
  for (const secret of [...server.secrets, server.accessUrl, token, claimSecret])
    expect(everything).not.toContain(Buffer.from(secret, 'utf8').toString('latin1'));
});

test('removing the connection, or its account, deletes the access URL', async () => {
  const { server, service, connectionId } = await home();
  const { client } = service;
  const second = await client.call('account.add', { name: 'Second' });
  await client.call('connection.add', {
    accountId: second.id,
    kind: 'simplefin',
    secret: { setupToken: server.newSetupToken() },
  });
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
    return database
      .all<{ name: string }>("SELECT name FROM secret WHERE name LIKE 'simplefin/%'")
      .map(({ name }) => name);
  } finally {
    database.close();
  }
}
