import type { sheets_v4 } from '@googleapis/sheets';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, startConnected, type Connected } from '../connected.ts';
import type { SheetHand } from '../hand.ts';

const ROWS = [
  ['Date', 'Text', 'Amount'],
  [{ date: '2026-01-03' }, 'three', 3],
  [{ date: '2026-01-01' }, 'one', 1],
  [{ date: '2026-01-02' }, 'two', 2],
] as const;

const column = (startIndex: number): sheets_v4.Schema$DeveloperMetadataLocation => ({
  dimensionRange: { sheetId: 0, dimension: 'COLUMNS', startIndex, endIndex: startIndex + 1 },
});
const row = (startIndex: number): sheets_v4.Schema$DeveloperMetadataLocation => ({
  dimensionRange: { sheetId: 0, dimension: 'ROWS', startIndex, endIndex: startIndex + 1 },
});

describe('the sheets of the fake Google', () => {
  let google: Connected & { ids: readonly string[] };
  let spreadsheetId = '';
  let hand: SheetHand;
  beforeEach(async () => {
    google = await startConnected([{ sheets: [{ title: 'Sheet1', rows: ROWS, rowCount: 20 }] }]);
    spreadsheetId = google.ids[0] ?? '';
    hand = google.fake.hand(spreadsheetId);
  });
  afterEach(() => google.fake.close());

  const batch = async (...requests: sheets_v4.Schema$Request[]): Promise<readonly sheets_v4.Schema$Response[]> =>
    (await google.sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } })).data.replies ?? [];
  const cells = (values: readonly unknown[]): sheets_v4.Schema$RowData => ({
    values: values.map((value) => ({
      userEnteredValue: typeof value === 'number' ? { numberValue: value } : { stringValue: String(value) },
    })),
  });
  const mark = (
    metadataValue: string,
    location: sheets_v4.Schema$DeveloperMetadataLocation,
    visibility = 'DOCUMENT',
  ): Promise<readonly sheets_v4.Schema$Response[]> =>
    batch({
      createDeveloperMetadata: { developerMetadata: { metadataKey: 'k', metadataValue, visibility, location } },
    });
  /** Maps the value of each metadata entry to its location. */
  async function marks(of = google.sheets): Promise<Record<string, unknown>> {
    const { data } = await of.spreadsheets.get({
      spreadsheetId,
      fields:
        'developerMetadata,sheets(developerMetadata,data(rowMetadata/developerMetadata,columnMetadata/developerMetadata))',
    });
    const grid = data.sheets?.[0]?.data?.[0];
    const found = [data, data.sheets?.[0], ...(grid?.rowMetadata ?? []), ...(grid?.columnMetadata ?? [])];
    return Object.fromEntries(
      found
        .flatMap((part) => part?.developerMetadata ?? [])
        .map(({ metadataValue, location }) => [
          metadataValue,
          location?.dimensionRange?.startIndex ?? location?.locationType,
        ]),
    );
  }

  test('a stringValue stays text even with a leading =, and an empty one leaves the cell empty', async () => {
    await batch({
      updateCells: {
        start: { sheetId: 0, rowIndex: 4 },
        rows: [cells(['=1+1', '0012', ''])],
        fields: 'userEnteredValue',
      },
    });
    expect((await hand.shown('Sheet1'))[4]).toEqual(['=1+1', '0012']);
    const { data } = await google.sheets.spreadsheets.get({
      spreadsheetId,
      ranges: ['A5:C5'],
      fields: 'sheets.data.rowData.values(userEnteredValue,effectiveValue)',
    });
    expect(data.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values).toEqual(
      ['=1+1', '0012'].map((stringValue) => ({ userEnteredValue: { stringValue }, effectiveValue: { stringValue } })),
    );
  });

  test('an update changes only the fields of its mask, and clears cells of the range without values', async () => {
    await batch({
      updateCells: {
        range: { sheetId: 0, startRowIndex: 1, endRowIndex: 3, startColumnIndex: 0, endColumnIndex: 3 },
        rows: [cells([46_100])],
        fields: 'userEnteredValue',
      },
    });
    expect(await hand.shown('Sheet1')).toEqual([
      ['Date', 'Text', 'Amount'],
      ['2026-03-19'],
      [],
      ['2026-01-02', 'two', '2'],
    ]);
    await batch({
      repeatCell: {
        range: { sheetId: 0, startColumnIndex: 0, endColumnIndex: 1 },
        cell: { userEnteredFormat: { textFormat: { bold: true } } },
        fields: 'userEnteredFormat.textFormat.bold',
      },
    });
    const { data } = await google.sheets.spreadsheets.get({
      spreadsheetId,
      ranges: ['A4'],
      fields: 'sheets.data.rowData.values.userEnteredFormat',
    });
    expect(data.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0]?.userEnteredFormat).toEqual({
      numberFormat: { type: 'DATE', pattern: 'yyyy-mm-dd' },
      textFormat: { bold: true },
    });
  });

  test('metadata moves with its column or row, and is deleted with it', async () => {
    await mark('date', column(0));
    await mark('amount', column(2));
    await mark('third', row(2));
    await mark('sheet', { sheetId: 0 });
    await mark('all', { spreadsheet: true });
    await hand.moveColumn('Sheet1', 0, 2);
    await hand.insertColumn('Sheet1', 0);
    await hand.insertRow('Sheet1', 1);
    expect(await marks()).toEqual({ all: 'SPREADSHEET', sheet: 'SHEET', third: 3, amount: 2, date: 3 });
    await hand.deleteColumn('Sheet1', 2);
    expect(await marks()).toEqual({ all: 'SPREADSHEET', sheet: 'SHEET', third: 3, date: 2 });
    // A sort moves cells, not rows, so the metadata of a row stays.
    await hand.sort('Sheet1', 'A2:D5', 3);
    expect(await marks()).toMatchObject({ third: 3 });
  });

  test('a duplicate metadata id is rejected, even if the other metadata belongs to another project', async () => {
    const secret = {
      createDeveloperMetadata: {
        developerMetadata: {
          metadataId: 7,
          metadataKey: 'k',
          metadataValue: 'x',
          visibility: 'PROJECT',
          location: { spreadsheet: true },
        },
      },
    };
    await batch(secret);
    await expect(batch(secret)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('with that ID already exists'),
    });
    await mark('open', { spreadsheet: true });
    const other = await connect(google.fake, { pick: [spreadsheetId] });
    expect(await marks(other.sheets)).toEqual({ open: 'SPREADSHEET' });
    await expect(
      other.sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests: [secret] } }),
    ).rejects.toMatchObject({ status: 400 });
  });

  test('metadata is limited to thirty thousand characters per sheet and per spreadsheet', async () => {
    await mark('x'.repeat(29_000), { spreadsheet: true });
    await expect(mark('y'.repeat(1000), { spreadsheet: true })).rejects.toMatchObject({ status: 400 });
    await mark('z'.repeat(1000), { sheetId: 0 });
    const found = await batch({
      deleteDeveloperMetadata: {
        dataFilter: { developerMetadataLookup: { metadataKey: 'k', locationType: 'SPREADSHEET' } },
      },
    });
    expect(found[0]?.deleteDeveloperMetadata?.deletedDeveloperMetadata).toHaveLength(1);
    await mark('y'.repeat(1000), { spreadsheet: true });
  });

  test('a copy of a sheet has the same metadata under new ids', async () => {
    await mark('date', column(0));
    const copy = await hand.duplicateSheet('Sheet1', 'Second');
    const { data } = await google.sheets.spreadsheets.get({
      spreadsheetId,
      fields: 'sheets(properties(sheetId,title),data.columnMetadata.developerMetadata)',
    });
    const found = (data.sheets ?? []).map((sheet) => sheet.data?.[0]?.columnMetadata?.[0]?.developerMetadata?.[0]);
    expect(found.map((metadata) => metadata?.metadataValue)).toEqual(['date', 'date']);
    expect(found[1]?.location?.dimensionRange).toEqual({
      sheetId: copy,
      dimension: 'COLUMNS',
      startIndex: 0,
      endIndex: 1,
    });
    expect(found[0]?.metadataId).not.toBe(found[1]?.metadataId);
  });

  test('a read by data filters returns the column of a metadata key and the cells of ranges', async () => {
    await mark('amount', column(2));
    const fields =
      'sheets(properties.sheetId,data(startRow,startColumn,rowData.values(formattedValue,effectiveValue)))';
    const { data } = await google.sheets.spreadsheets.getByDataFilter({
      spreadsheetId,
      fields,
      requestBody: {
        dataFilters: [
          { developerMetadataLookup: { metadataKey: 'k' } },
          { gridRange: { sheetId: 0, startRowIndex: 2, endRowIndex: 3, endColumnIndex: 1 } },
          { a1Range: 'Sheet1!B4' },
        ],
      },
    });
    const value = (numberValue: number, formattedValue = String(numberValue)): object => ({
      values: [{ effectiveValue: { numberValue }, formattedValue }],
    });
    expect(data.sheets).toEqual([
      {
        properties: { sheetId: 0 },
        data: [
          {
            startColumn: 2,
            rowData: [
              { values: [{ effectiveValue: { stringValue: 'Amount' }, formattedValue: 'Amount' }] },
              value(3),
              value(1),
              value(2),
            ],
          },
          { startRow: 2, rowData: [value(46_023, '2026-01-01')] },
          {
            startRow: 3,
            startColumn: 1,
            rowData: [{ values: [{ effectiveValue: { stringValue: 'two' }, formattedValue: 'two' }] }],
          },
        ],
      },
    ]);
  });

  test('the response to a batch contains the requested rows after the change', async () => {
    const { data } = await google.sheets.spreadsheets.batchUpdate({
      spreadsheetId,
      fields: 'replies,updatedSpreadsheet.sheets.data(startRow,rowData.values.formattedValue)',
      requestBody: {
        requests: [
          {
            updateCells: {
              start: { sheetId: 0, rowIndex: 4 },
              rows: [cells([1, 'new'])],
              fields: 'userEnteredValue',
            },
          },
        ],
        includeSpreadsheetInResponse: true,
        responseRanges: ['Sheet1!A5:B6'],
        responseIncludeGridData: true,
      },
    });
    expect(data).toEqual({
      replies: [{}],
      updatedSpreadsheet: {
        sheets: [
          { data: [{ startRow: 4, rowData: [{ values: [{ formattedValue: '1' }, { formattedValue: 'new' }] }] }] },
        ],
      },
    });
  });

  test('Drive increases the version after every change, immediately or after the set delay', async () => {
    const version = async (): Promise<number> =>
      Number((await google.drive.files.get({ fileId: spreadsheetId, fields: 'version' })).data.version);
    const times = async () =>
      (await google.drive.files.get({ fileId: spreadsheetId, fields: 'createdTime,modifiedTime' })).data;
    const before = await version();
    await hand.type('Sheet1', 1, 0, 'When');
    const after = await version();
    expect(after).toBeGreaterThan(before);
    google.fake.lagDrive(60_000);
    await hand.type('Sheet1', 1, 0, 'Date');
    expect(await version()).toBeLessThan(after);
    const { createdTime, modifiedTime } = await times();
    expect(modifiedTime).toBe(createdTime);
    google.fake.lagDrive(60_000, { wavers: true });
    const versions = [await version(), await version(), await version(), await version()];
    expect(versions.filter((each) => each > after)).toHaveLength(2);
    google.fake.lagDrive(0);
    expect(await version()).toBeGreaterThan(after);
    await hand.trash();
    expect(
      (await google.drive.files.get({ fileId: spreadsheetId, fields: 'trashed,capabilities/canEdit' })).data,
    ).toEqual({ trashed: true, capabilities: { canEdit: true } });
    await hand.deleteForever();
    await expect(google.drive.files.get({ fileId: spreadsheetId })).rejects.toMatchObject({ status: 404 });
    await expect(google.sheets.spreadsheets.get({ spreadsheetId })).rejects.toMatchObject({ status: 404 });
  });
});
