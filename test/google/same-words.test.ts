import { describe, expect, test } from 'vitest';
import type { PennyrowError } from '../../src/platform/errors.ts';
import type { GoogleApi } from '../../src/workbooks/google/api/create-google-api.ts';
import { readAnswer } from '../../src/workbooks/google/reading/read-answer.ts';
import type { FaultKind } from '../fakes/google/faults.ts';
import { apiWith, fakeGoogle, grantFrom } from './granted.ts';

type Call = (api: GoogleApi, id: string) => Promise<unknown>;

const NOTE = { metadataKey: 'note', metadataValue: 'x', visibility: 'DOCUMENT', location: { spreadsheet: true } };

/** Every call to the Sheets API that Pennyrow makes. */
const CALLS: Readonly<Record<string, Call>> = {
  'sheets.spreadsheets.get': (api, id) => api.get(id, [], 'sheets.properties.sheetId'),
  'sheets.spreadsheets.getByDataFilter': async (api, id) =>
    readAnswer(await api.read(id, { includeGridData: true }, 'sheets')),
  'sheets.spreadsheets.batchUpdate': (api, id) =>
    api.write(id, { requests: [{ createDeveloperMetadata: { developerMetadata: NOTE } }] }, 'spreadsheetId'),
  'sheets.spreadsheets.create': (api) => api.create({ properties: { title: 'Made' } }, 'spreadsheetId'),
};
const READS = ['sheets.spreadsheets.get', 'sheets.spreadsheets.getByDataFilter'];
const DRIVE: Readonly<Record<string, Call>> = {
  'drive.files.get': (api, id) => api.file(id),
  'drive.files.list': (api) => api.newest(1),
};

/** The error for the user if every attempt of the call has the fault. */
async function messageFor(name: string, call: Call, how: FaultKind): Promise<object> {
  const fake = await fakeGoogle();
  const id = fake.addSpreadsheet({ sheets: [{ title: 'Transactions', rows: [['Date'], ['a'], ['b']] }] });
  const { api } = apiWith(fake, await grantFrom(fake, { pick: id }));
  fake.fail({ call: name as 'sheets.*', how, times: 100 });
  const thrown = (await call(api, id).catch((error: unknown) => error)) as PennyrowError;
  return { code: thrown.code, params: thrown.params, message: thrown.message, remedy: thrown.remedy };
}

async function messagesOf(calls: Readonly<Record<string, Call>>, how: FaultKind): Promise<Record<string, object>> {
  const entries: [string, object][] = [];
  for (const [name, call] of Object.entries(calls)) entries.push([name, await messageFor(name, call, how)]);
  return Object.fromEntries(entries);
}

function pick(names: readonly string[]): Readonly<Record<string, Call>> {
  return Object.fromEntries(Object.entries(CALLS).filter(([name]) => names.includes(name)));
}

/** The expected result if all calls have the same message as the first call. */
function asTheFirst(answers: Record<string, object>): Record<string, object | undefined> {
  const [first] = Object.values(answers);
  return Object.fromEntries(Object.keys(answers).map((name) => [name, first]));
}

describe('an error from Google', () => {
  test.each<[string, FaultKind, object]>([
    ['400', { status: 400 }, { code: 'workbook_google', params: { words: 'Request contains an invalid argument.' } }],
    ['401', { status: 401 }, { code: 'workbook_reconnect' }],
    ['403', { status: 403 }, { code: 'workbook_no_access', params: { words: 'The caller does not have permission.' } }],
    [
      '403 for a disabled API',
      { status: 403, reason: 'SERVICE_DISABLED' },
      { code: 'workbook_google_api_off', params: { words: expect.stringContaining('project 123456789') } },
    ],
    ['403 for a quota', { status: 403, reason: 'userRateLimitExceeded' }, { code: 'workbook_quota' }],
    ['404', { status: 404 }, { code: 'workbook_missing' }],
    ['409', { status: 409 }, { code: 'workbook_google', params: { words: 'The operation was aborted.' } }],
    ['429', { status: 429 }, { code: 'workbook_quota' }],
    ['501', { status: 501 }, { code: 'workbook_google', params: { status: '501' } }],
    ['a proxy’s web page', { status: 403, html: true }, { code: 'workbook_web_page', params: { status: '403' } }],
    ['a web page with 404', { status: 404, html: true }, { code: 'workbook_web_page' }],
  ])('(%s) has the same message for every call to Sheets', async (_, how, expected) => {
    const answers = await messagesOf(CALLS, how);
    expect(Object.values(answers)[0]).toMatchObject(expected);
    expect(answers).toEqual(asTheFirst(answers));
  });

  test.each<[string, FaultKind, object]>([
    ['500', { status: 500 }, { code: 'workbook_google', params: { words: 'Internal error encountered.' } }],
    ['502 as a web page', { status: 502, html: true }, { code: 'workbook_google', params: { status: '502' } }],
    ['503', { status: 503 }, { code: 'workbook_google', params: { words: expect.stringContaining('unavailable') } }],
    ['a connection reset', 'reset', { code: 'workbook_offline', params: { reason: 'cutOff' } }],
    [
      'a connection reset within the response',
      'reset-midway',
      { code: 'workbook_offline', params: { reason: 'cutOff' } },
    ],
    ['a truncated response', 'truncated', { code: 'workbook_google', params: { reason: 'brokenOff' } }],
  ])('(%s) has the same message for every read-only call to Sheets', async (_, how, expected) => {
    const answers = await messagesOf(pick(READS), how);
    expect(Object.values(answers)[0]).toMatchObject(expected);
    expect(answers).toEqual(asTheFirst(answers));
  });

  test.each<[string, FaultKind, object]>([
    ['400', { status: 400 }, { code: 'workbook_google', params: { words: 'Request contains an invalid argument.' } }],
    ['401', { status: 401 }, { code: 'workbook_reconnect' }],
    [
      '403 for a disabled API',
      { status: 403, reason: 'accessNotConfigured' },
      { code: 'workbook_google_api_off', params: { words: expect.stringContaining('project 123456789') } },
    ],
    ['404', { status: 404 }, { code: 'workbook_missing' }],
    ['429', { status: 429 }, { code: 'workbook_quota' }],
    ['503', { status: 503 }, { code: 'workbook_google' }],
    ['a proxy’s web page', { status: 403, html: true }, { code: 'workbook_web_page', params: { status: '403' } }],
    ['a connection reset', 'reset', { code: 'workbook_offline', params: { reason: 'cutOff' } }],
    [
      'a connection reset within the response',
      'reset-midway',
      { code: 'workbook_offline', params: { reason: 'cutOff' } },
    ],
    ['a truncated response', 'truncated', { code: 'workbook_google', params: { reason: 'brokenOff' } }],
  ])('(%s) has the same message for every call to Drive', async (_, how, expected) => {
    const answers = await messagesOf(DRIVE, how);
    expect(Object.values(answers)[0]).toMatchObject(expected);
    expect(answers).toEqual(asTheFirst(answers));
  });
});
