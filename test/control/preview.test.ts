import { expect, test } from 'vitest';
import { serviceInUse } from '../support/service-in-use.ts';

test('a preview shows what stands in the sheet of rows that are there, and of those that were deleted that they stay away', async () => {
  const { client, accountId, sync, person, rows } = await serviceInUse();
  await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
  const { counts } = await sync();
  const last = counts.added + 1;
  await person.type('Transactions', last, 3, 'Typed by hand');
  await person.deleteRow('Transactions', last - 2);
  const { lines, counts: would } = await client.call('run.preview', { accountId });
  expect(await rows()).toContainEqual(expect.objectContaining({ Category: 'Typed by hand' }));
  expect(lines.filter(({ what }) => what === 'known')).toHaveLength(would.known);
  expect(lines.filter(({ category }) => category === 'Typed by hand')).toEqual([
    expect.objectContaining({ what: 'known', row: last - 1 }),
  ]);
  expect(lines.filter(({ what }) => what === 'deleted')).toEqual([
    expect.objectContaining({ row: null, category: '' }),
  ]);
});
