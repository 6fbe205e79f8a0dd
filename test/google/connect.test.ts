import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { later } from '../support/service-in-use.ts';
import { transactionsOf } from '../support/transactions-of.ts';
import { calls } from './granted.ts';
import { BUDGET, expectNoWorkbook, expectUnchanged, googleService } from './google-service.ts';
import { spreadsheetIdOf } from '../support/places.ts';

test('a picked spreadsheet becomes the workbook, and the API returns its rows', async () => {
  const service = await googleService();
  const id = service.fake.addSpreadsheet(BUDGET);
  service.fake.consent.allow({ pick: [id] });
  const view = await service.connect({ kind: 'existing' });
  expect(view).toMatchObject({
    place: {
      kind: 'google',
      spreadsheetId: id,
      title: 'Budget',
      grantLost: false,
      url: `https://docs.google.com/spreadsheets/d/${id}/edit`,
    },
    problem: null,
    permissionEndsAt: null,
  });
  expect(view.columns.find(({ column }) => column === 'description')).toMatchObject({
    header: 'Description',
    letter: 'B',
  });
  expect(await transactionsOf(service)).toMatchObject([{ key: 't-1', sheet_description: 'Coffee' }]);
});

test('workbook.begin with the way new creates a spreadsheet with Pennyrow’s sheets and the requested title', async () => {
  const service = await googleService();
  service.fake.consent.allow();
  const view = await service.connect({ kind: 'new', title: 'Household 2026' });
  expect(view.place).toMatchObject({ kind: 'google', title: 'Household 2026' });
  expect(view.problem).toBeNull();
  expect(view.columns.map(({ column }) => column)).toEqual(
    expect.arrayContaining(['date', 'description', 'amount', 'transactionId']),
  );
  const spreadsheetId = spreadsheetIdOf(view.place);
  expect((await service.fake.hand(spreadsheetId).shown('Transactions'))[0]).toEqual(
    expect.arrayContaining(['Date', 'Description', 'Amount']),
  );
});

test('the permission is stored encrypted, and no error writes it to the log', async () => {
  const service = await googleService();
  service.fake.consent.allow({ pick: [service.fake.addSpreadsheet(BUDGET)] });
  await service.connect({ kind: 'existing' });
  for (const how of [{ status: 403 }, { status: 400 }] as const) {
    service.fake.fail({ call: 'drive.files.get', how });
    later(service);
    expect((await service.client.call('workbook.get', { accountId: service.accountId }))?.problem).not.toBeNull();
  }
  service.fake.revoke();
  later(service);
  await service.client.call('workbook.get', { accountId: service.accountId });
  await service.service.close();
  expect(readFileSync(join(service.folder, 'pennyrow.log'), 'utf8')).toContain('workbook_no_access');
  for (const name of ['pennyrow.db', 'pennyrow.log']) {
    const bytes = readFileSync(join(service.folder, name), 'latin1');
    expect(bytes).not.toMatch(/1\/\/0[\w-]{20}|ya29\.|GOCSPX-/);
  }
});

describe('a failed connection', () => {
  test('nothing is connected without an OAuth client, and the message explains how to get one', async () => {
    const service = await googleService({ hasClient: false });
    await expect(service.connect({ kind: 'new' })).rejects.toMatchObject({
      code: 'workbook_google_no_client',
      remedy: expect.stringContaining('google-client set'),
    });
    await expectUnchanged(service);
  });

  test('nothing is connected when the user denies the consent', async () => {
    const service = await googleService();
    service.fake.consent.deny();
    await expect(service.connect({ kind: 'new' })).rejects.toMatchObject({ code: 'workbook_consent_denied' });
    await expectUnchanged(service);
  });

  test.each([
    { what: 'the file’s metadata cannot be read', call: 'drive.files.get', code: 'workbook_no_access' },
    { what: 'the sheet cannot be read', call: 'sheets.spreadsheets.getByDataFilter', code: 'workbook_no_access' },
  ] as const)('nothing is connected when $what, and the permission is revoked', async ({ call, code }) => {
    const service = await googleService();
    service.fake.consent.allow({ pick: [service.fake.addSpreadsheet(BUDGET)] });
    service.fake.fail({ call, how: { status: 403 }, times: 9 });
    await expect(service.connect({ kind: 'existing' })).rejects.toMatchObject({ code });
    await expectNoWorkbook(service);
    expect(calls(service.fake)).toContain('oauth.revoke');
  });

  test('nothing is connected when the spreadsheet has no transactions', async () => {
    const service = await googleService();
    service.fake.consent.allow({ pick: [service.fake.addSpreadsheet({ title: 'Recipes' })] });
    await expect(service.connect({ kind: 'existing' })).rejects.toMatchObject({ code: 'workbook_sheet_missing' });
    await expectNoWorkbook(service);
  });

  test('nothing is connected when another account uses the spreadsheet, and that account keeps its permission', async () => {
    const service = await googleService();
    const id = service.fake.addSpreadsheet(BUDGET);
    service.fake.consent.allow({ pick: [id] });
    const other = await service.client.call('account.add', { name: 'Household' });
    await service.connect({ kind: 'existing' }, other.id);
    await expect(service.connect({ kind: 'existing' })).rejects.toMatchObject({
      code: 'workbook_taken',
      message: expect.stringContaining('Household'),
    });
    await expectNoWorkbook(service);
    // Revoking this permission would also end the other account's, because Google revokes all permissions for a client at once.
    expect(calls(service.fake)).not.toContain('oauth.revoke');
    expect((await service.client.call('workbook.get', { accountId: other.id }))?.problem).toBeNull();
  });

  test('nothing is connected when the account was removed while the user was asked, and the permission is revoked', async () => {
    const service = await googleService();
    const other = await service.client.call('account.add', { name: 'Short-lived' });
    const { consentId, url } = await service.client.call('workbook.begin', {
      accountId: other.id,
      kind: 'google',
      way: 'existing',
    });
    await service.client.call('account.remove', { accountId: other.id });
    service.fake.consent.allow({ pick: [service.fake.addSpreadsheet(BUDGET)] });
    await service.fake.consent.visit(url);
    await expect(service.client.call('consent.wait', { consentId })).rejects.toMatchObject({ code: 'account_unknown' });
    expect(calls(service.fake)).toContain('oauth.revoke');
  });
});

