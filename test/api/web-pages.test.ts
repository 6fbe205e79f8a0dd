import { describe, expect, it } from 'vitest';
import { apiService } from '../support/api-service.ts';

const PATHS = ['/api/v2/transactions', '/api/v2/categories', '/api/openapi.json', '/nowhere'];

describe('the Host header', () => {
  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example:443',
    '192.168.1.5',
    '',
    'localhost:7443@evil.example',
  ])('is rejected with 421 if it is %j, which protects against DNS rebinding', async (host) => {
    const { call, token } = await apiService();
    for (const path of PATHS)
      expect((await call('GET', path, { token: token(['read']), headers: { host } })).status).toBe(421);
  });

  it.each(['localhost', 'LOCALHOST:7443', '127.0.0.1:1', '[::1]:7443'])('can be %s', async (host) => {
    const { call, token } = await apiService();
    expect((await call('GET', PATHS[0] as string, { token: token(['read']), headers: { host } })).status).toBe(200);
  });
});

describe('the Origin header', () => {
  it.each([
    'https://evil.example',
    'null',
    'http://localhost:7443',
    'https://localhost:7444',
    'https://127.0.0.1:7443',
  ])('is rejected with 403 if it is %s', async (origin) => {
    const { call, token } = await apiService();
    for (const path of PATHS) {
      expect(
        (await call('GET', path, { token: token(['read']), headers: { host: 'localhost:7443', origin } })).status,
      ).toBe(403);
    }
  });

  it('can be the origin of the service itself', async () => {
    const { call, token } = await apiService();
    const headers = { host: 'localhost:7443', origin: 'https://localhost:7443' };
    expect((await call('GET', PATHS[0] as string, { token: token(['read']), headers })).status).toBe(200);
  });
});

it('the API sends no CORS headers, so that no other origin can read an answer', async () => {
  const { call, token } = await apiService();
  const origin = 'https://evil.example';
  const preflight = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  };
  const answers = [
    await call('OPTIONS', '/api/v2/transactions', { headers: preflight }),
    await call('GET', '/api/v2/transactions', { token: token(['read']), headers: { origin } }),
    await call('GET', '/api/v2/transactions', { token: token(['read']) }),
  ];
  for (const { headers } of answers) {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  }
});
