import { describe, expect, it } from 'vitest';
import type { Instant } from '../../src/core/calendar-date.ts';
import { apiService, type ApiService } from '../support/api-service.ts';

const PATH = '/api/v2/sync-transactions';
const HOUR = 3_600_000;

async function trigger(service: ApiService, token: string) {
  const answer = await service.call('POST', PATH, { token });
  service.sync.finish('home');
  return answer;
}

describe('POST /api/v2/sync-transactions', () => {
  it('starts a sync of the account in the background, and says so in the response', async () => {
    const service = await apiService();
    const { status, body } = await service.call('POST', PATH, { token: service.token(['write']) });
    expect([status, body]).toEqual([200, { success: true, message: 'The sync was scheduled.' }]);
    expect(service.sync.requests).toEqual([{ accountId: 'home', trigger: 'api' }]);
  });

  it('joins a running sync, and says so in the message', async () => {
    const service = await apiService();
    const token = service.token(['write']);
    await service.call('POST', PATH, { token });
    const { status, body } = await service.call('POST', PATH, { token });
    expect([status, body]).toEqual([200, { success: true, message: 'A sync is under way already; joined it.' }]);
    expect(service.sync.requests).toHaveLength(1);
  });

  it('fails if there is nothing to sync, and says what to do', async () => {
    const service = await apiService();
    service.sync.hasConnection = false;
    const { status, body } = await service.call('POST', PATH, { token: service.token(['write']) });
    expect([status, body]).toEqual([200, { success: false, message: 'There is no connection yet. Add one first.' }]);
  });

  it('requires no body, and accepts an empty object', async () => {
    const service = await apiService();
    const token = service.token(['write']);
    for (const body of [undefined, '', {}]) {
      expect(
        (await service.call('POST', PATH, { token, body, headers: { 'content-type': 'application/json' } })).status,
      ).toBe(200);
    }
  });

  it('rejects a body with fields and does not sync', async () => {
    const service = await apiService();
    const { status, body } = await service.call('POST', PATH, {
      token: service.token(['write']),
      body: { full: true },
    });
    expect([status, body]).toEqual([400, { error: 'Unknown field "full". There are no fields here.' }]);
    expect(service.sync.requests).toEqual([]);
  });
});

describe('the plan of the account', () => {
  const later = '2026-03-11T00:00:00.000Z' as Instant;
  const before = '2026-03-10T08:59:59.000Z' as Instant;

  it.each([
    ['personal', { kind: 'personal', endsAt: null }, 200],
    ['an active trial', { kind: 'trial', endsAt: later }, 200],
    ['an ended trial', { kind: 'trial', endsAt: before }, 403],
    ['an active subscription', { kind: 'subscription', endsAt: null }, 200],
    ['a lapsed subscription', { kind: 'subscription', endsAt: before }, 403],
  ] as const)('%s (%o) answers a sync request with status %i', async (_name, entitlement, expected) => {
    const service = await apiService();
    service.account({ entitlement });
    const token = service.token(['read', 'write']);
    expect((await service.call('POST', PATH, { token })).status).toBe(expected);
    expect(service.sync.requests).toHaveLength(expected === 200 ? 1 : 0);
    // Reads work with any plan.
    expect((await service.call('GET', '/api/v2/transactions', { token })).status).toBe(200);
  });
});

describe('the sync limit', () => {
  it('is 5 in any hour; the 429 answer says when to retry', async () => {
    const service = await apiService();
    const token = service.token(['write']);
    for (let call = 0; call < 5; call += 1) {
      expect((await trigger(service, token)).status).toBe(200);
      service.clock.advance(60_000);
    }
    const { status, headers, body } = await trigger(service, token);
    expect([status, headers['retry-after']]).toEqual([429, String(55 * 60)]);
    expect((body as { error: string }).error).toContain('5 an hour and 24 a day');
    service.clock.advance(55 * 60_000);
    expect((await trigger(service, token)).status).toBe(200);
  });

  it('is 24 in any 24 hours', async () => {
    const service = await apiService();
    const token = service.token(['write']);
    for (let call = 0; call < 24; call += 1) {
      expect((await trigger(service, token)).status).toBe(200);
      service.clock.advance(HOUR / 2);
    }
    const { status, headers } = await trigger(service, token);
    expect([status, headers['retry-after']]).toEqual([429, String(12 * 3600)]);
  });

  it('counts all tokens of an account together, and each account separately', async () => {
    const service = await apiService();
    service.account({ id: 'work' });
    for (let call = 0; call < 5; call += 1) await trigger(service, service.token(['write']));
    expect((await trigger(service, service.token(['write']))).status).toBe(429);
    expect((await trigger(service, service.token(['write'], { accountId: 'work' }))).status).toBe(200);
  });

  it('does not apply to reads', async () => {
    const service = await apiService();
    const token = service.token(['read', 'write']);
    for (let call = 0; call < 6; call += 1) await trigger(service, token);
    for (let call = 0; call < 30; call += 1)
      expect((await service.call('GET', '/api/v2/categories', { token })).status).toBe(200);
  });
});