describe('a request for consent', () => {
  test('ends when a new request for the same account begins', async () => {
    const service = await googleService();
    const begin = () =>
      service.client.call('workbook.begin', { accountId: service.accountId, kind: 'google', way: 'existing' });
    const first = await begin();
    const waiting = service.client.call('consent.wait', { consentId: first.consentId });
    waiting.catch(() => undefined);
    const second = await begin();
    await expect(waiting).rejects.toMatchObject({ code: 'workbook_consent_cancelled' });
    await expect(
      service.client.call('consent.receive', { consentId: first.consentId, address: 'x' }),
    ).rejects.toMatchObject({ code: 'consent_failed', params: { reason: 'other' } });
    service.fake.consent.allow({ pick: [service.fake.addSpreadsheet(BUDGET)] });
    await service.fake.consent.visit(second.url);
    expect((await service.client.call('consent.wait', { consentId: second.consentId })).place.kind).toBe('google');
  });

  test('can be canceled by the user, and only once', async () => {
    const service = await googleService();
    const { consentId } = await service.client.call('workbook.begin', {
      accountId: service.accountId,
      kind: 'google',
      way: 'new',
    });
    expect(await service.client.call('consent.cancel', { consentId })).toEqual({ cancelled: true });
    await expect(service.client.call('consent.wait', { consentId })).rejects.toMatchObject({
      code: 'workbook_consent_cancelled',
    });
    expect(await service.client.call('consent.cancel', { consentId })).toEqual({ cancelled: false });
    await expectUnchanged(service);
  });

  test('is answered by a pasted URL if the browser is on another machine', async () => {
    const service = await googleService();
    const { consentId, url } = await service.client.call('workbook.begin', {
      accountId: service.accountId,
      kind: 'google',
      way: 'existing',
    });
    service.fake.consent.allow({ pick: [service.fake.addSpreadsheet(BUDGET)], redirects: 0 });
    const { redirect } = await service.fake.consent.visit(url);
    await service.client.call('consent.receive', { consentId, address: redirect?.href ?? '' });
    expect((await service.client.call('consent.wait', { consentId })).problem).toBeNull();
  });

  test('continues if no client waits for it, and does not delay the exit of the service', async () => {
    const service = await googleService();
    const { url } = await service.client.call('workbook.begin', {
      accountId: service.accountId,
      kind: 'google',
      way: 'existing',
    });
    service.fake.consent.allow({ pick: [service.fake.addSpreadsheet(BUDGET)] });
    await service.fake.consent.visit(url);
    await eventually(async () =>
      expect((await service.client.call('workbook.get', { accountId: service.accountId }))?.place.kind).toBe('google'),
    );
    await service.client.call('workbook.begin', { accountId: service.accountId, kind: 'google', way: 'new' });
    await service.service.close();
  });
});

describe('the OAuth client', () => {
  test('is set by its file, shown without its secret, and removed', async () => {
    const { client } = await googleService({ hasClient: false });
    const installed = { client_id: '12-ab.apps.googleusercontent.com', client_secret: 'GOCSPX-abc' };
    const view = { clientId: installed.client_id, name: installed.client_id, from: 'settings' };
    expect(await client.call('registration.get', { kind: 'google' })).toBeNull();
    expect(
      await client.call('registration.set', { kind: 'google', given: { file: JSON.stringify({ installed }) } }),
    ).toEqual(view);
    expect(await client.call('registration.get', { kind: 'google' })).toEqual(view);
    await client.call('registration.remove', { kind: 'google' });
    expect(await client.call('registration.get', { kind: 'google' })).toBeNull();
  });

  test('from the environment is used, and the API rejects requests to change or remove it', async () => {
    vi.stubEnv('PENNYROW_GOOGLE_CLIENT_ID', 'env-id');
    vi.stubEnv('PENNYROW_GOOGLE_CLIENT_SECRET', 'env-secret');
    const { client } = await googleService({ hasClient: false });
    expect(await client.call('registration.get', { kind: 'google' })).toEqual({
      clientId: 'env-id',
      name: 'env-id',
      from: 'environment',
    });
    await expect(
      client.call('registration.set', { kind: 'google', given: { id: 'a', secret: 'b' } }),
    ).rejects.toMatchObject({
      code: 'config_google_client',
    });
    await expect(client.call('registration.remove', { kind: 'google' })).rejects.toMatchObject({
      code: 'config_google_client',
    });
  });
});
