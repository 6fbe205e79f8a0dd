import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { later, serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { transactionsOf } from '../support/transactions-of.ts';

const STATEMENT = join(import.meta.dirname, '../fixtures/statements/two-accounts-v1.qfx');
const ALL = '/api/v2/transactions?start_date=2026-01-01&end_date=2026-12-31';

test('while the workbook is missing, cached data is returned with its age', async () => {
  const service = await serviceInUse();
  await service.import(STATEMENT);
  const verified = new Date(service.time.now()).toISOString();
  await rename(service.workbookPath, `${service.workbookPath}.away`);
  service.time.pass(3_600_000);
  const away = await service.get(ALL);
  expect([away.status, away.headers['pennyrow-as-of']]).toEqual([200, verified]);
  expect(away.body).toHaveProperty('count', 5);
  const { accounts } = await service.client.call('service.status', {});
  expect(accounts).toMatchObject([
    { health: 'attention', notes: [{ message: expect.stringContaining(service.workbookPath) }] },
  ]);
  // An import does not create a new file at the path of the missing workbook.
  expect(await service.import(STATEMENT)).toMatchObject({ status: 'failed', messages: [{ code: 'workbook_missing' }] });
  const [account] = (await service.client.call('service.status', {})).accounts;
  expect(account?.notes).toMatchObject([{ about: 'workbook', code: 'workbook_missing' }]);

  await rename(`${service.workbookPath}.away`, service.workbookPath);
  later(service);
  const back = await service.get(ALL, { 'if-none-match': String(away.headers.etag) });
  expect([back.status, back.headers['pennyrow-as-of']]).toEqual([304, new Date(service.time.now()).toISOString()]);
});

test('a workbook file with invalid content is unchanged, and cached data is returned', async () => {
  const service = await serviceInUse();
  await service.import(STATEMENT);
  await writeFile(service.workbookPath, 'half a file');
  later(service);
  expect((await service.get(ALL)).body).toHaveProperty('count', 5);
  expect(await service.import(STATEMENT)).toMatchObject({ status: 'failed' });
  expect(await readFile(service.workbookPath, 'utf8')).toBe('half a file');
  const workbook = await service.client.call('workbook.get', { accountId: service.accountId });
  expect(workbook?.problem?.message).toContain(service.workbookPath);
});

test('after the database is lost, rows have the same keys, and no import duplicates one', async () => {
  const service = await serviceInUse();
  await service.import(STATEMENT);
  const before = await transactionsOf(service);
  const rows = await service.rows();
  await service.service.close();
  await loseDatabase(service);
  const next = await service.restart();
  expect(await transactionsOf(next)).toEqual(before);
  expect(await next.import(STATEMENT)).toMatchObject({ status: 'succeeded', counts: { added: 0 } });
  later(next);
  expect(await transactionsOf(next)).toEqual(before);
  expect(await next.rows()).toEqual(rows);
});

async function loseDatabase({ folder }: ServiceInUse): Promise<void> {
  for (const ending of ['', '-wal', '-shm']) await rm(join(folder, `pennyrow.db${ending}`), { force: true });
}
