import { describe, expect, test } from 'vitest';
import type { WorkbookView } from '../../src/contract/control/workbook.ts';
import { eventually } from '../support/eventually.ts';
import { later } from '../support/service-in-use.ts';
import { transactionsOf } from '../support/transactions-of.ts';
import { calls, deepSleep } from './granted.ts';
import { BUDGET, googleService, type GoogleService } from './google-service.ts';

interface Connected extends GoogleService {
  readonly id: string;
}

async function connected(options: Parameters<typeof googleService>[0] = {}): Promise<Connected> {
  const service = await googleService(options);
  const id = service.fake.addSpreadsheet(BUDGET);
  service.fake.consent.allow({ pick: [id] });
  await service.connect({ kind: 'existing' });
  return { ...service, id };
}

/** Requests the account's spreadsheet as the dashboard does, after cached results have expired. */
async function look(service: GoogleService): Promise<WorkbookView> {
  later(service);
  return (await service.client.call('workbook.get', { accountId: service.accountId })) as WorkbookView;
}

async function status(service: GoogleService) {
  const { accounts } = await service.client.call('service.status', {});
  return accounts.find(({ id }) => id === service.accountId);
}

describe('when Google no longer accepts the permission', () => {
  test('the account shows a remedy, syncs wait without sending requests, and the cached data is still returned', async () => {
    const service = await connected();
    await service.client.call('connection.add', { accountId: service.accountId, kind: 'demo' });
    service.fake.revoke();
    const view = await look(service);
    expect(view).toMatchObject({
      place: { grantLost: true },
      problem: { code: 'workbook_reconnect', remedy: expect.stringContaining('--reconnect') },
    });
    expect(await status(service)).toMatchObject({
      health: 'attention',
      notes: [{ message: expect.stringContaining('permission') }],
    });

    service.fake.clearRequests();
    later(service);
    await expect(service.sync()).rejects.toMatchObject({
      code: 'workbook_reconnect',
      message: expect.stringContaining('syncs wait'),
      remedy: expect.stringContaining('--reconnect'),
    });
    expect(await service.post('/api/v2/sync-transactions')).toMatchObject({
      status: 200,
      body: { success: false, message: expect.stringContaining('syncs wait') },
    });
    expect(await transactionsOf(service)).toMatchObject([{ key: 't-1' }]);
    expect(calls(service.fake)).toEqual([]);
    expect(await service.client.call('connection.list', { accountId: service.accountId })).toMatchObject([
      { health: { lastAttemptAt: null } },
    ]);
  });

  test('clients with a subscription to events are notified', async () => {
    const service = await connected();
    const changed: unknown[] = [];
    const stop = await service.client.subscribe((event) => void (event.type === 'changed' && changed.push(event)));
    service.fake.revoke();
    await look(service);
    await eventually(() =>
      expect(changed).toEqual([{ type: 'changed', what: 'workbook', accountId: service.accountId }]),
    );
    stop();
  });

  test('the problem is still shown after a restart', async () => {
    const service = await connected();
    service.fake.revoke();
    await look(service);
    service.fake.clearRequests();
    const restarted = await service.restart();
    later(restarted);
    expect(await restarted.client.call('workbook.get', { accountId: service.accountId })).toMatchObject({
      problem: { code: 'workbook_reconnect' },
    });
    expect(calls(service.fake)).toEqual([]);
  });

  test('a new consent for the same spreadsheet repairs the account: chosen columns are kept, and a sync begins', async () => {
    const service = await connected();
    await service.client.call('connection.add', { accountId: service.accountId, kind: 'demo' });
    // Pennyrow does not know this header, so it finds the column only by the user's choice of columns.
    await service.fake.hand(service.id).type('Transactions', 1, 1, 'Wofür');
    expect((await look(service)).columns).toContainEqual({ column: 'description', header: 'Wofür', letter: 'B' });
    service.fake.revoke();
    await look(service);

    service.fake.consent.allow({ pick: [service.id] });
    const view = await service.connect({ kind: 'reconnect' });
    expect(view).toMatchObject({ place: { spreadsheetId: service.id, grantLost: false }, problem: null });
    expect(view.columns).toContainEqual({ column: 'description', header: 'Wofür', letter: 'B' });
    const [run] = await service.client.call('run.list', { accountId: service.accountId });
    expect(await service.client.call('run.wait', { runId: run?.id ?? '' })).toMatchObject({
      kind: 'sync',
      status: 'succeeded',
    });
    // Revoking the old permission would also end the new one, because Google revokes all permissions for a client at once.
    expect(calls(service.fake)).not.toContain('oauth.revoke');
  });

  test('a consent for another spreadsheet is rejected, and the account still needs a reconnection', async () => {
    const service = await connected();
    service.fake.revoke();
    await look(service);
    // Google's picker offers only the account's spreadsheet, but a redirect could contain the id of another one.
    const { consentId, url } = await service.client.call('workbook.begin', {
      accountId: service.accountId,
      kind: 'google',
      way: 'reconnect',
    });
    const parameters = new URL(url).searchParams;
    const answer = new URLSearchParams({
      state: parameters.get('state') ?? '',
      code: '4/0abc',
      picked_file_ids: service.fake.addSpreadsheet(BUDGET),
    });
    await fetch(`${parameters.get('redirect_uri')}/?${answer.toString()}`);
    await expect(service.client.call('consent.wait', { consentId })).rejects.toMatchObject({
      code: 'workbook_consent_other_picked',
    });
    expect(await look(service)).toMatchObject({ place: { spreadsheetId: service.id, grantLost: true } });
  });

  test('an Excel file cannot be reconnected', async () => {
    const service = await googleService();
    await expect(service.connect({ kind: 'reconnect' })).rejects.toMatchObject({ code: 'workbook_not_google' });
  });
});

