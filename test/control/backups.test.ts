import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exceljsRows } from '../support/exceljs-person.ts';
import { writeOwnSheet } from '../support/own-sheets.ts';
import { later, serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

/** A service after two syncs of the demo bank, so that a backup from before the second sync exists. */
async function syncedTwice(): Promise<ServiceInUse> {
  const service = await serviceInUse();
  const { client, accountId, time } = service;
  await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
  expect((await service.sync()).status).toBe('succeeded');
  time.pass(10 * 86_400_000);
  expect((await service.sync()).counts.added).toBeGreaterThan(0);
  return service;
}

test('backups are listed with their time and size, the newest first', async () => {
  const service = await syncedTwice();
  const { workbook, database } = await service.client.call('backup.list', { accountId: service.accountId });
  expect(workbook).toMatchObject({ path: service.workbookPath });
  expect(workbook?.files.length).toBeGreaterThanOrEqual(2);
  const moments = workbook?.files.map(({ takenAt }) => takenAt) ?? [];
  expect(moments).toEqual(moments.toSorted().reverse());
  for (const { name, bytes } of workbook?.files ?? [])
    expect(bytes).toBe(readFileSync(`${workbook?.folder}/${name}`).length);
  expect(database.files).toEqual([]);
});

test('a restored backup becomes a new file beside the unchanged workbook, each time it is requested', async () => {
  const { client, accountId, workbookPath } = await syncedTwice();
  const before = readFileSync(workbookPath);
  const { workbook } = await client.call('backup.list', { accountId });
  const [newest] = workbook?.files ?? [];
  const first = await client.call('backup.restore', { accountId, name: newest?.name ?? '' });
  const second = await client.call('backup.restore', { accountId, name: newest?.name ?? '' });
  expect(first.isWorkbook).toBe(false);
  expect(second.path).not.toBe(first.path);
  for (const { path } of [first, second])
    expect(readFileSync(path)).toEqual(readFileSync(`${workbook?.folder}/${newest?.name}`));
  expect(readFileSync(workbookPath)).toEqual(before);
});

test('a restored backup gets its missing rows by the next sync after the user has connected it', async () => {
  const service = await syncedTwice();
  const { client, accountId } = service;
  const ids = (rows: readonly Record<string, unknown>[]): string[] =>
    rows.map((row) => String(row['Transaction ID'])).toSorted();
  const all = ids(await service.rows());
  const { workbook } = await client.call('backup.list', { accountId });
  const { path } = await client.call('backup.restore', { accountId, name: workbook?.files[0]?.name ?? '' });
  expect((await exceljsRows(path, 'Transactions')).length).toBeLessThan(all.length);
  await client.call('workbook.connect', { accountId, kind: 'xlsx', way: 'connect', settings: { path } });
  expect((await service.sync()).status).toBe('succeeded');
  expect(ids(await exceljsRows(path, 'Transactions'))).toEqual(all);
  expect(await client.call('deleted.list', { accountId })).toEqual([]);
});

test('a backup is restored to the path of the workbook if the workbook is missing', async () => {
  const service = await syncedTwice();
  const { client, accountId, workbookPath, rows } = service;
  const all = (await rows()).length;
  rmSync(workbookPath);
  later(service);
  expect((await client.call('workbook.get', { accountId }))?.problem?.code).toBe('workbook_missing');
  const { workbook } = await client.call('backup.list', { accountId });
  expect(await client.call('backup.restore', { accountId, name: workbook?.files[0]?.name ?? '' })).toEqual({
    path: workbookPath,
    isWorkbook: true,
  });
  expect((await client.call('workbook.get', { accountId }))?.problem).toBeNull();
  await service.sync();
  expect((await rows()).length).toBe(all);
});

test('connecting a workbook with missing columns makes a backup before it adds the columns', async () => {
  const { client, accountId, folder } = await serviceInUse();
  const path = join(folder, 'Mine.xlsx');
  await writeOwnSheet(path, 4);
  const before = readFileSync(path);
  const of = { kind: 'xlsx', way: 'connect', settings: { path } };
  const { sheets, transactions } = await client.call('workbook.headers', { accountId, of });
  const head = sheets.find(({ name }) => name === transactions);
  const mapping = {
    sheet: head?.name ?? '',
    headerRow: head?.headerRow ?? 1,
    columns: head?.columns ?? {},
    add: { columns: ['transactionId' as const], sheets: [] },
  };
  await client.call('workbook.connect', { accountId, ...of, mapping });
  const { workbook } = await client.call('backup.list', { accountId });
  const copies = workbook?.files.map(({ name }) => readFileSync(join(workbook.folder, name))) ?? [];
  expect(copies.some((copy) => copy.equals(before))).toBe(true);
});

test('only listed backups can be restored', async () => {
  const { client, accountId, folder } = await syncedTwice();
  const before = readdirSync(folder);
  for (const name of ['../../pennyrow.db', 'vault.key', 'Pennyrow 2020-01-01T00-00-00.000Z.xlsx']) {
    await expect(client.call('backup.restore', { accountId, name })).rejects.toMatchObject({
      code: 'workbook_version_unknown',
    });
  }
  expect(readdirSync(folder)).toEqual(before);
  expect(existsSync(`${folder}/Pennyrow.xlsx`)).toBe(true);
});
