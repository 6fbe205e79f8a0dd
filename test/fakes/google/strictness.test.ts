import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { manualClock, type ManualClock } from '../../support/manual-clock.ts';
import { connect, type Connected } from './connected.ts';
import { startFakeGoogle } from './fake-google.ts';

const SERIES = { series: sourceOf(0, 3), targetAxis: 'LEFT_AXIS' };

describe('the fake Google rejects the same requests as Google', () => {
  let google: Connected;
  let clock: ManualClock;
  let id = '';
  beforeEach(async () => {
    clock = manualClock();
    const fake = await startFakeGoogle({ clock });
    id = fake.addSpreadsheet({ sheets: [{ title: 'Sheet1', rows: [['a']] }] });
    google = await connect(fake, { pick: [id] });
  });
  afterEach(() => google.fake.close());

  async function call(
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{
    status: number;
    text: string;
    json: { error?: { message: string; status: string; details?: unknown[] } };
  }> {
    const authorization = `Bearer ${google.auth.credentials.access_token ?? ''}`;
    const response = await fetch(`${google.fake.root}${path}`, {
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, json: text.startsWith('{') ? (JSON.parse(text) as object) : {} };
  }

  const batch = (...requests: object[]): ReturnType<typeof call> =>
    call(`/v4/spreadsheets/${id}:batchUpdate`, { requests });

  test.each([
    [
      'an unknown field',
      { updateCells: { color: 1 } },
      `Invalid JSON payload received. Unknown name "color" at 'requests[0].update_cells': Cannot find field.`,
    ],
    [
      'an unknown kind',
      { paint: {} },
      `Invalid JSON payload received. Unknown name "paint" at 'requests[0]': Cannot find field.`,
    ],
    [
      'a text instead of a number',
      { deleteSheet: { sheetId: 'first' } },
      `Invalid value at 'requests[0].delete_sheet.sheet_id' (TYPE_INT32), "first"`,
    ],
    ['a number that is too large', { deleteSheet: { sheetId: 2 ** 31 } }, 'TYPE_INT32'],
    ['a fraction instead of an integer', { deleteSheet: { sheetId: 1.5 } }, 'TYPE_INT32'],
    ['an unknown enum value', { appendDimension: { dimension: 'DIAGONALS' } }, 'DIAGONALS'],
    ['a list instead of an object', { deleteSheet: [] }, `requests[0].delete_sheet`],
    ['an object instead of a list', { updateCells: { rows: {} } }, 'TYPE_LIST'],
    ['a boolean as text', { addSheet: { properties: { hidden: 'true' } } }, 'TYPE_BOOL'],
  ])('an invalid body is rejected: %s', async (_, request, words) => {
    const { status, json } = await batch(request);
    expect({ status, reason: json.error?.status }).toEqual({ status: 400, reason: 'INVALID_ARGUMENT' });
    expect(json.error?.message).toContain(words);
    expect(json.error?.details).toHaveLength(1);
  });

  test('an error lists every invalid field of a body', async () => {
    const { json } = await batch({ updateCells: { color: 1, size: 2 } });
    expect(json.error?.message.split('\n')).toHaveLength(2);
  });

  test.each(['nonsense=1', 'includeGridData=perhaps', 'includeGridData=true&includeGridData=true', 'alt=xml'])(
    'an invalid query is rejected: %s',
    async (query) => {
      expect((await call(`/v4/spreadsheets/${id}?${query}`)).status).toBe(400);
    },
  );

  test.each(['sheets.color', 'sheets(properties', 'sheets)', 'properties.title.length', 'sheets,,properties'])(
    'an invalid field mask is rejected: %s',
    async (fields) => {
      const { status, json } = await call(`/v4/spreadsheets/${id}?fields=${encodeURIComponent(fields)}`);
      expect({ status, message: json.error?.message }).toEqual({
        status: 400,
        message: 'Request contains an invalid argument.',
      });
      expect(JSON.stringify(json.error?.details)).toContain('Error expanding');
      expect((await call(`/drive/v3/files/${id}?fields=color`)).json.error?.message).toBe(
        'Invalid field selection color',
      );
    },
  );

  test.each([
    ['no mask', { updateCells: { start: { sheetId: 0 }, rows: [] } }, "At least one field must be listed in 'fields'"],
    ['an unknown path', { repeatCell: { range: { sheetId: 0 }, cell: {}, fields: 'color' } }, 'color'],
    [
      'a field that only Google sets',
      { repeatCell: { range: { sheetId: 0 }, cell: {}, fields: 'effectiveValue' } },
      'read-only',
    ],
    [
      'two alternative values at once',
      {
        repeatCell: {
          range: { sheetId: 0 },
          cell: { userEnteredValue: { numberValue: 1, stringValue: '1' } },
          fields: '*',
        },
      },
      'Only one of',
    ],
    [
      'a number format without a type',
      {
        repeatCell: {
          range: { sheetId: 0 },
          cell: { userEnteredFormat: { numberFormat: { pattern: '0' } } },
          fields: 'userEnteredFormat',
        },
      },
      'NumberFormat.type',
    ],
    [
      'an unknown sheet',
      { updateCells: { start: { sheetId: 9 }, rows: [], fields: '*' } },
      'Invalid requests[0].updateCells: No grid with id: 9',
    ],
    [
      'a row below the grid',
      { updateCells: { start: { sheetId: 0, rowIndex: 1000 }, rows: [{ values: [{}] }], fields: '*' } },
      'Attempting to write row: 1000',
    ],
    [
      'a column beside the grid',
      { updateCells: { start: { sheetId: 0, columnIndex: 26 }, rows: [{ values: [{}] }], fields: '*' } },
      'Attempting to write column: 26',
    ],
    [
      'a range beyond the grid',
      { repeatCell: { range: { sheetId: 0, endRowIndex: 2000 }, cell: {}, fields: '*' } },
      'is after last row in grid[1000]',
    ],
    [
      'a text that is too long',
      {
        repeatCell: {
          range: { sheetId: 0, endRowIndex: 1 },
          cell: { userEnteredValue: { stringValue: 'x'.repeat(50_001) } },
          fields: '*',
        },
      },
      '50000 characters',
    ],
    [
      'more than ten million cells',
      { appendDimension: { sheetId: 0, dimension: 'ROWS', length: 400_000 } },
      'above the limit of 10000000 cells',
    ],
    [
      'a title that is already in use',
      { addSheet: { properties: { title: 'Sheet1' } } },
      'A sheet with the name "Sheet1" already exists',
    ],
    ['deleting the only sheet', { deleteSheet: { sheetId: 0 } }, "can't remove all"],
    [
      'deleting every row',
      { deleteDimension: { range: { sheetId: 0, dimension: 'ROWS' } } },
      "can't delete all the rows",
    ],
  ])('an invalid batch is rejected: %s', async (_, request, words) => {
    const { status, json } = await batch(request);
    expect(json.error?.message).toContain(words);
    expect(status).toBe(400);
  });

  test.each([
    ['Sheet1!A1001', 'exceeds grid limits'],
    ['Nothing!A1', 'Unable to parse range: Nothing!A1'],
  ])('an invalid read is rejected: %s', async (range, words) => {
    const { status, json } = await call(`/v4/spreadsheets/${id}?ranges=${range}`);
    expect(json.error?.message).toContain(words);
    expect(status).toBe(400);
  });

  test('a batch with an invalid request changes nothing, and the error names the request', async () => {
    const write = {
      updateCells: {
        start: { sheetId: 0 },
        rows: [{ values: [{ userEnteredValue: { stringValue: 'b' } }] }],
        fields: 'userEnteredValue',
      },
    };
    const version = (await google.drive.files.get({ fileId: id, fields: 'version' })).data.version;
    const { status, json } = await batch(write, { deleteSheet: { sheetId: 5 } });
    expect({ status, message: json.error?.message }).toEqual({
      status: 400,
      message: 'Invalid requests[1].deleteSheet: No sheet with id: 5',
    });
    expect(await google.fake.hand(id).shown('Sheet1')).toEqual([['a']]);
    expect((await google.drive.files.get({ fileId: id, fields: 'version' })).data.version).toBe(version);
    expect((await batch(write)).status).toBe(200);
    expect((await google.drive.files.get({ fileId: id, fields: 'version' })).data.version).not.toBe(version);
  });

  test.each([
    ['without a type', { chartType: null }],
    ['without a series', { series: [] }],
    ['with superfluous types of its series', { series: [{ ...SERIES, type: 'LINE' }] }],
    ['with columns on the bottom axis', { series: [{ ...SERIES, targetAxis: 'BOTTOM_AXIS' }] }],
    ['with a block of cells as one series', { series: [{ series: sourceOf(0, 3, 2) }] }],
    ['with a longer domain than series', { domains: [{ domain: sourceOf(0, 4) }] }],
    ['over cells beyond the grid', { series: [{ series: sourceOf(9_000, 9_003) }] }],
  ])('a chart %s is rejected', async (_, wrong) => {
    const chart = (basicChart: object) => ({
      addChart: { chart: { spec: { basicChart }, position: { overlayPosition: { anchorCell: {} } } } },
    });
    const right = { chartType: 'COLUMN', domains: [{ domain: sourceOf(0, 3) }], series: [SERIES] };
    expect((await batch(chart({ ...right, ...wrong }))).status).toBe(400);
    expect((await batch(chart(right))).status).toBe(200);
  });

  test('a batch or a method that the fake does not support gets a 501', async () => {
    expect((await batch({ addSlicer: { slicer: {} } })).status).toBe(501);
    expect((await call(`/v4/spreadsheets/${id}/values/A1:append`, {})).status).toBe(501);
    expect((await call(`/v4/spreadsheets/${id}/values/A1`)).status).toBe(501);
    expect((await call('/v4/nothing')).status).toBe(404);
  });

  test('files.list returns the spreadsheets of the app, newest first, without those that Drive reports late', async () => {
    google.fake.addSpreadsheet({ title: 'Nobody picked it' });
    clock.advance(1000);
    const newer = await google.sheets.spreadsheets.create({ requestBody: { properties: { title: 'Newer' } } });
    const list = async (q: string, more = {}) =>
      (await google.drive.files.list({ q, orderBy: 'createdTime desc', fields: 'files(id)', ...more })).data;
    const q = "mimeType = 'application/vnd.google-apps.spreadsheet' and trashed = false";
    expect(await list(q)).toEqual({ files: [{ id: newer.data.spreadsheetId }, { id }] });
    expect(await list(q, { pageSize: 1, fields: 'nextPageToken,files(id)' })).toEqual({
      files: [{ id: newer.data.spreadsheetId }],
      nextPageToken: expect.any(String),
    });
    google.fake.lagDrive(500);
    expect(await list(q)).toEqual({ files: [{ id }] });
    await expect(list('trashed = perhaps')).rejects.toMatchObject({ status: 400 });
    await expect(list("mimeType = 'it's'")).rejects.toMatchObject({ status: 400 });
    await expect(list("name contains 'a'")).rejects.toMatchObject({ status: 501 });
    await expect(list('starred = true')).rejects.toMatchObject({ status: 501 });
    await expect(list(q, { fields: 'names' })).rejects.toMatchObject({ status: 400 });
  });

  test('missing, wrong and expired tokens get Google’s errors', async () => {
    expect((await call(`/v4/spreadsheets/${id}`, undefined, { authorization: '' })).status).toBe(403);
    expect(await call(`/v4/spreadsheets/${id}`, undefined, { authorization: 'Bearer no' })).toMatchObject({
      status: 401,
      json: { error: { status: 'UNAUTHENTICATED' } },
    });
    google.fake.expireAccessTokens();
    expect((await call(`/drive/v3/files/${id}`)).status).toBe(401);
  });

  test('the quota allows a user sixty writes a minute and counts reads separately', async () => {
    for (let call = 0; call < 60; call += 1)
      expect((await batch({ appendDimension: { sheetId: 0, dimension: 'ROWS', length: 1 } })).status).toBe(200);
    expect(await batch({ appendDimension: { sheetId: 0, dimension: 'ROWS', length: 1 } })).toMatchObject({
      status: 429,
      json: {
        error: { status: 'RESOURCE_EXHAUSTED', message: expect.stringContaining('Write requests per minute per user') },
      },
    });
    expect((await call(`/v4/spreadsheets/${id}?fields=spreadsheetId`)).status).toBe(200);
    clock.advance(60_000);
    expect((await batch({ appendDimension: { sheetId: 0, dimension: 'ROWS', length: 1 } })).status).toBe(200);
  });

  test('an answer is indented JSON by default and escapes the same characters as Google', async () => {
    await google.fake.hand(id).type('Sheet1', 1, 0, '<b> & "c"\u200B');
    const fields = 'fields=sheets.data.rowData.values.formattedValue';
    expect((await call(`/v4/spreadsheets/${id}?${fields}&prettyPrint=false`)).text).toBe(
      String.raw`{"sheets":[{"data":[{"rowData":[{"values":[{"formattedValue":"\u003cb\u003e & \"c\"\u200b"}]}]}]}]}`,
    );
    expect((await call(`/v4/spreadsheets/${id}?fields=sheets.properties(title,sheetId)`)).text).toBe(
      '{\n  "sheets": [\n    {\n      "properties": {\n        "sheetId": 0,\n        "title": "Sheet1"\n      }\n    }\n  ]\n}\n',
    );
  });
});

function sourceOf(startRowIndex: number, endRowIndex: number, endColumnIndex = 1) {
  return { sourceRange: { sources: [{ startRowIndex, endRowIndex, startColumnIndex: 0, endColumnIndex }] } };
}