test.each([
  { what: 'does not answer', how: 'hang' as const },
  { what: 'keeps failing', how: { status: 503 } },
])('if Google $what, scripts still get the cached data', async ({ how }) => {
  // Shortens the timeout of 8 s, after which cached data is returned, to 300 ms. All other waits never end.
  const service = await connected({
    sleep: (milliseconds, signal) =>
      milliseconds === 8000 ? new Promise((resolve) => void setTimeout(resolve, 300)) : deepSleep(milliseconds, signal),
  });
  service.fake.fail({ call: 'drive.files.get', how, times: 9 });
  later(service);
  expect(await transactionsOf(service)).toMatchObject([{ key: 't-1' }]);
  expect(await service.client.call('workbook.get', { accountId: service.accountId })).toMatchObject({
    problem: { code: 'workbook_offline' },
  });
});

describe('the permission for a spreadsheet that is no longer used', () => {
  test('is revoked when the user disconnects the spreadsheet', async () => {
    const service = await connected();
    expect(await service.client.call('workbook.disconnect', { accountId: service.accountId })).toEqual({
      permission: 'revoked',
    });
    expect(calls(service.fake)).toContain('oauth.revoke');
    expect(await service.client.call('workbook.disconnect', { accountId: service.accountId })).toEqual({
      permission: 'none',
    });
  });

  test('is revoked when the user connects another workbook, or removes the account', async () => {
    const service = await connected();
    await service.client.call('workbook.connect', {
      accountId: service.accountId,
      kind: 'xlsx',
      way: 'connect',
      settings: { path: service.workbookPath },
    });
    expect(calls(service.fake).filter((call) => call === 'oauth.revoke')).toHaveLength(1);
    const other = await service.client.call('account.add', { name: 'Household' });
    await service.connect({ kind: 'existing' }, other.id);
    await service.client.call('account.remove', { accountId: other.id });
    expect(calls(service.fake).filter((call) => call === 'oauth.revoke')).toHaveLength(2);
  });

  test('is kept if another account has a permission of the same OAuth client', async () => {
    const service = await connected();
    const other = await service.client.call('account.add', { name: 'Household' });
    service.fake.consent.allow({ pick: [service.fake.addSpreadsheet(BUDGET)] });
    await service.connect({ kind: 'existing' }, other.id);
    expect(await service.client.call('workbook.disconnect', { accountId: service.accountId })).toEqual({
      permission: 'shared',
    });
    expect(calls(service.fake)).not.toContain('oauth.revoke');
    later(service);
    expect(await service.client.call('workbook.get', { accountId: other.id })).toMatchObject({ problem: null });
    expect(await service.client.call('workbook.disconnect', { accountId: other.id })).toEqual({
      permission: 'revoked',
    });
  });

  test('is deleted only on this machine if there is no network, and the result is “unreachable”', async () => {
    const service = await connected();
    await service.fake.close();
    expect(await service.client.call('workbook.disconnect', { accountId: service.accountId })).toEqual({
      permission: 'unreachable',
    });
    expect(await service.client.call('workbook.get', { accountId: service.accountId })).toBeNull();
  });
});

describe('a service account', () => {
  const keyOf = ({ email, privateKey }: { email: string; privateKey: string }) =>
    JSON.stringify({ type: 'service_account', client_email: email, private_key: privateKey });

  test('connects a spreadsheet that is shared with its address', async () => {
    const service = await googleService({ hasClient: false });
    const account = service.fake.addServiceAccount();
    const id = service.fake.addSpreadsheet(BUDGET);
    const ask = () =>
      service.client.call('workbook.connect', {
        accountId: service.accountId,
        kind: 'google',
        way: 'serviceAccount',
        settings: { spreadsheet: `https://docs.google.com/spreadsheets/d/${id}/edit#gid=0` },
        secret: { serviceAccount: keyOf(account) },
      });
    await expect(ask()).rejects.toMatchObject({
      code: 'workbook_missing',
      remedy: expect.stringContaining(account.email),
    });
    await service.fake.hand(id).share(account.email, 'reader');
    await expect(ask()).rejects.toMatchObject({
      code: 'workbook_no_access',
      remedy: expect.stringContaining(account.email),
    });
    await service.fake.hand(id).share(account.email, 'writer');
    await service.fake.hand(id).trash();
    await expect(ask()).rejects.toMatchObject({ code: 'workbook_missing', message: expect.stringContaining('bin') });
    await service.fake.hand(id).restore();
    expect(await ask()).toMatchObject({ place: { spreadsheetId: id, title: 'Budget' }, problem: null });
    expect(await service.client.call('workbook.disconnect', { accountId: service.accountId })).toEqual({
      permission: 'none',
    });
  });

  test('is rejected before any request to Google if its file or link is invalid', async () => {
    const service = await googleService({ hasClient: false });
    const ask = (file: string, spreadsheet: string) =>
      service.client.call('workbook.connect', {
        accountId: service.accountId,
        kind: 'google',
        way: 'serviceAccount',
        settings: { spreadsheet },
        secret: { serviceAccount: file },
      });
    await expect(ask('{}', 'a'.repeat(44))).rejects.toMatchObject({ code: 'input_google_key' });
    await expect(ask(keyOf(service.fake.addServiceAccount()), 'my budget')).rejects.toMatchObject({
      code: 'input_spreadsheet',
    });
    expect(calls(service.fake)).toEqual([]);
  });
});
