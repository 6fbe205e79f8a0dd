import { expect, test } from 'vitest';
import { createMemoryWorkbook } from '../fakes/memory-workbook.ts';
import { runningService } from '../support/running-service.ts';

test('a workbook with a line that needs a look needs a person', async () => {
  const workbook = createMemoryWorkbook();
  const { client } = await runningService({ openWorkbook: () => workbook });
  expect((await client.call('service.status', {})).accounts).toMatchObject([{ health: 'ok', notes: [] }]);
  workbook.rules = [{ index: 2, description: '/(/', category: 'Food', minAmount: null, maxAmount: null }];
  workbook.edit(() => {});
  await expect
    .poll(async () => (await client.call('service.status', {})).accounts, { timeout: 10_000 })
    .toMatchObject([{ health: 'attention', notes: [{ message: 'One line of the workbook needs a look.' }] }]);
});
