import { expect, test } from 'vitest';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

async function synced(): Promise<{ service: ServiceInUse; runId: string }> {
  const service = await serviceInUse();
  await service.client.call('connection.add', { accountId: service.accountId, kind: 'demo', settings: { seed: 7 } });
  const { id } = await service.sync();
  return { service, runId: id };
}

test('a run report can be filtered by the kind of its items, and its pages together contain all items', async () => {
  const { service, runId } = await synced();
  const { client } = service;
  const all = await client.call('run.items', { runId });
  const first = await client.call('run.items', { runId, only: 'added', limit: 1 });
  const rest = await client.call('run.items', { runId, only: 'added', offset: 1 });
  expect(all.total).toBeGreaterThan(300);
  expect([...first.items, ...rest.items]).toEqual(all.items);
  expect(first.total).toBe(all.total);
  const days = all.items.flatMap((item) => (item.kind === 'added' ? [item.values.date] : []));
  expect(days, 'the newest first').toEqual(days.toSorted().toReversed());
  expect(await client.call('run.items', { runId, only: 'updated' })).toMatchObject({ items: [], total: 0 });
});

test('an item of a run report that contains only the id of a row includes the remembered data of the row', async () => {
  const { service, runId } = await synced();
  const { client, person } = service;
  await person.type('Transactions', 2, 1, 'My own words');
  const { items, rows } = await client.call('run.previewUndo', { runId });
  const keptItem = items.find(({ kind }) => kind === 'kept');
  expect((await client.call('run.previewUndo', { runId, only: 'kept' })).items).toEqual([keptItem]);
  const added = (await client.call('run.items', { runId })).items.flatMap((item) =>
    item.kind === 'added' ? [item.values] : [],
  );
  expect(keptItem).toBeDefined();
  const id = keptItem?.kind === 'kept' ? keptItem.transactionId : '';
  expect(rows).toEqual({
    [id]: expect.objectContaining({
      description: added.find(({ transactionId }) => transactionId === id)?.description,
    }),
  });
});
