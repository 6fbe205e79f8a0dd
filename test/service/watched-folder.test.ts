import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { later, serviceInUse } from '../support/service-in-use.ts';
import { transactionsOf } from '../support/transactions-of.ts';

const STATEMENT = join(import.meta.dirname, '../fixtures/statements/two-accounts-v1.qfx');

test('a file that is added to a watched folder is imported once and moved, and a copy of it is only moved', async () => {
  const service = await serviceInUse();
  const { client, accountId } = service;
  const folder = join(service.folder, 'statements');
  mkdirSync(folder);
  await client.call('connection.add', {
    accountId,
    name: 'Bank',
    kind: 'statements',
    settings: { folder, afterwards: 'move' },
  });
  copyFileSync(STATEMENT, join(folder, 'january.qfx'));
  await expect.poll(() => existsSync(join(folder, 'imported', 'january.qfx'))).toBe(true);
  expect(await client.call('run.list', { accountId })).toMatchObject([
    { trigger: 'file', status: 'succeeded', counts: { added: 5 } },
  ]);
  later(service);
  expect(await transactionsOf(service)).toHaveLength(5);

  copyFileSync(STATEMENT, join(folder, 'january (1).qfx'));
  await expect.poll(() => readdirSync(folder)).toEqual(['imported']);
  expect(await client.call('run.list', { accountId })).toHaveLength(1);
  expect(await service.rows()).toHaveLength(5);
});

test('a file that was added while the service was stopped is imported at the next start', async () => {
  const service = await serviceInUse();
  const { client, accountId } = service;
  const folder = join(service.folder, 'statements');
  mkdirSync(folder);
  await client.call('connection.add', { accountId, kind: 'statements', settings: { folder, afterwards: 'leave' } });
  await service.service.close();
  copyFileSync(STATEMENT, join(folder, 'january.qfx'));
  const next = await service.restart();
  await expect
    .poll(() => next.client.call('run.list', { accountId }))
    .toMatchObject([{ status: 'succeeded', counts: { added: 5 } }]);
  // The file stays in the folder, and the next restart recognizes it.
  expect(readdirSync(folder)).toEqual(['january.qfx']);
  expect(await (await next.restart()).sync()).toMatchObject({ counts: { added: 0 } });
});

const UNCLEAR = 'Date,Description,Amount,Currency\n25/01/2026,GREEN GROCER,-4.20,GBP\n';

test('an ambiguous CSV file is reported and stays in the folder until the user answers, and is then imported', async () => {
  const service = await serviceInUse();
  const { client, accountId } = service;
  const folder = join(service.folder, 'statements');
  mkdirSync(folder);
  await client.call('connection.add', {
    accountId,
    name: 'Bank',
    kind: 'statements',
    settings: { folder, afterwards: 'move' },
  });
  const unclear = join(folder, 'giro.csv');
  const other = join(folder, 'other.csv');
  writeFileSync(unclear, UNCLEAR);
  const statuses = async () => (await client.call('run.list', { accountId })).map(({ status }) => status);
  await expect.poll(statuses).toEqual(['failed']);
  writeFileSync(other, UNCLEAR.replace('Description', 'Payee'));
  await expect.poll(statuses).toEqual(['failed', 'failed']);
  // A later success does not hide the messages of the failed files.
  later(service);
  copyFileSync(STATEMENT, join(folder, 'january.qfx'));
  await expect.poll(statuses).toEqual(['succeeded', 'failed', 'failed']);
  const shownMessages = async () =>
    (await client.call('service.status', {})).accounts[0]?.notes.map(({ message }) => message);
  await expect
    .poll(shownMessages)
    .toEqual([
      'Bank: giro.csv needs an answer: Which account is this file from? Give it a name that you recognize. Another file of the folder could not be read either.',
    ]);
  expect(readdirSync(folder).toSorted()).toEqual(['giro.csv', 'imported', 'other.csv']);

  later(service);
  const { csv } = await client.call('statement.inspect', { accountId, path: unclear, answers: { account: 'Giro' } });
  if (csv?.mapping == null) throw new Error('There is no mapping');
  await client.call('csvMapping.save', { accountId, fingerprint: csv.fingerprint, mapping: csv.mapping });
  await expect.poll(() => readdirSync(join(folder, 'imported')).toSorted()).toEqual(['giro.csv', 'january.qfx']);
  expect(await service.rows()).toHaveLength(6);
  // `other.csv` is from another bank: it still needs an answer, and no run retries it.
  await expect
    .poll(shownMessages)
    .toEqual(['Bank: other.csv needs an answer: Which account is this file from? Give it a name that you recognize.']);
  expect(await statuses()).toEqual(['succeeded', 'succeeded', 'failed', 'failed']);
  rmSync(other);
  later(service);
  await client.call('run.wait', { runId: (await client.call('run.sync', { accountId })).runId ?? '' });
  expect(await shownMessages()).toEqual([]);
});

test('a file that the user imports manually after answering its questions is imported once', async () => {
  const service = await serviceInUse();
  const { client, accountId } = service;
  const folder = join(service.folder, 'statements');
  mkdirSync(folder);
  await client.call('connection.add', { accountId, kind: 'statements', settings: { folder, afterwards: 'move' } });
  const unclear = join(folder, 'giro.csv');
  writeFileSync(unclear, UNCLEAR);
  await expect.poll(() => client.call('run.list', { accountId })).toMatchObject([{ status: 'failed' }]);
  const { csv } = await client.call('statement.inspect', { accountId, path: unclear, answers: { account: 'Giro' } });
  if (csv?.mapping == null) throw new Error('There is no mapping');
  await client.call('csvMapping.save', { accountId, fingerprint: csv.fingerprint, mapping: csv.mapping });
  expect(await service.import(unclear)).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(await client.call('run.list', { accountId })).toHaveLength(2);
  expect(await service.rows()).toHaveLength(1);
});

test('a file that the user imports manually from another folder stays in that folder', async () => {
  const service = await serviceInUse();
  const { client, accountId } = service;
  const [folder, downloads] = [join(service.folder, 'statements'), join(service.folder, 'downloads')];
  for (const made of [folder, downloads]) mkdirSync(made);
  await client.call('connection.add', { accountId, kind: 'statements', settings: { folder, afterwards: 'move' } });
  copyFileSync(STATEMENT, join(downloads, 'january.qfx'));
  expect(await service.import(join(downloads, 'january.qfx'))).toMatchObject({ status: 'succeeded' });
  expect(readdirSync(downloads)).toEqual(['january.qfx']);
});
