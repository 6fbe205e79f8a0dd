import { describe, expect, test } from 'vitest';
import type { ColumnMapping } from '../../src/contract/control/workbook.ts';
import { calls } from './granted.ts';
import { expectNoWorkbook, googleService, HOUSEHOLD, type GoogleService } from './google-service.ts';

const MAPPING: ColumnMapping = {
  sheet: 'Umsätze',
  headerRow: 1,
  columns: { date: 0, description: 1, amount: 2, category: 3, transactionId: 4 },
};

/** A service after the user picked a spreadsheet whose column names Pennyrow does not recognize. */
async function picked(): Promise<GoogleService & { readonly id: string }> {
  const service = await googleService();
  const id = service.fake.addSpreadsheet(HOUSEHOLD);
  service.fake.consent.allow({ pick: [id] });
  await expect(service.connect({ kind: 'existing' })).rejects.toMatchObject({
    code: 'workbook_sheet_missing',
    message: 'The columns of “Haushalt” are not recognized: its sheet “Umsätze” has none for Transaction ID.',
    remedy: expect.stringContaining('pennyrow workbook columns --map'),
  });
  return { ...service, id };
}

const writes = (service: GoogleService): string[] =>
  calls(service.fake).filter((call) => call === 'sheets.spreadsheets.batchUpdate');

describe('a picked spreadsheet whose columns are not recognized', () => {
  test('keeps its permission until the user maps its columns, even after a restart, and is not changed', async () => {
    const service = await picked();
    await expectNoWorkbook(service);
    expect(calls(service.fake)).not.toContain('oauth.revoke');
    expect(writes(service)).toEqual([]);
    const restarted = await service.restart();
    const { accountId } = service;
    expect(await restarted.client.call('workbook.unmapped', { accountId })).toMatchObject({
      spreadsheetId: service.id,
      title: 'Haushalt',
      permissionEndsAt: null,
      problem: { code: 'workbook_sheet_missing' },
    });
    const headers = await restarted.client.call('workbook.headers', { accountId, unmapped: true });
    expect(headers.transactions).toBe('Umsätze');
    expect(headers.sheets.find(({ name }) => name === 'Umsätze')).toMatchObject({
      headerRow: 1,
      columns: { date: 0, description: 1, amount: 2, category: 3 },
      preset: null,
    });
    const view = await restarted.client.call('workbook.adopt', { accountId, mapping: MAPPING });
    expect(view).toMatchObject({ place: { kind: 'google', spreadsheetId: service.id }, problem: null });
    expect(view.columns).toContainEqual({ column: 'transactionId', header: 'Kennzeichen', letter: 'E' });
  });

  test('is connected with the columns that the user maps, and a sync writes only below its last row', async () => {
    const service = await picked();
    const { accountId, client, fake, id } = service;
    const before = await fake.hand(id).shown('Umsätze');
    await client.call('workbook.adopt', { accountId, mapping: MAPPING });
    expect(await client.call('workbook.unmapped', { accountId })).toBeNull();
    expect(await fake.hand(id).shown('Umsätze')).toEqual(before);
    await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
    const run = await service.sync();
    expect(run.status).toBe('succeeded');
    const after = await fake.hand(id).shown('Umsätze');
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + run.counts.added);
    // New rows get an id, and nothing is written into the user's column of notes.
    for (const line of after.slice(before.length))
      expect([line[4], line[5]]).toEqual([expect.stringMatching(/.+/), undefined]);
    expect((await service.sync()).counts.added).toBe(0);
  });

  test('still waits for its columns after an invalid mapping', async () => {
    const service = await picked();
    const { accountId, client } = service;
    for (const columns of [
      { ...MAPPING.columns, transactionId: 9 },
      { ...MAPPING.columns, amount: 1 },
    ]) {
      await expect(
        client.call('workbook.adopt', { accountId, mapping: { ...MAPPING, columns } }),
      ).rejects.toMatchObject({
        code: 'input_columns',
      });
    }
    await expectNoWorkbook(service);
    expect(await client.call('workbook.unmapped', { accountId })).not.toBeNull();
    expect(writes(service)).toEqual([]);
  });

  test('can be abandoned by the user, and its permission is then revoked', async () => {
    const service = await picked();
    const { accountId, client } = service;
    expect(await client.call('workbook.dropUnmapped', { accountId })).toEqual({ permission: 'revoked' });
    expect(calls(service.fake)).toContain('oauth.revoke');
    expect(await client.call('workbook.unmapped', { accountId })).toBeNull();
    expect(await client.call('workbook.dropUnmapped', { accountId })).toEqual({ permission: 'none' });
    await expect(client.call('workbook.adopt', { accountId, mapping: MAPPING })).rejects.toMatchObject({
      code: 'workbook_none_undecided',
    });
    await expectNoWorkbook(service);
  });

  test('is reported as lost if the permission was revoked at Google', async () => {
    const service = await picked();
    service.fake.revoke();
    const { accountId, client } = service;
    await expect(client.call('workbook.headers', { accountId, unmapped: true })).rejects.toMatchObject({
      code: 'workbook_undecided_lost',
      remedy: expect.stringContaining('--existing'),
    });
  });

  test('is abandoned when another spreadsheet is connected, without revoking the permission that both share', async () => {
    const service = await picked();
    const { accountId, client, fake } = service;
    fake.consent.allow();
    await service.connect({ kind: 'new', title: 'New' });
    expect(await client.call('workbook.unmapped', { accountId })).toBeNull();
    expect(calls(fake)).not.toContain('oauth.revoke');
    expect((await client.call('workbook.get', { accountId }))?.problem).toBeNull();
  });

  test('keeps its permission when another account with the same OAuth client disconnects its spreadsheet', async () => {
    const service = await picked();
    const { client, fake, accountId } = service;
    const other = await client.call('account.add', { name: 'Other' });
    fake.consent.allow();
    await service.connect({ kind: 'new' }, other.id);
    expect(await client.call('workbook.disconnect', { accountId: other.id })).toEqual({ permission: 'shared' });
    expect((await client.call('workbook.adopt', { accountId, mapping: MAPPING })).problem).toBeNull();
  });
});

test('an empty spreadsheet is rejected, and its columns are found after the user fills it', async () => {
  const service = await googleService();
  const { accountId, client, fake } = service;
  const id = fake.addSpreadsheet({ title: 'Recipes' });
  fake.consent.allow({ pick: [id] });
  await expect(service.connect({ kind: 'existing' })).rejects.toMatchObject({
    code: 'workbook_sheet_missing',
    message: '“Recipes” has no columns yet: it is empty.',
  });
  for (const [column, name] of ['Date', 'Payee', 'Amount', 'ID'].entries())
    await fake.hand(id).type('Sheet1', 1, column, name);
  const { sheets } = await client.call('workbook.headers', { accountId, unmapped: true });
  expect(sheets[0]).toMatchObject({ headerRow: 1, columns: { date: 0, description: 1, amount: 2, transactionId: 3 } });
});

test('a reconnection succeeds although a column is missing, and the missing column is reported', async () => {
  const service = await picked();
  const { accountId, client, fake, id } = service;
  await client.call('workbook.adopt', { accountId, mapping: MAPPING });
  await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
  await service.sync();
  fake.revoke();
  await fake.hand(id).deleteColumn('Umsätze', 4);
  fake.consent.allow({ pick: [id] });
  expect(await service.connect({ kind: 'reconnect' })).toMatchObject({
    place: { grantLost: false },
    problem: { code: 'workbook_column_lost' },
  });
});
