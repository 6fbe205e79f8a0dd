import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mintToken } from '../../src/platform/api-token.ts';
import type { Instant } from '../../src/core/calendar-date.ts';
import { addToken, findToken, listTokens, revokeToken } from '../../src/store/tokens.ts';
import { endpoints } from '../../src/contract/v2/endpoints.ts';
import { apiService, type ApiService } from '../support/api-service.ts';
import { sheetRow } from '../support/sheet-row.ts';

const PATH = '/api/v2/categories';
const ALL = Object.values(endpoints).map(({ method, path, scope }) => ({ method, path, scope }));

async function refusal(service: ApiService, headers: Record<string, string>) {
  const { status, body, headers: answered } = await service.call('GET', PATH, { headers });
  expect([status, answered['www-authenticate']]).toEqual([401, 'Bearer realm="Pennyrow"']);
  return (body as { error: string }).error;
}

describe.each(ALL)('$method $path', ({ method, path, scope }) => {
  it('needs a token', async () => {
    const { call } = await apiService();
    const { status, headers } = await call(method, path);
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer realm="Pennyrow"']);
  });

  it(`needs the scope ${scope}, and the other scope does not include it`, async () => {
    const { call, token } = await apiService();
    const { status, body } = await call(method, path, { token: token([scope === 'read' ? 'write' : 'read']) });
    expect([status, body]).toEqual([
      403,
      { error: `This API token lacks the scope "${scope}". Make one that has it.` },
    ]);
  });

  it(`accepts a token with only the scope ${scope}`, async () => {
    const { call, token } = await apiService();
    const body = method === 'POST' && path === '/api/v2/schedule' ? { body: { start_time: '07:30' } } : {};
    expect((await call(method, path, { token: token([scope]), ...body })).status).toBe(200);
  });
});

describe('a token', () => {
  it('is sent in the header Authorization as Bearer, in any letter case', async () => {
    const service = await apiService();
    const token = service.token(['read']);
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await service.call('GET', PATH, { headers: { authorization: `${scheme} ${token}` } })).status).toBe(200);
    }
    for (const header of [token, `Basic ${token}`, 'Bearer', `Bearer ${token} ${token}`, `Bearer  `]) {
      expect(await refusal(service, { authorization: header })).toMatch(/^Send an API token/);
    }
  });

  it('is rejected in the URL', async () => {
    const service = await apiService();
    expect((await service.call('GET', `${PATH}?token=${service.token(['read'])}`)).status).toBe(401);
  });

  it('is rejected before any database query if it is truncated or mistyped', async () => {
    const service = await apiService();
    const token = service.token(['read']);
    const mistyped = token.slice(0, 20) + (token[20] === 'a' ? 'b' : 'a') + token.slice(21);
    for (const text of [token.slice(0, -1), mistyped, `${token}x`, 'pennyrow_', 'x']) {
      expect(await refusal(service, { authorization: `Bearer ${text}` })).toMatch(/^This is not a whole API token/);
    }
  });

  it('is rejected if it is well formed but unknown, even with the id of an existing one', async () => {
    const service = await apiService();
    const stranger = mintToken();
    expect(await refusal(service, { authorization: `Bearer ${stranger.token}` })).toMatch(
      /^This API token is not known here/,
    );
    addToken(service.store, {
      id: stranger.id,
      accountId: 'home',
      name: 'other secret',
      scopes: ['read'],
      createdAt: '2026-01-01T00:00:00.000Z' as Instant,
      expiresAt: null,
      secretHash: mintToken().secretHash,
    });
    expect(await refusal(service, { authorization: `Bearer ${stranger.token}` })).toMatch(
      /^This API token is not known here/,
    );
  });

  it('is rejected immediately after its revocation', async () => {
    const service = await apiService();
    const token = service.token(['read']);
    expect((await service.call('GET', PATH, { token })).status).toBe(200);
    revokeToken(service.store, listTokens(service.store, 'home')[0]?.id ?? '', '2026-03-10T09:00:00.000Z' as Instant);
    expect(await refusal(service, { authorization: `Bearer ${token}` })).toMatch(/revoked/);
  });

  it('is rejected as soon as it expires', async () => {
    const service = await apiService();
    const token = service.token(['read'], { expiresAt: '2026-03-10T10:00:00.000Z' as Instant });
    service.clock.set('2026-03-10T09:59:59.999Z');
    expect((await service.call('GET', PATH, { token })).status).toBe(200);
    service.clock.set('2026-03-10T10:00:00.000Z');
    expect(await refusal(service, { authorization: `Bearer ${token}` })).toMatch(/expired/);
  });

  it('reads only the data of the account that owns it', async () => {
    const service = await apiService();
    service.account({ id: 'work', name: 'Work' });
    service.show({ rows: [sheetRow({ transactionId: 'mine' })], categories: ['Mine'] }, 'home');
    service.show({ rows: [sheetRow({ transactionId: 'theirs' })], categories: ['Theirs'] }, 'work');
    const token = service.token(['read'], { accountId: 'work' });
    expect((await service.call('GET', PATH, { token })).body).toEqual({ categories: ['Theirs'] });
    expect((await service.call('GET', '/api/v2/transactions', { token })).body).toMatchObject({
      transactions: { theirs: {} },
      count: 1,
    });
  });

  it('records its last use, at most once a minute', async () => {
    const service = await apiService();
    const token = service.token(['read']);
    const id = listTokens(service.store, 'home')[0]?.id ?? '';
    const lastUsed = async () => {
      await service.call('GET', PATH, { token });
      await sleep(20);
      return findToken(service.store, id)?.token.lastUsedAt;
    };
    expect(await lastUsed()).toBe('2026-03-10T09:00:00.000Z');
    service.clock.advance(59_000);
    expect(await lastUsed()).toBe('2026-03-10T09:00:00.000Z');
    service.clock.advance(1000);
    expect(await lastUsed()).toBe('2026-03-10T09:01:00.000Z');
  });

  it('is never delayed if it is valid, no matter how many invalid tokens were tried before', async () => {
    const service = await apiService();
    const token = service.token(['read']);
    const order: string[] = [];
    const guess = () => service.call('GET', PATH, { token: mintToken().token }).then(() => order.push('guess'));
    await Promise.all(Array.from({ length: 16 }, guess));
    // The next guess is delayed by 1000 milliseconds; a valid token after it is not.
    const waiting = guess();
    await service.call('GET', PATH, { token }).then(() => order.push('valid'));
    await waiting;
    expect(order.slice(-2)).toEqual(['valid', 'guess']);
  });
});
