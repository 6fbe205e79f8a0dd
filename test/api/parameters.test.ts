import { describe, expect, it } from 'vitest';
import { apiService } from '../support/api-service.ts';

async function reader() {
  const service = await apiService();
  const token = service.token(['read', 'write']);
  return { ...service, get: (query: string) => service.call('GET', `/api/v2/transactions?${query}`, { token }) };
}

describe('the parameters of GET /api/v2/transactions', () => {
  it.each([
    '31.01.2026',
    '2026-1-5',
    '20260131',
    '2026-01-31T00:00:00Z',
    '',
    ' 2026-01-31',
    'today',
    '2026-02-30',
    '2025-02-29',
    '0000-01-01',
  ])('reject %j, which is not a valid date in the form YYYY-MM-DD', async (text) => {
    const { get } = await reader();
    for (const name of ['start_date', 'end_date']) {
      const { status, body } = await get(`${name}=${encodeURIComponent(text)}`);
      expect([status, body]).toEqual([
        400,
        { error: `${name} must be a day of the calendar as YYYY-MM-DD, not ${JSON.stringify(text)}.` },
      ]);
    }
  });

  it('accept a leap day', async () => {
    const { get } = await reader();
    expect((await get('start_date=2024-02-29')).status).toBe(200);
  });

  it('reject a start date after the end date, and name both in the message', async () => {
    const { get } = await reader();
    expect((await get('start_date=2026-03-02&end_date=2026-03-01')).body).toEqual({
      error: 'start_date 2026-03-02 is later than end_date 2026-03-01.',
    });
  });

  it('are both named in the error for a start after the end, even if one of them is a default', async () => {
    const { get } = await reader();
    const later = await get('start_date=2030-01-01');
    expect([later.status, later.body]).toEqual([
      400,
      { error: 'start_date 2030-01-01 is later than end_date 2026-03-10 (the default).' },
    ]);
    const earlier = await get('end_date=2020-01-01');
    expect([earlier.status, earlier.body]).toEqual([
      400,
      { error: 'start_date 2026-02-08 (the default) is later than end_date 2020-01-01.' },
    ]);
  });

  it('are rejected if given twice', async () => {
    const { get } = await reader();
    const { status, body } = await get('start_date=2026-01-01&start_date=2026-01-01');
    expect([status, body]).toEqual([400, { error: 'The parameter "start_date" is given more than once.' }]);
  });

  it.each(['startdate=2026-01-01', 'start_date[]=2026-01-01', '__proto__=1', 'limit=5'])(
    'reject the unknown parameter in %s and name it',
    async (query) => {
      const { get } = await reader();
      const { status, body } = await get(query);
      expect(status).toBe(400);
      expect((body as { error: string }).error).toContain(`Unknown parameter ${JSON.stringify(query.split('=')[0])}`);
    },
  );

  it('are shortened where an error message quotes them', async () => {
    const { get } = await reader();
    const { body } = await get(`start_date=${'9'.repeat(5000)}`);
    expect((body as { error: string }).error.length).toBeLessThan(150);
  });
});

it('an endpoint that defines no query parameters ignores those of a request', async () => {
  const { call, token } = await apiService();
  const both = token(['read', 'write']);
  for (const path of ['categories', 'rules', 'schedule']) {
    expect((await call('GET', `/api/v2/${path}?_=1&_=2`, { token: both })).status).toBe(200);
  }
});
