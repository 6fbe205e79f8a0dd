import { describe, expect, it } from 'vitest';
import { errorOf } from '../../src/platform/errors.ts';
import { removeMirror } from '../../src/store/mirror.ts';
import { apiService } from '../support/api-service.ts';
import { sheetRow } from '../support/sheet-row.ts';

const GETS = ['/api/v2/transactions', '/api/v2/categories', '/api/v2/rules', '/api/v2/schedule', '/api/openapi.json'];
const MIRRORED = GETS.slice(0, 3);

async function reader() {
  const service = await apiService();
  service.show({ rows: [sheetRow()], categories: ['Rent'] });
  const token = service.token(['read', 'write']);
  const get = (path: string, etag?: string) =>
    service.call('GET', path, { token, ...(etag !== undefined && { headers: { 'if-none-match': etag } }) });
  return { ...service, get, both: token };
}

describe.each(GETS)('GET %s', (path) => {
  it('has a strong ETag, and answers a request with this ETag with 304 and no body', async () => {
    const { get } = await reader();
    const first = await get(path);
    const etag = first.headers.etag as string;
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const second = await get(path, ifNoneMatch);
      expect([second.status, second.text, second.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await get(path, '"other"')).status).toBe(200);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const { get, call, both } = await reader();
    const { headers } = await get(path);
    const head = await call('HEAD', path, { token: both });
    expect([head.status, head.text]).toEqual([200, '']);
    expect([head.headers.etag, head.headers['content-length']]).toEqual([headers.etag, headers['content-length']]);
  });

  it('lets caches keep the response only with revalidation, and separately for each token', async () => {
    const { get } = await reader();
    const { headers } = await get(path);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Authorization',
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('an ETag', () => {
  it('changes with the content, and does not change after a sync without changes', async () => {
    const { get, show, clock } = await reader();
    const before = await get('/api/v2/transactions');
    clock.advance(60_000);
    show({ rows: [sheetRow({ dateAdded: null })], categories: ['Rent'] });
    const changed = await get('/api/v2/transactions', before.headers.etag);
    // date_added is now the time when the row was first seen, so the content has changed.
    expect(changed.status).toBe(200);
    show({ rows: [sheetRow({ dateAdded: null })], categories: ['Rent'] });
    expect((await get('/api/v2/transactions', changed.headers.etag)).status).toBe(304);
  });

  it('differs between ranges', async () => {
    const { get } = await reader();
    const march = await get('/api/v2/transactions?start_date=2026-03-01&end_date=2026-03-31');
    expect(
      (await get('/api/v2/transactions?start_date=2026-02-01&end_date=2026-02-28', march.headers.etag)).status,
    ).toBe(200);
  });

  it('changes when the schedule changes', async () => {
    const { get, call, both } = await reader();
    const before = await get('/api/v2/schedule');
    await call('POST', '/api/v2/schedule', { token: both, body: { start_time: '07:30' } });
    expect((await get('/api/v2/schedule', before.headers.etag)).status).toBe(200);
  });
});

describe.each(MIRRORED)('the header Pennyrow-As-Of of %s', (path) => {
  it('contains the time at which the cached copy was verified, also in a 304 response', async () => {
    const { get } = await reader();
    const first = await get(path);
    expect(first.headers['pennyrow-as-of']).toBe('2026-03-10T09:00:00.000Z');
    expect((await get(path, first.headers.etag)).headers['pennyrow-as-of']).toBe('2026-03-10T09:00:00.000Z');
  });

  it('stays constant while the workbook is unreachable and the cached copy is served', async () => {
    const { get, sync, clock } = await reader();
    sync.problem = errorOf({ code: 'workbook_missing', message: 'The workbook is gone.', remedy: 'Put it back.' });
    clock.advance(3_600_000);
    const { status, headers } = await get(path);
    expect([status, headers['pennyrow-as-of']]).toEqual([200, '2026-03-10T09:00:00.000Z']);
  });

  it('is absent if the workbook was never read, and a 503 explains why and what to do', async () => {
    const { get, sync, store } = await reader();
    removeMirror(store, 'home');
    sync.problem = errorOf({ code: 'workbook_missing', message: 'The workbook is gone.', remedy: 'Put it back.' });
    const { status, body } = await get(path);
    expect([status, body]).toEqual([503, { error: 'The workbook is gone. Put it back.' }]);
    sync.problem = null;
    expect((await get(path)).status).toBe(503);
  });
});
