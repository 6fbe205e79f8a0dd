import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceInUse } from '../support/service-in-use.ts';

/** A file whose date 03/04/2026 may be in March or April, so that Pennyrow asks the user. */
const UNCLEAR = 'Date,Description,Amount,Currency,Account\n03/04/2026,Baker,-7.25,EUR,12345678\n';

test('a file in a watched folder that waits for an answer of the user is listed until it is deleted, also after a restart', async () => {
  const service = await serviceInUse();
  const folder = join(service.folder, 'Statements');
  mkdirSync(folder);
  const path = join(folder, 'unclear.csv');
  writeFileSync(path, UNCLEAR);
  const { id: connectionId } = await service.client.call('connection.add', {
    accountId: service.accountId,
    kind: 'statements',
    settings: { folder, afterwards: 'move' },
  });
  const waiting = [
    {
      connectionId,
      path,
      name: 'unclear.csv',
      answerable: true,
      problem: expect.objectContaining({ code: 'statement_csv_question' }) as unknown,
    },
  ];
  const waitingFiles = async ({ client, accountId }: Pick<typeof service, 'client' | 'accountId'>) =>
    client.call('connection.waitingFiles', { accountId });
  await expect.poll(() => waitingFiles(service)).toEqual(waiting);

  const next = await service.restart();
  await expect.poll(() => waitingFiles(next)).toEqual(waiting);
  await next.client.call('connection.update', { connectionId, paused: true });
  expect(await waitingFiles(next)).toEqual([]);
  await next.client.call('connection.update', { connectionId, paused: false });
  rmSync(path);
  expect(await waitingFiles(next)).toEqual([]);
});
