import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startConnected, type Connected } from './connected.ts';
import type { ErrorShape } from './faults.ts';

const BATCH = 'sheets.spreadsheets.batchUpdate';

describe('the faults of the fake Google', () => {
  let google: Connected & { ids: readonly string[] };
  let id = '';
  beforeEach(async () => {
    google = await startConnected([{ sheets: [{ title: 'Sheet1', rows: [['first']] }] }]);
    id = google.ids[0] ?? '';
  });
  afterEach(() => google.fake.close());

  const write = (timeout?: number): Promise<unknown> =>
    google.sheets.spreadsheets.batchUpdate(
      {
        spreadsheetId: id,
        requestBody: {
          requests: [
            {
              updateCells: {
                start: { sheetId: 0, rowIndex: 1 },
                rows: [{ values: [{ userEnteredValue: { stringValue: 'second' } }] }],
                fields: 'userEnteredValue',
              },
            },
          ],
        },
      },
      timeout === undefined ? {} : { timeout },
    );
  const rows = (): Promise<readonly (readonly string[])[]> => google.fake.hand(id).shown('Sheet1');

  const shapes: readonly ErrorShape[] = [
    ...[400, 401, 403, 404, 409, 429, 500, 502, 503, 504].map((status) => ({ status })),
    { status: 503, html: true },
    { status: 403, reason: 'rateLimitExceeded' },
  ];

  test.each(shapes)('an error before a write prevents its change: %o', async (how) => {
    google.fake.fail({ call: BATCH, how });
    await expect(write()).rejects.toMatchObject({ status: how.status });
    expect(await rows()).toEqual([['first']]);
    await write();
    expect(await rows()).toHaveLength(2);
  });

  test.each(shapes)('an error after a write does not undo its change: %o', async (how) => {
    google.fake.fail({ call: BATCH, how, when: 'after' });
    await expect(write()).rejects.toMatchObject({ status: how.status });
    expect(await rows()).toEqual([['first'], ['second']]);
  });

  test('an error has the Retry-After header or the HTML page that its fault sets', async () => {
    google.fake.fail({ call: BATCH, how: { status: 429, retryAfterSeconds: 7 } });
    const refused = await write().catch((error: { response: Response & { data: unknown } }) => error.response);
    expect((refused as Response).headers.get('retry-after')).toBe('7');
    google.fake.fail({ call: 'drive.files.get', how: { status: 502, html: true } });
    await expect(google.drive.files.get({ fileId: id })).rejects.toMatchObject({
      status: 502,
      response: { data: expect.stringContaining('<!DOCTYPE html>') },
    });
  });

  test.each([
    ['before', 1],
    ['after', 2],
  ] as const)('a connection reset can occur %s the change', async (when, left) => {
    google.fake.fail({ call: BATCH, how: 'reset', when });
    await expect(write()).rejects.toThrow(/socket hang up|ECONNRESET|fetch failed|failed/);
    expect(await rows()).toHaveLength(left);
  });

  test.each(['reset-midway', 'truncated'] as const)(
    'a client cannot read a response that ends early: %s',
    async (how) => {
      google.fake.fail({ call: BATCH, how });
      const answer = await write().then(
        (response) => (response as { data: unknown }).data,
        (error: unknown) => error,
      );
      // Google's client returns an incomplete JSON body as text.
      expect(answer instanceof Error || typeof answer === 'string').toBe(true);
      expect(await rows()).toHaveLength(2);
    },
  );

  test('a response can hang', async () => {
    google.fake.fail({ call: BATCH, how: 'hang' });
    await expect(write(100)).rejects.toThrow(/abort|timeout|timed out/i);
    expect(await rows()).toHaveLength(1);
  });

  test('a fault lets the first `skip` calls succeed, then fails the next `times` calls', async () => {
    google.fake.fail({ call: 'drive.files.get', how: { status: 503 }, times: 2, skip: 1 });
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1) {
      await google.drive.files.get({ fileId: id }).then(
        () => statuses.push(200),
        (error: { status: number }) => statuses.push(error.status),
      );
    }
    expect(statuses).toEqual([200, 503, 503, 200]);
    await write();
  });

  test('every request is recorded with the number of transferred bytes', async () => {
    google.fake.clearRequests();
    await write();
    google.fake.fail({ call: BATCH, how: 'reset' });
    await write().catch(() => null);
    const [first, second] = google.fake.requests;
    expect(first).toMatchObject({
      method: 'POST',
      path: `/v4/spreadsheets/${id}:batchUpdate`,
      call: BATCH,
      api: 'sheets',
      kind: 'write',
      status: 200,
    });
    expect(first?.requestBytes).toBeGreaterThan(50);
    expect(first?.responseBytesUnpacked).toBe(
      Buffer.byteLength(`{\n  "spreadsheetId": "${id}",\n  "replies": [\n    {}\n  ]\n}\n`),
    );
    expect(second).toMatchObject({ call: BATCH, status: 0, responseBytes: 0 });
  });
});
