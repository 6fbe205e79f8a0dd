import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exceljsRows } from '../support/exceljs-person.ts';
import { runningService, type RunningService } from '../support/running-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const STATEMENT = join(import.meta.dirname, '../fixtures/statements/card-v2.ofx');

interface Fresh extends RunningService {
  readonly folder: string;
}

async function fresh(): Promise<Fresh> {
  const folder = temporaryFolder();
  return { ...(await runningService({}, folder)), folder };
}

/** A new install after the first sync of the demo. */
async function inDemo(): Promise<Fresh & { readonly path: string }> {
  const service = await fresh();
  const { runId, path } = await service.client.call('demo.begin', { accountId: service.accountId });
  expect(await service.client.call('run.wait', { runId })).toMatchObject({ status: 'succeeded' });
  return { ...service, path };
}

test('the welcome is shown in a new install, but not in an install with data', async () => {
  const { client, accountId, folder } = await fresh();
  const view = { isWanted: true, next: 'place', hasChosenWorkbook: false, isInDemo: false, canTryDemo: true };
  expect(await client.call('welcome.get', { accountId })).toEqual({
    ...view,
    suggestedPath: join(folder, 'Pennyrow 2.xlsx'),
  });
  await client.call('token.create', { accountId, name: 'script', scopes: ['read'] });
  expect(await client.call('welcome.get', { accountId })).toMatchObject({ isWanted: false });
});

test('the welcome continues in all clients at the first step that is neither completed nor skipped', async () => {
  const { client, accountId, folder } = await fresh();
  const next = async (): Promise<unknown> => (await client.call('welcome.get', { accountId })).next;
  expect(await client.call('welcome.pass', { accountId, step: 'place' })).toMatchObject({
    isWanted: true,
    next: 'workbook',
  });
  await client.call('workbook.connect', {
    accountId,
    kind: 'xlsx',
    way: 'create',
    settings: { path: join(folder, 'Mine.xlsx') },
  });
  expect(await next()).toBe('bank');
  const statements = join(folder, 'statements');
  mkdirSync(statements);
  const { id: connectionId } = await client.call('connection.add', {
    accountId,
    kind: 'statements',
    settings: { folder: statements, afterwards: 'leave' },
  });
  expect(await next()).toBe('sync');
  const { runId } = await client.call('run.sync', { accountId });
  await client.call('run.wait', { runId });
  expect(await next()).toBe('schedule');
  await client.call('connection.remove', { connectionId });
  expect(await next()).toBe('schedule');
  await client.call('schedule.set', { accountId, startTime: '07:30', hours: 6 });
  expect(await client.call('welcome.get', { accountId })).toMatchObject({ isWanted: false, next: null });
});

test('each step of the welcome can be skipped, and the welcome can be ended', async () => {
  const { client, accountId } = await fresh();
  for (const step of ['place', 'workbook', 'bank'] as const) await client.call('welcome.pass', { accountId, step });
  expect(await client.call('welcome.get', { accountId })).toMatchObject({ isWanted: true, next: 'schedule' });
  await client.call('welcome.end', {});
  expect(await client.call('welcome.get', { accountId })).toMatchObject({ isWanted: false, next: 'schedule' });
});

test('demo.begin creates a workbook in the documents folder with transactions and rules', async () => {
  const { client, accountId, folder, path } = await inDemo();
  expect(path).toBe(join(folder, 'Pennyrow Demo.xlsx'));
  const rows = await exceljsRows(path, 'Transactions');
  expect(rows.length).toBeGreaterThan(300);
  expect(rows.filter(({ Category }) => Category === 'Groceries').length).toBeGreaterThan(10);
  expect(await client.call('welcome.get', { accountId })).toMatchObject({ isInDemo: true, canTryDemo: false });
  const again = await client.call('demo.begin', { accountId });
  await client.call('run.wait', { runId: again.runId });
  expect(again.path).toBe(path);
  expect(await client.call('connection.list', { accountId })).toHaveLength(1);
  expect(await exceljsRows(path, 'Transactions')).toHaveLength(rows.length);
});

test('a demo rejects statement files and connections of the user', async () => {
  const { client, accountId, folder } = await inDemo();
  const statements = join(folder, 'statements');
  mkdirSync(statements);
  const connection = { accountId, kind: 'statements', settings: { folder: statements, afterwards: 'leave' } } as const;
  await expect(client.call('connection.add', connection)).rejects.toMatchObject({ code: 'workbook_demo' });
  await expect(client.call('run.import', { accountId, paths: [STATEMENT] })).rejects.toMatchObject({
    code: 'workbook_demo',
  });
  expect(await client.call('connection.list', { accountId })).toMatchObject([{ source: 'demo' }]);
});

test('the transactions of the demo are not written to a workbook of the user', async () => {
  const { client, accountId, folder, path } = await inDemo();
  const mine = join(folder, 'Mine.xlsx');
  await client.call('workbook.connect', { accountId, kind: 'xlsx', way: 'create', settings: { path: mine } });
  expect(await client.call('connection.list', { accountId })).toEqual([]);
  await expect(client.call('run.sync', { accountId })).rejects.toMatchObject({ code: 'connection_none' });
  expect(await exceljsRows(mine, 'Transactions')).toEqual([]);
  await client.call('workbook.connect', { accountId, kind: 'xlsx', way: 'connect', settings: { path } });
  expect(await client.call('welcome.get', { accountId })).toMatchObject({ isInDemo: false });
});

test('leaving the demo removes all its data except the file, and the welcome continues with the choice of a workbook', async () => {
  const { client, accountId, path, folder } = await inDemo();
  const rows = await exceljsRows(path, 'Transactions');
  await client.call('welcome.end', {});
  expect(await client.call('demo.leave', { accountId })).toEqual({ path });
  expect(await client.call('welcome.get', { accountId })).toMatchObject({
    isWanted: true,
    next: 'workbook',
    isInDemo: false,
    canTryDemo: true,
  });
  expect(await client.call('connection.list', { accountId })).toEqual([]);
  expect(await exceljsRows(path, 'Transactions')).toEqual(rows);
  await expect(client.call('demo.leave', { accountId })).rejects.toMatchObject({ code: 'workbook_no_demo' });
  const second = await client.call('demo.begin', { accountId });
  await client.call('run.wait', { runId: second.runId });
  expect(second.path).toBe(join(folder, 'Pennyrow Demo 2.xlsx'));
  expect(await exceljsRows(second.path, 'Transactions')).toHaveLength(rows.length);
});

test('the demo is unavailable in an account with user data', async () => {
  const { client, accountId, folder } = await fresh();
  const file = join(folder, 'january.ofx');
  copyFileSync(STATEMENT, file);
  const { runId } = await client.call('run.import', { accountId, paths: [file] });
  await client.call('run.wait', { runId });
  expect(await client.call('welcome.get', { accountId })).toMatchObject({ canTryDemo: false });
  await expect(client.call('demo.begin', { accountId })).rejects.toMatchObject({ code: 'account_has_data' });
  expect(existsSync(join(folder, 'Pennyrow.xlsx'))).toBe(true);
  expect((await client.call('connection.list', { accountId })).map(({ source }) => source)).toEqual(['statements']);
});
