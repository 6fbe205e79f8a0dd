import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { later, serviceInUse, transactionsOf } from '../support/service-in-use.ts';

const STATEMENT = join(import.meta.dirname, '../fixtures/statements/two-accounts-v1.qfx');
/** Files have to stand still for two seconds. */
const PATIENCE = { timeout: 15_000 };

test('a file that is dropped into a watched folder is imported once and moved, and a copy of it only moved', async () => {
  const service = await serviceInUse();
  const { client, accountId } = service;
  const folder = join(service.folder, 'statements');
  mkdirSync(folder);
  await client.call('connection.add', { accountId, name: 'Bank', settings: { source: 'statements', folder, afterwards: 'move' } });
  copyFileSync(STATEMENT, join(folder, 'january.qfx'));
  await expect.poll(() => existsSync(join(folder, 'imported', 'january.qfx')), PATIENCE).toBe(true);
  expect(await client.call('run.list', { accountId })).toMatchObject([{ trigger: 'file', status: 'succeeded', counts: { added: 5 } }]);
  later(service);
  expect(await transactionsOf(service)).toHaveLength(5);

  copyFileSync(STATEMENT, join(folder, 'january (1).qfx'));
  await expect.poll(() => readdirSync(folder), PATIENCE).toEqual(['imported']);
  expect(await client.call('run.list', { accountId })).toHaveLength(1);
  expect(await service.rows()).toHaveLength(5);
});

test('a file that was dropped while nothing ran is imported at the next start', async () => {
  const service = await serviceInUse();
  const { client, accountId } = service;
  const folder = join(service.folder, 'statements');
  mkdirSync(folder);
  await client.call('connection.add', { accountId, settings: { source: 'statements', folder, afterwards: 'leave' } });
  await service.service.close();
  copyFileSync(STATEMENT, join(folder, 'january.qfx'));
  const next = await service.restart();
  await expect.poll(() => next.client.call('run.list', { accountId }), PATIENCE).toMatchObject([{ status: 'succeeded', counts: { added: 5 } }]);
  // It stays where it is, and the restart after that takes it for known.
  expect(readdirSync(folder)).toEqual(['january.qfx']);
  expect(await (await next.restart()).sync()).toMatchObject({ counts: { added: 0 } });
});
