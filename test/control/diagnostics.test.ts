import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

async function fullOfSecrets(): Promise<ServiceInUse> {
  const service = await serviceInUse();
  const { client, accountId, folder } = service;
  await client.call('account.update', { accountId, name: 'Xaverine Quux' });
  await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
  const watched = join(folder, 'Divorce papers');
  mkdirSync(watched);
  writeFileSync(join(watched, 'Kontoauszug Xaverine.ofx'), 'this is no statement at all');
  await client.call('connection.add', {
    accountId,
    kind: 'statements',
    settings: { folder: watched, afterwards: 'leave' },
  });
  await service.sync();
  await service.import(join(watched, 'Kontoauszug Xaverine.ofx'));
  return service;
}

test('the diagnostics contain no secrets, names, paths, descriptions or amounts', async () => {
  const service = await fullOfSecrets();
  const { client, accountId, folder } = service;
  const token = await service.token(['read']);
  const { rows } = await client.call('transaction.list', { accountId, limit: 5000 });
  expect(rows.length).toBeGreaterThan(300);
  // Logs values that a later version might log by mistake, and errors that contain values.
  const err = {
    type: 'PennyrowError',
    code: 'statement_unreadable',
    message: `${rows[0]?.description} for ${rows[0]?.amount}`,
    stack: `PennyrowError: ${rows[0]?.description}\n    at read (file://${folder}/app/src/sources/statements/read.ts:12:5)\n    at ${rows[1]?.description}`,
  };
  const careless = {
    level: 'warn',
    time: new Date().toISOString(),
    description: rows[0]?.description,
    amount: rows[1]?.amount,
    file: 'Kontoauszug Xaverine.ofx',
    status: `paid ${rows[2]?.description}`,
    token,
    err,
    msg: 'A sentence',
  };
  appendFileSync(join(folder, 'pennyrow.log'), `${JSON.stringify(careless)}\n`);

  const diagnostics = await client.call('diagnostics.collect', {});
  const text = JSON.stringify(diagnostics);
  const secrets = [
    token,
    folder,
    'Xaverine',
    'Quux',
    'Divorce',
    'Kontoauszug',
    'Everyday',
    'Travel',
    'Demo bank',
    ...new Set(
      rows.flatMap(({ description, amount, category, bankAccountId, id }) => [
        description,
        `"${amount}"`,
        amount.startsWith('-') ? amount : `+${amount}`,
        bankAccountId,
        id,
        ...(category === '' ? [] : [`"${category}"`]),
      ]),
    ),
  ];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  // Selects this line, because the folder watcher may log more lines in the meantime.
  expect(diagnostics.log.filter(({ msg }) => msg === careless.msg)).toEqual([
    {
      level: 'warn',
      time: careless.time,
      msg: 'A sentence',
      errorType: 'PennyrowError',
      errorCode: 'statement_unreadable',
      stack: ['read (src/sources/statements/read.ts:12:5)'],
    },
  ]);
});

test('the diagnostics contain settings, runs with problems, findings of checks and log lines', async () => {
  const { client, accountId, rows } = await fullOfSecrets();
  const { accounts, findings, log, settings, pennyrow } = await client.call('diagnostics.collect', {});
  expect(accounts).toMatchObject([
    { id: accountId, plan: 'personal', workbook: 'xlsx', rows: (await rows()).length, schedule: null },
  ]);
  expect(accounts[0]?.connections.map(({ source }) => source).toSorted()).toEqual(['demo', 'statements']);
  expect(accounts[0]?.columns).toContain('transactionId');
  // Compares only the kinds, because the folder watcher may have imported the file once more.
  expect(new Set(accounts[0]?.runs.map(({ kind }) => kind))).toEqual(new Set(['import', 'sync']));
  expect(accounts[0]?.runs.find(({ kind }) => kind === 'import')?.problems.length).toBeGreaterThan(0);
  expect(findings).toContainEqual({ check: 'database', status: 'ok' });
  expect(findings).toContainEqual({ check: 'workbook', status: expect.any(String) });
  expect(log.map(({ msg }) => msg)).toContain('a run ended with problems');
  expect(settings).toEqual(await client.call('settings.get', {}));
  expect(pennyrow.isServing).toBe(true);
});
