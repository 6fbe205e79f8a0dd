import { pathOf } from '../support/places.ts';
import { linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statementFile } from '../cli/pennyrow.ts';
import { CAN_LINK } from '../support/machine.ts';
import { later, serviceInUse } from '../support/service-in-use.ts';

test('of two accounts, each token reads, counts and changes only the data of its account', async () => {
  const service = await serviceInUse();
  const { accountId: home, call, client, folder } = service;
  const { id: work } = await client.call('account.add', { name: 'Work', timeZone: 'Europe/Berlin' });
  const tokens = { home: await service.token(['read', 'write']), work: await service.token(['read', 'write'], work) };
  for (const [accountId, name] of [
    [home, 'Corner shop'],
    [work, 'Paper supplies'],
  ] as const) {
    const { runId } = await client.call('run.import', {
      accountId,
      paths: [statementFile(folder, [name], `${accountId}.ofx`)],
    });
    expect(await client.call('run.wait', { runId })).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
  }
  await service.person.type('Categories', 2, 0, 'Only at home');
  later(service);

  const path = '/api/v2/transactions?start_date=2026-01-01&end_date=2026-12-31';
  for (const [token, mine, theirs] of [
    [tokens.home, 'Corner shop', 'Paper supplies'],
    [tokens.work, 'Paper supplies', 'Corner shop'],
  ] as const) {
    const { text, body } = await call('GET', path, { token });
    expect(body).toHaveProperty('count', 1);
    expect(text).toContain(mine);
    expect(text).not.toContain(theirs);
  }
  expect((await call('GET', '/api/v2/categories', { token: tokens.home })).text).toContain('Only at home');
  expect((await call('GET', '/api/v2/categories', { token: tokens.work })).text).not.toContain('Only at home');

  // An ETag of one account is not valid for the other account.
  const { headers } = await call('GET', path, { token: tokens.home });
  expect(
    (await call('GET', path, { token: tokens.work, headers: { 'if-none-match': String(headers.etag) } })).status,
  ).toBe(200);

  await call('POST', '/api/v2/schedule', { token: tokens.work, body: { start_time: '06:00' } });
  expect((await call('GET', '/api/v2/schedule', { token: tokens.home })).body).toMatchObject({ active: false });
  await call('DELETE', '/api/v2/schedule', { token: tokens.home });
  expect((await call('GET', '/api/v2/schedule', { token: tokens.work })).body).toMatchObject({ active: true });

  await client.call('settings.set', { syncsPerHour: 1 });
  const sync = async (token: string) => (await call('POST', '/api/v2/sync-transactions', { token })).status;
  expect([await sync(tokens.work), await sync(tokens.work), await sync(tokens.home)]).toEqual([200, 429, 200]);

  // Removing an account deletes its token, and keeps the token of the other account.
  await client.call('account.remove', { accountId: work });
  expect((await call('GET', path, { token: tokens.work })).status).toBe(401);
  expect((await call('GET', path, { token: tokens.home })).body).toHaveProperty('count', 1);
});

test('the same file is new to each of two accounts, and changes of one account are not sent to the other', async () => {
  const service = await serviceInUse();
  const { accountId: home, client, folder } = service;
  const { id: work } = await client.call('account.add', { name: 'Work' });
  const file = statementFile(folder, ['Corner shop'], 'january.ofx');
  for (const accountId of [home, work]) {
    const { runId } = await client.call('run.import', { accountId, paths: [file] });
    // The file counts as new for each account.
    expect(await client.call('run.wait', { runId })).toMatchObject({ counts: { added: 1 } });
  }
  const paths = await Promise.all(
    [home, work].map(async (accountId) => pathOf((await client.call('workbook.get', { accountId }))?.place)),
  );
  expect(paths).toEqual([join(folder, 'Pennyrow.xlsx'), join(folder, 'Work.xlsx')]);
});

test.skipIf(!CAN_LINK)('a workbook cannot be connected to a second account, under any path', async () => {
  const { client, accountId, folder } = await serviceInUse();
  const path = pathOf((await client.call('workbook.get', { accountId }))?.place);
  const { id: other } = await client.call('account.add', { name: 'Work' });
  const [symbolic, hard] = [join(folder, 'symbolic.xlsx'), join(folder, 'hard.xlsx')];
  symlinkSync(path, symbolic);
  linkSync(path, hard);
  for (const way of [path, symbolic, hard]) {
    await expect(
      client.call('workbook.connect', { accountId: other, kind: 'xlsx', way: 'connect', settings: { path: way } }),
    ).rejects.toMatchObject({
      code: 'workbook_taken',
    });
  }
});
