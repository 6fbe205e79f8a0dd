import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { GoogleRefusal } from '../../src/workbooks/google/api/google-errors.ts';
import type { FakeGoogle } from '../fakes/google/fake-google.ts';
import { apiWith, calls, fakeGoogle, grantFrom, type ApiInHand } from './granted.ts';
import { eventually } from '../support/eventually.ts';

interface Connected extends ApiInHand {
  readonly fake: FakeGoogle;
  readonly id: string;
}

async function connected(): Promise<Connected> {
  const fake = await fakeGoogle();
  const id = fake.addSpreadsheet();
  const inHand = apiWith(fake, await grantFrom(fake, { pick: id }));
  fake.clearRequests();
  return { fake, id, ...inHand };
}

const note = (location: object) => ({
  requests: [
    {
      createDeveloperMetadata: {
        developerMetadata: { metadataKey: 'note', metadataValue: 'x', visibility: 'DOCUMENT', location },
      },
    },
  ],
});
const NOTE = note({ spreadsheet: true });

test('the five methods of the API client return the documented results, and share one access token', async () => {
  const { fake, id, api } = await connected();
  const before = await api.file(id);
  expect(before).toMatchObject({ isTrashed: false, canEdit: true, isSpreadsheet: true });
  const { sheets } = await api.get(id, [], 'sheets.properties.sheetId');
  expect(sheets).toHaveLength(1);
  expect(await api.write(id, NOTE, 'spreadsheetId')).toEqual({ spreadsheetId: id });
  const read = JSON.parse(
    await text(await api.read(id, { dataFilters: [] }, 'developerMetadata.metadataKey')),
  ) as unknown;
  expect(read).toEqual({ developerMetadata: [{ metadataKey: 'note' }] });
  const after = await api.file(id);
  expect(after.version).not.toBe(before.version);
  const made = await api.create({ properties: { title: 'Made' } }, 'spreadsheetId,properties.title');
  expect(made.properties?.title).toBe('Made');
  expect(calls(fake).filter((call) => call === 'oauth.token')).toHaveLength(1);
});

test('Google’s responses are transferred compressed', async () => {
  const { fake, id, api } = await connected();
  await text(await api.read(id, { dataFilters: [], includeGridData: true }, 'sheets'));
  const { responseBytes, responseBytesUnpacked } = fake.requests.at(-1) ?? {
    responseBytes: 0,
    responseBytesUnpacked: 0,
  };
  expect(responseBytes).toBeLessThan(responseBytesUnpacked);
});

test('an access token that Google rejects is renewed once, and the call succeeds', async () => {
  const { fake, id, api, lost } = await connected();
  await api.file(id);
  fake.expireAccessTokens();
  fake.clearRequests();
  await api.write(id, NOTE, 'spreadsheetId');
  expect(calls(fake)).toEqual(['sheets.spreadsheets.batchUpdate', 'oauth.token', 'sheets.spreadsheets.batchUpdate']);
  expect(lost()).toBe(0);
});

test('after the grant was revoked, the first call reports this, and later calls send no request', async () => {
  const { fake, id, api, lost } = await connected();
  await api.file(id);
  fake.revoke();
  await expect(api.file(id)).rejects.toMatchObject({ code: 'workbook_reconnect' });
  fake.clearRequests();
  await expect(api.write(id, NOTE, 'spreadsheetId')).rejects.toMatchObject({ code: 'workbook_reconnect' });
  expect(calls(fake)).toEqual([]);
  expect(lost()).toBe(1);
});

test('without a grant no request is sent', async () => {
  const fake = await fakeGoogle();
  const { api, lost } = apiWith(fake, null);
  await expect(api.file('x')).rejects.toMatchObject({ code: 'workbook_reconnect' });
  expect(calls(fake)).toEqual([]);
  expect(lost()).toBe(1);
});

test('a spreadsheet that the user did not pick is reported as missing', async () => {
  const { fake, api } = await connected();
  await expect(api.file(fake.addSpreadsheet())).rejects.toMatchObject({ code: 'workbook_missing' });
});

test('with the key of a service account, a file without access is reported with the address to share it with', async () => {
  const fake = await fakeGoogle();
  const { email, privateKey } = fake.addServiceAccount();
  const { api } = apiWith(fake, { kind: 'service-account', email, privateKey });
  const { spreadsheetId } = await api.create({ properties: { title: 'Its own' } }, 'spreadsheetId');
  expect(await api.file(spreadsheetId ?? '')).toMatchObject({ name: 'Its own', isSpreadsheet: true });
  await expect(api.file(fake.addSpreadsheet())).rejects.toMatchObject({
    code: 'workbook_missing',
    remedy: expect.stringContaining(email),
  });
});

