import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/v2/endpoints.ts';
import { apiService } from '../support/api-service.ts';

// The client checks that every answer is JSON, and that every error has only the field `error`.

const SCHEDULE = '/api/v2/schedule';

describe('the status 404', () => {
  it.each([
    '/',
    '/api',
    '/api/v2',
    '/api/v2/',
    '/api/v2/unknown',
    '/api/v1/transactions',
    '/api/v3/transactions',
    '/transactions',
  ])('is returned for the unknown path %s', async (path) => {
    const { call } = await apiService();
    for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS'])
      expect((await call(method, path)).status).toBe(404);
  });

  it('is returned for a path in another spelling, because each resource has one address', async () => {
    const { call, token } = await apiService();
    const read = token(['read']);
    for (const path of [
      '/api/v2/transactions/',
      '/API/v2/transactions',
      '/api/v2/Transactions',
      '//api/v2/transactions',
      '/api/v2/transactions%20',
    ]) {
      expect((await call('GET', path, { token: read })).status).toBe(404);
    }
  });
});

describe('the status 405', () => {
  const allowed = Map.groupBy(Object.values(endpoints), ({ path }) => path);

  it.each([...allowed].map(([path, some]) => [path, some.map(({ method }) => method)] as const))(
    'is returned for other methods of %s; the header Allow lists %j',
    async (path, methods) => {
      const { call } = await apiService();
      const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
      for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'TRACE'].filter(
        (each) => !methods.includes(each as never),
      )) {
        const { status, headers } = await call(method, path);
        expect([method, status, headers.allow]).toEqual([method, 405, allow]);
      }
    },
  );
});

describe('the status 400', () => {
  it('is returned for malformed JSON', async () => {
    const { call, token } = await apiService();
    const write = token(['write']);
    for (const body of [
      '{',
      '{"start_time":"07:30",}',
      "{'start_time':'07:30'}",
      'start_time=07:30',
      '\0',
      '{"a":NaN}',
    ]) {
      const answer = await call('POST', SCHEDULE, { token: write, body });
      expect([answer.status, answer.body]).toEqual([400, { error: 'The body is not valid JSON.' }]);
    }
  });

  it('is returned for deeply nested JSON and a wrong type of any field', async () => {
    const { call, token } = await apiService();
    const write = token(['write']);
    const deep = '['.repeat(8000) + ']'.repeat(8000);
    for (const body of [
      deep,
      `{"start_time":${deep}}`,
      `{"hours":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)},"start_time":"07:30"}`,
    ]) {
      expect((await call('POST', SCHEDULE, { token: write, body })).status).toBe(400);
    }
  });

  it('is returned for broken percent-encoding', async () => {
    const { call } = await apiService();
    expect((await call('GET', '/api/v2/%E0%A4%A')).status).toBe(404);
  });
});

describe('the status 413', () => {
  it.each([
    ['POST', SCHEDULE],
    ['POST', '/api/v2/sync-transactions'],
    ['DELETE', SCHEDULE],
  ])('is returned for %s %s with a body above 16 KiB, even if its length is not declared', async (method, path) => {
    const { call, token, sync } = await apiService();
    const write = token(['write']);
    const body = JSON.stringify({ start_time: '07:30', padding: 'x'.repeat(1_000_000) });
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      const answer = await call(method, path, { token: write, body, headers });
      expect([answer.status, answer.body]).toEqual([
        413,
        { error: 'The body is too large; at most 16 KiB are taken.' },
      ]);
    }
    expect(sync.requests).toEqual([]);
  });
});

describe('the status 415', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json; charset=latin1',
  ])('is returned for a request body of the type %s', async (type) => {
    const { call, token } = await apiService();
    const answer = await call('POST', SCHEDULE, {
      token: token(['write']),
      body: '{"start_time":"07:30"}',
      headers: { 'content-type': type },
    });
    expect(answer.status).toBe(415);
  });

  it('is returned for a compressed request body', async () => {
    const { call, token } = await apiService();
    const headers = { 'content-encoding': 'gzip' };
    expect(
      (await call('POST', SCHEDULE, { token: token(['write']), body: { start_time: '07:30' }, headers })).status,
    ).toBe(415);
  });

  it('is not returned for JSON with a permitted charset', async () => {
    const { call, token } = await apiService();
    const headers = { 'content-type': 'Application/JSON; charset=UTF-8' };
    expect(
      (await call('POST', SCHEDULE, { token: token(['write']), body: '{"start_time":"07:30"}', headers })).status,
    ).toBe(200);
  });
});

describe('the status 500', () => {
  it('has a message without the details of the error, which are only logged', async () => {
    const { call, token, sync, reported } = await apiService();
    const read = token(['read']);
    const problem = new Error('secret detail of /home/someone');
    sync.onFreshen = () => {
      throw problem;
    };
    for (const path of ['/api/v2/transactions', '/api/v2/categories']) {
      const { status, body } = await call('GET', path, { token: read });
      expect([status, body]).toEqual([
        500,
        { error: 'Something went wrong inside Pennyrow. See its log for details.' },
      ]);
    }
    expect(reported).toEqual([problem, problem]);
  });
});

it('no response has a header that reveals the server software', async () => {
  const { call, token } = await apiService();
  for (const path of ['/api/v2/transactions', '/api/v2/categories', '/nowhere']) {
    const { headers } = await call('GET', path, { token: token(['read']) });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  }
});
