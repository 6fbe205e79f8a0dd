import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { pennyrow, statementFile } from '../cli/pennyrow.ts';
import { contentOf, digestOf } from '../support/before-and-after.ts';
import { ask, runningService } from '../support/running-service.ts';
import { smallDisk } from '../support/small-disk.ts';
import { bankTransaction, syncBench } from '../support/sync-bench.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PLENTY = Array.from({ length: 2000 }, (_, number) => bankTransaction(`id-${number}`, `-${number + 1}.00`));

test('every command reports a full data folder, changes nothing, and works once there is space', async (context) => {
  const disk = smallDisk(context, 1500);
  const statement = statementFile(temporaryFolder(), ['Green Grocer']);
  expect((await pennyrow(disk.path, 'workbook', 'show')).code).toBe(0);
  const before = contentOf(disk.path);
  disk.fill();
  for (const command of [
    ['import', statement],
    ['token', 'create', '--name', 'x'],
    ['serve', '--port', '0'],
  ]) {
    const refused = await pennyrow(disk.path, ...command, '--json');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(JSON.parse(refused.stderr)).toMatchObject({
      error: { code: 'data_disk_full', remedy: expect.stringContaining('Free some space') },
    });
  }
  expect(contentOf(disk.path)).toEqual(before);
  disk.makeRoom();
  expect((await pennyrow(disk.path, 'import', statement, '--json')).json<Run>()).toMatchObject({
    status: 'succeeded',
    counts: { added: 1 },
  });
});

test('a first start reports a full disk, and succeeds once there is space', async (context) => {
  const disk = smallDisk(context, 1500);
  disk.fill();
  expect(await pennyrow(disk.path, 'status')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('full'),
  });
  disk.makeRoom();
  expect((await pennyrow(disk.path, 'status')).code).toBe(0);
});

test('a workbook on a full disk is unchanged, with no temporary file beside it', async (context) => {
  const disk = smallDisk(context, 64);
  const folder = temporaryFolder();
  const workbook = join(disk.path, 'Money.xlsx');
  expect((await pennyrow(folder, 'workbook', 'create', workbook)).code).toBe(0);
  const [before, known] = [digestOf(workbook), contentOf(folder)];
  disk.fill();
  const run = await pennyrow(folder, 'import', statementFile(folder, ['Green Grocer']), '--json');
  expect(run.code).toBe(1);
  expect(run.json<Run>()).toMatchObject({
    status: 'failed',
    messages: [{ code: 'data_disk_full', message: expect.stringContaining(workbook) }],
  });
  expect(digestOf(workbook)).toBe(before);
  expect(contentOf(folder)).toEqual(known);
});

test('a service on a full disk keeps answering, reports the problem, and recovers once there is space', async (context) => {
  const disk = smallDisk(context, 2000);
  const service = await runningService({}, disk.path);
  const statement = statementFile(temporaryFolder(), ['Green Grocer']);
  const { token } = await service.client.call('token.create', {
    accountId: service.accountId,
    name: 'x',
    scopes: ['read'],
  });
  const read = () =>
    ask(service, `${service.url}/api/v2/categories`, { headers: { Authorization: `Bearer ${token}` } });
  expect(await read()).toMatchObject({ status: 200 });
  disk.fill();
  expect(await read()).toMatchObject({ status: 200 });
  const imported = async () => {
    const { runId } = await service.client.call('run.import', { accountId: service.accountId, paths: [statement] });
    return service.client.call('run.wait', { runId });
  };
  await expect(imported()).rejects.toMatchObject({ code: 'data_disk_full' });
  expect(await read()).toMatchObject({ status: 200 });
  disk.makeRoom();
  expect(await imported()).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
});

test('a read-only data folder and a read-only workbook are reported with their paths, and stay unchanged', async (context) => {
  const disk = smallDisk(context, 1500);
  const folder = join(disk.path, 'data');
  mkdirSync(folder);
  const statement = statementFile(temporaryFolder(), ['Green Grocer']);
  await pennyrow(folder, 'status');
  const elsewhere = temporaryFolder();
  expect((await pennyrow(elsewhere, 'workbook', 'create', join(disk.path, 'Money.xlsx'))).code).toBe(0);
  disk.setReadOnly(true);
  const refused = await pennyrow(folder, 'import', statement, '--json');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(refused.stderr)).toMatchObject({
    error: {
      code: 'data_read_only',
      message: `The data folder ${folder} is read-only.`,
    },
  });
  const before = digestOf(join(disk.path, 'Money.xlsx'));
  const run = (await pennyrow(elsewhere, 'import', statement, '--json')).json<Run>();
  expect(run).toMatchObject({
    status: 'failed',
    messages: [{ code: 'data_read_only', message: expect.stringContaining('Money.xlsx') }],
  });
  expect(digestOf(join(disk.path, 'Money.xlsx'))).toBe(before);
  disk.setReadOnly(false);
  expect((await pennyrow(elsewhere, 'import', statement, '--json')).json<Run>()).toMatchObject({
    status: 'succeeded',
    counts: { added: 1 },
  });
});

test('a run reports that its rows could not be recorded, and the next run records them first', async () => {
  const bench = await syncBench();
  bench.bank = { transactions: PLENTY };
  const limit = bench.store.get<{ max_page_count: number }>('PRAGMA max_page_count')?.max_page_count ?? 0;
  // Once the workbook is written, the database can no longer grow.
  const apply = bench.workbook.apply.bind(bench.workbook);
  bench.workbook.apply = async (change, options) => {
    const applied = await apply(change, options);
    bench.store.get('PRAGMA max_page_count = 1');
    return applied;
  };
  const run = await bench.run();
  expect(run).toMatchObject({
    status: 'failed',
    messages: [{ code: 'run_unrecorded', message: expect.stringContaining('The disk is full') }],
  });

  bench.workbook.apply = apply;
  bench.store.get(`PRAGMA max_page_count = ${limit}`);
  expect(await bench.run()).toMatchObject({ status: 'succeeded', counts: { added: 0, known: PLENTY.length } });
  expect(await bench.sync.wait(run.id)).toMatchObject({ status: 'succeeded', counts: { added: PLENTY.length } });
  expect((await bench.workbook.read({ remembered: null })).rows).toHaveLength(PLENTY.length);
});

test('a run whose end cannot be recorded still ends as failed', async () => {
  const bench = await syncBench();
  bench.bank = { transactions: PLENTY };
  bench.events.on('progress', ({ stage }) => {
    if (stage === 'fetching') bench.store.run('PRAGMA query_only = 1');
  });
  const ended = await bench.run();
  expect(ended).toMatchObject({ status: 'failed', messages: [{ code: 'data_read_only' }] });
  // The store still says that the run is in progress, but a later command reports its end.
  expect(await bench.sync.wait(ended.id)).toMatchObject({ status: 'failed', messages: ended.messages });
  bench.store.run('PRAGMA query_only = 0');
  expect((await bench.workbook.read({ remembered: null })).rows).toEqual([]);
});
