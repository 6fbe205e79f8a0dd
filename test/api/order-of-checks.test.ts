import { expect, it } from 'vitest';
import type { Instant } from '../../src/core/calendar-date.ts';
import { apiService } from '../support/api-service.ts';

const SYNC = '/api/v2/sync-transactions';

it('a request is checked in this order: 401, 403 for the scope, 400, 403 for the plan, 429', async () => {
  const service = await apiService();
  for (let call = 0; call < 5; call += 1) await service.call('POST', SYNC, { token: service.token(['write']) });
  service.account({ entitlement: { kind: 'trial', endsAt: '2026-03-01T00:00:00.000Z' as Instant } });
  const errorOf = async (token: string | undefined, body: unknown) => {
    const answer = await service.call('POST', SYNC, { body, ...(token !== undefined && { token }) });
    return [answer.status, (answer.body as { error: string }).error];
  };
  const bad = { unknown: true };

  expect(await errorOf(undefined, bad)).toEqual([401, expect.stringContaining('API token')]);
  expect(await errorOf(service.token(['read']), bad)).toEqual([403, expect.stringContaining('scope')]);
  expect(await errorOf(service.token(['write']), bad)).toEqual([400, expect.stringContaining('"unknown"')]);
  expect(await errorOf(service.token(['write']), {})).toEqual([403, expect.stringContaining('subscription')]);
  service.account({});
  expect(await errorOf(service.token(['write']), {})).toEqual([429, expect.stringContaining('limit')]);
});

it('the token and the scope of a read are checked before its parameters', async () => {
  const { call, token } = await apiService();
  const path = '/api/v2/transactions?start_date=never';
  expect((await call('GET', path)).status).toBe(401);
  expect((await call('GET', path, { token: token(['write']) })).status).toBe(403);
  expect((await call('GET', path, { token: token(['read']) })).status).toBe(400);
});

it('rejected requests do not count toward the rate limit', async () => {
  const { call, token } = await apiService();
  const write = token(['write']);
  for (let time = 0; time < 6; time += 1) await call('POST', SYNC, { token: write, body: { unknown: true } });
  expect((await call('POST', SYNC, { token: write })).status).toBe(200);
});
