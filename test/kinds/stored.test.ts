import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createService } from '../../src/service/service.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { readConfig } from '../../src/platform/config.ts';
import { openDataFolder } from '../../src/platform/data-folder.ts';
import { createSecrets, openVault } from '../../src/platform/vault.ts';
import { chooseVaultKey } from '../../src/platform/vault.ts';
import { sealedSecrets } from '../../src/store/settings.ts';
import { openStore } from '../../src/store/store.ts';
import { fakeSimplefin } from '../fakes/simplefin/server.ts';
import { TIMEOUT_MS } from '../support/eventually.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const AT = '2026-01-02T03:04:05.000Z';

/** Stores data as an install of version 0.1.0 did: settings, locations of workbooks, and secrets by name. */
async function storedBefore(folder: string, accessUrl: string): Promise<void> {
  const dataFolder = openDataFolder(folder);
  const store = openStore({ path: dataFolder.database, backupFolder: dataFolder.backups, clock: systemClock });
  const account = (id: string, workbook: object): void =>
    void store.run(
      `INSERT INTO account (id, name, time_zone, entitlement, workbook, created_at) VALUES (?, ?, 'UTC', 'personal', ?, ?)`,
      id,
      id,
      JSON.stringify(workbook),
      AT,
    );
  account('file', { kind: 'xlsx', path: join(folder, 'Gone.xlsx') });
  account('online', { kind: 'google', spreadsheetId: 'abc', title: 'Household', grantLost: true });
  const connection = (id: string, source: string, settings: object): void =>
    void store.run(
      `INSERT INTO connection (id, account_id, source, name, settings, created_at) VALUES (?, 'file', ?, ?, ?, ?)`,
      id,
      source,
      id,
      JSON.stringify(settings),
      AT,
    );
  connection('bank', 'simplefin', { host: 'localhost', version: 1 });
  connection('folder', 'statements', { folder: '/srv/bank', afterwards: 'move' });
  connection('by hand', 'statements', {});
  connection('made up', 'demo', { seed: 7 });
  const key = chooseVaultKey(dataFolder.vaultKey, undefined);
  const secrets = createSecrets(() => openVault(key), sealedSecrets(store));
  const client = { clientId: 'id', clientSecret: 'secret' };
  const grant = { kind: 'user', client, refreshToken: 'token' };
  const problem = { code: 'workbook_sheet_missing', message: 'No sheet.', remedy: 'Say which.' };
  await secrets.save('simplefin/bank', accessUrl);
  await secrets.save('google-client', JSON.stringify(client));
  await secrets.save('google-grant/online', JSON.stringify(grant));
  await secrets.save(
    'google-undecided/online',
    JSON.stringify({ spreadsheetId: 'def', title: 'Budget', endsAt: null, problem, grant }),
  );
  store.close();
}

test('connections, workbooks and permissions stored by version 0.1.0 can be opened unchanged', async () => {
  const folder = temporaryFolder();
  const server = await fakeSimplefin();
  await storedBefore(folder, server.accessUrl);
  const config = { ...readConfig({ dataDir: folder }), environment: {} };
  const service = await createService(config, { sourceNetwork: { ca: server.ca, timeoutMs: TIMEOUT_MS } });
  const call = (name: string, input: object): Promise<unknown> =>
    service.control.call(name, input, new AbortController().signal, 'trusted');
  expect(await call('connection.list', { accountId: 'file' })).toMatchObject([
    { id: 'bank', source: 'simplefin', settings: { host: 'localhost' } },
    { id: 'by hand', source: 'statements', settings: {}, health: { nextTryAt: null } },
    { id: 'folder', source: 'statements', settings: { folder: '/srv/bank', afterwards: 'move' } },
    { id: 'made up', source: 'demo', settings: { seed: 7 } },
  ]);
  expect(await call('connection.test', { connectionId: 'bank' })).toMatchObject({ accounts: { length: 3 } });
  expect(await call('workbook.get', { accountId: 'file' })).toMatchObject({
    place: { kind: 'xlsx', path: join(folder, 'Gone.xlsx') },
    problem: { code: 'workbook_missing' },
  });
  expect(await call('workbook.get', { accountId: 'online' })).toMatchObject({
    place: {
      kind: 'google',
      spreadsheetId: 'abc',
      title: 'Household',
      url: 'https://docs.google.com/spreadsheets/d/abc/edit',
      grantLost: true,
    },
    problem: { code: 'workbook_reconnect' },
  });
  expect(await call('workbook.unmapped', { accountId: 'online' })).toMatchObject({ kind: 'google', title: 'Budget' });
  expect(await call('registration.get', { kind: 'google' })).toMatchObject({ clientId: 'id', from: 'settings' });
  await service.close();
});
