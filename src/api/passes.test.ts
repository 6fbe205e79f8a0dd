import { describe, expect, it } from 'vitest';
import { apiService } from '../../test/support/api-service.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import { parseToken } from '../platform/api-token.ts';
import { createPasses } from './authenticate.ts';

describe('a one-minute token', () => {
  it('has the format of an API token and is valid for one minute', () => {
    const clock = manualClock();
    const passes = createPasses(clock);
    const token = passes.issue('home', ['read']);
    expect(parseToken(token)).not.toBeNull();
    expect(passes.find(`Bearer ${token}`)).toEqual({ tokenId: null, accountId: 'home', scopes: ['read'] });
    expect(passes.find(token)).toBeNull();
    clock.advance(59_999);
    expect(passes.find(`Bearer ${token}`)).not.toBeNull();
    clock.advance(1);
    expect(passes.find(`Bearer ${token}`)).toBeNull();
  });

  it('grants only the requested scopes, and is not stored', async () => {
    const { call, passes, clock, store } = await apiService();
    const token = passes.issue('home', ['read']);
    expect(await call('GET', '/api/v2/categories', { token })).toMatchObject({ status: 200 });
    expect(await call('POST', '/api/v2/sync-transactions', { token })).toMatchObject({ status: 403 });
    expect(store.get('SELECT count(*) AS tokens FROM token')).toEqual({ tokens: 0 });
    clock.advance(60_000);
    expect(await call('GET', '/api/v2/categories', { token })).toMatchObject({ status: 401 });
  });
});
