import { expect } from 'vitest';
import { later, type ServiceInUse } from './service-in-use.ts';

/** Undoes the last run, so that the next test of a shared scene finds the same data. */
export async function undoLast(service: ServiceInUse): Promise<void> {
  const { client, accountId } = service;
  const [last] = await client.call('run.list', { accountId });
  later(service);
  const { runId } = await client.call('run.undo', { runId: last?.id ?? '' });
  expect(await client.call('run.wait', { runId })).toMatchObject({ status: 'succeeded' });
  later(service);
}
