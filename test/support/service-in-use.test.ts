import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pathOf } from './places.ts';
import { runningService } from './running-service.ts';
import { serviceInUse, type ServiceInUse } from './service-in-use.ts';

/** The observable state of a service. */
async function stateOf({ client, accountId }: Pick<ServiceInUse, 'client' | 'accountId'>): Promise<unknown> {
  const [accounts, status, workbook] = [
    await client.call('account.list', {}),
    await client.call('service.status', {}),
    await client.call('workbook.get', { accountId }),
  ];
  return {
    accounts: accounts.map(({ name, timeZone }) => ({ name, timeZone })),
    needs: status.accounts.map(({ running }) => running),
    sheets: (await client.call('workbook.headers', { accountId })).sheets.map(({ name }) => name),
    place: Object.keys(workbook?.place ?? {}),
    connections: await client.call('connection.list', { accountId }),
    runs: await client.call('run.list', { accountId }),
    sessions: await client.call('session.list', {}),
    settings: await client.call('settings.get', {}),
    schedule: await client.call('schedule.get', { accountId }),
  };
}

test('a service in use has the same state as a service after its first start', async () => {
  const first = await runningService();
  expect(await stateOf(await serviceInUse())).toEqual(await stateOf(first));
});

test('changes to one service do not affect others created before or after it', async () => {
  const [used, beside] = [await serviceInUse(), await serviceInUse()];
  const [before, workbook] = [await stateOf(beside), readFileSync(beside.workbookPath)];
  const { client, accountId } = used;
  await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
  expect((await used.sync()).counts.added).toBeGreaterThan(300);
  await client.call('schedule.set', { accountId, startTime: '07:30', hours: 6 });
  await client.call('account.add', { name: 'Holiday fund' });
  const after = await serviceInUse();
  for (const other of [beside, after]) {
    expect(await stateOf(other)).toEqual(before);
    expect(readFileSync(other.workbookPath)).toEqual(workbook);
    expect(await other.rows()).toEqual([]);
  }
  const services = [used, beside, after];
  const places = await Promise.all(services.map((each) => each.client.call('workbook.get', { accountId })));
  expect(places.map((place) => pathOf(place?.place))).toEqual(services.map((each) => each.workbookPath));
});