describe('a read-only call', () => {
  test.each([
    { what: 'an exceeded quota', how: { status: 429 }, times: 7 },
    { what: 'a Google error', how: { status: 503 }, times: 4 },
    { what: 'a proxy’s web page', how: { status: 502, html: true }, times: 4 },
    { what: 'a connection reset', how: 'reset' as const, times: 2 },
  ])('is retried with growing delays after $what', async ({ how, times }) => {
    const { fake, id, api, waits } = await connected();
    fake.fail({ call: 'sheets.spreadsheets.get', how, times });
    await api.get(id, [], 'spreadsheetId');
    expect(waits).toHaveLength(times);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  });

  test('is retried after the delay in Retry-After', async () => {
    const { fake, id, api, waits } = await connected();
    fake.fail({ call: 'drive.files.get', how: { status: 503, retryAfterSeconds: 9 } });
    await api.file(id);
    expect(waits).toEqual([9000]);
  });

  test.each([
    { how: { status: 429 }, code: 'workbook_quota' },
    { how: { status: 500 }, code: 'workbook_google' },
    { how: 'reset' as const, code: 'workbook_offline' },
  ])('fails with $code after the last retry', async ({ how, code }) => {
    const { fake, id, api } = await connected();
    fake.fail({ call: 'drive.files.get', how, times: 100 });
    await expect(api.file(id)).rejects.toMatchObject({ code });
  });
});

describe('a write', () => {
  test('is sent again if Google certainly did not execute it', async () => {
    const { fake, id, api } = await connected();
    fake.fail({ call: 'sheets.spreadsheets.batchUpdate', how: { status: 429 }, times: 2 });
    await api.write(id, NOTE, 'spreadsheetId');
    expect(calls(fake).filter((call) => call === 'sheets.spreadsheets.batchUpdate')).toHaveLength(3);
  });

  test.each([
    { how: { status: 500 }, when: 'after' as const },
    { how: { status: 503 }, when: 'before' as const },
    { how: { status: 502, html: true }, when: 'after' as const },
    { how: { status: 504 }, when: 'after' as const },
    { how: 'reset' as const, when: 'after' as const },
    { how: 'reset' as const, when: 'before' as const },
    { how: 'reset-midway' as const, when: 'after' as const },
  ])('is sent once and reported as uncertain if it fails with $how $when its execution', async ({ how, when }) => {
    const { fake, id, api } = await connected();
    fake.fail({ call: 'sheets.spreadsheets.batchUpdate', how, when });
    await expect(api.write(id, NOTE, 'spreadsheetId')).rejects.toMatchObject({ code: 'workbook_write_uncertain' });
    // Waits, because the fake records a call only after it has sent its answer or failed to send it.
    await eventually(() =>
      expect(calls(fake).filter((call) => call === 'sheets.spreadsheets.batchUpdate')).toHaveLength(1),
    );
  });

  test('is rejected with Google’s message if it is invalid', async () => {
    const { id, api } = await connected();
    const refusal = await api.write(id, note({ sheetId: 4711 }), 'spreadsheetId').catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(GoogleRefusal);
    expect(refusal).toMatchObject({ words: expect.stringContaining('4711') });
  });
});

test('a stream of rows throws a PennyrowError if the response is cut off', async () => {
  const { fake, id, api } = await connected();
  fake.fail({ call: 'sheets.spreadsheets.getByDataFilter', how: 'reset-midway' });
  const reading = api.read(id, { dataFilters: [], includeGridData: true }, 'sheets').then(text);
  await expect(reading).rejects.toMatchObject({ code: 'workbook_offline' });
});

test('an aborted call rejects at once, without waiting for Google’s response', async () => {
  const { fake, id, api } = await connected();
  fake.fail({ call: 'drive.files.get', how: 'hang' });
  const leaving = new AbortController();
  fake.duringCall('drive.files.get', async () => leaving.abort());
  await expect(api.file(id, leaving.signal)).rejects.toMatchObject({ name: 'AbortError' });
});

test('a call that is aborted during a large response rejects with the abort error', async () => {
  const fake = await fakeGoogle();
  const rows = Array.from({ length: 5000 }, (_, row) => [`Row ${row}`, row, String(Math.random())]);
  const id = fake.addSpreadsheet({ title: 'Large', sheets: [{ title: 'Transactions', rows }] });
  const { api } = apiWith(fake, await grantFrom(fake, { pick: id }));
  const leaving = new AbortController();
  const answer = await api.read(id, { dataFilters: [], includeGridData: true }, 'sheets', leaving.signal);
  leaving.abort();
  await expect(text(answer)).rejects.toMatchObject({ name: 'AbortError' });
});

test('without a network, reads and writes fail with workbook_offline, because no request was sent', async () => {
  const { fake, id, api } = await connected();
  await api.file(id);
  await fake.close();
  await expect(api.file(id)).rejects.toMatchObject({ code: 'workbook_offline' });
  await expect(api.write(id, NOTE, 'spreadsheetId')).rejects.toMatchObject({ code: 'workbook_offline' });
});

test('requests to a fake Google on this machine ignore the configured proxy', async () => {
  vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:9');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { id, api } = await connected();
  expect(await api.file(id)).toMatchObject({ isSpreadsheet: true });
});
