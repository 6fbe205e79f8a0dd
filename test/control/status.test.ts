import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryWorkbook } from '../fakes/memory-workbook.ts';
import { runningService } from '../support/running-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the status of an account contains a note about an invalid line in its workbook', async () => {
  const workbook = createMemoryWorkbook();
  const { client } = await runningService({ openWorkbook: () => workbook });
  expect((await client.call('service.status', {})).accounts).toMatchObject([{ health: 'ok', notes: [] }]);
  workbook.rules = [{ index: 2, description: '/(/', category: 'Food', minAmount: null, maxAmount: null }];
  workbook.edit(() => {});
  await expect
    .poll(async () => (await client.call('service.status', {})).accounts)
    .toMatchObject([
      {
        health: 'attention',
        notes: [
          {
            code: 'workbook_lines',
            message: 'One line of the workbook needs a look: rules 2.',
            lines: 1,
            connection: null,
          },
        ],
      },
    ]);
});

test('a failed run is reported with its code and the parameters of its message', async () => {
  const { client, accountId } = await runningService({ openWorkbook: () => createMemoryWorkbook() });
  const folder = join(temporaryFolder(), 'statements');
  mkdirSync(folder);
  await client.call('connection.add', {
    accountId,
    name: 'My bank',
    kind: 'statements',
    settings: { folder, afterwards: 'leave' },
  });
  rmSync(folder, { recursive: true });
  const { runId } = await client.call('run.sync', { accountId });
  await client.call('run.wait', { runId });
  const [account] = (await client.call('service.status', {})).accounts;
  const [problem, run] = account?.notes ?? [];
  expect(problem).toMatchObject({
    about: 'connection',
    code: 'statement_folder_unreadable',
    connection: { name: 'My bank', lastSuccessAt: null, nextTryAt: null },
    lines: null,
  });
  expect(problem?.message).toBe(`My bank: ${problem?.connection?.problem.message ?? ''}`);
  expect(run).toMatchObject({ about: 'run', code: 'statement_folder_unreadable', connection: null, lines: null });
});

test('a failed sync is reported until the next sync, even if an import fails after it', async () => {
  const { client, accountId } = await runningService({ openWorkbook: () => createMemoryWorkbook() });
  const folder = join(temporaryFolder(), 'statements');
  mkdirSync(folder);
  await client.call('connection.add', { accountId, kind: 'statements', settings: { folder, afterwards: 'leave' } });
  rmSync(folder, { recursive: true });
  const { runId } = await client.call('run.sync', { accountId });
  await client.call('run.wait', { runId });
  const letter = join(temporaryFolder(), 'letter.pdf');
  writeFileSync(letter, '%PDF-1.4 a letter');
  for (let time = 0; time < 6; time += 1) {
    const wrong = await client.call('run.import', { accountId, paths: [letter] });
    expect(await client.call('run.wait', { runId: wrong.runId })).toMatchObject({ status: 'failed' });
  }
  const [account] = (await client.call('service.status', {})).accounts;
  expect(account).toMatchObject({ health: 'attention', lastRun: { id: runId } });
  expect(account?.notes).toContainEqual(expect.objectContaining({ about: 'run', code: 'statement_folder_unreadable' }));
});

test('the status of an account states if its schedule is on, paused or missing', async () => {
  const { client } = await runningService({ openWorkbook: () => createMemoryWorkbook() });
  const accountId = (await client.call('account.list', {}))[0]?.id ?? '';
  const schedules = async () =>
    (await client.call('service.status', {})).accounts.map(({ schedule, nextRunAt }) => [schedule, nextRunAt !== null]);
  expect(await schedules()).toEqual([['none', false]]);
  await client.call('schedule.set', { accountId, startTime: '07:30' });
  expect(await schedules()).toEqual([['on', true]]);
  await client.call('schedule.pause', { accountId, paused: true });
  expect(await schedules()).toEqual([['paused', false]]);
});

test('doctor reports each check with its result and code', async () => {
  const { client } = await runningService({ openWorkbook: () => createMemoryWorkbook() });
  const findings = await client.call('service.doctor', {});
  expect(findings.map(({ about, name, code }) => [about, name, code])).toMatchObject([
    ['folder', null, 'check_passed'],
    ['privacy', null, expect.stringMatching(/^(?:check_passed|data_shared)$/)],
    ['space', null, expect.stringMatching(/^(?:check_passed|data_little_space)$/)],
    ['engine', null, 'check_passed'],
    ['database', null, 'check_passed'],
    ['copies', null, 'store_no_copy'],
    ['workbook', expect.any(String), 'workbook_readable'],
    ['mirror', expect.any(String), 'check_passed'],
    ['memory', expect.any(String), 'store_memory'],
  ]);
});

test('an expired plan is reported, with a note that manual syncs still work', async () => {
  const { client, accountId } = await runningService({ openWorkbook: () => createMemoryWorkbook() });
  await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
  await client.call('account.update', {
    accountId,
    entitlement: { kind: 'trial', endsAt: '2020-01-01T00:00:00.000Z' },
  });
  expect((await client.call('service.status', {})).accounts).toMatchObject([
    {
      notes: [
        {
          about: 'plan',
          code: 'account_plan_ended',
          message: 'The trial of this account has ended: neither its schedule nor scripts sync any more.',
          remedy: expect.stringContaining('You can still sync'),
        },
      ],
    },
  ]);
  const { runId } = await client.call('run.sync', { accountId });
  expect(await client.call('run.wait', { runId })).toMatchObject({ status: 'succeeded' });
});
