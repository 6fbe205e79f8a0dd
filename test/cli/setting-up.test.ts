import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AccountView } from '../../src/contract/control/accounts.ts';
import type { ConnectionView } from '../../src/contract/control/connections.ts';
import type { ScheduleView } from '../../src/contract/control/schedule.ts';
import type { NewToken, TokenView } from '../../src/contract/control/tokens.ts';
import type { WorkbookView } from '../../src/contract/control/workbook.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow } from './pennyrow.ts';

test('a token is created, listed without its secret, and revoked', async () => {
  const folder = temporaryFolder();
  const created = await pennyrow(
    folder,
    'token',
    'create',
    '--name',
    'X',
    '--scope',
    'read',
    '--scope',
    'write',
    '--json',
  );
  expect(created.code).toBe(0);
  const token = created.json<NewToken>();
  expect(token).toMatchObject({ name: 'X', scopes: ['read', 'write'], expiresAt: null });
  expect(token.token).toMatch(/^pennyrow_[0-9A-Za-z]{60}$/);

  const brief = await pennyrow(folder, 'token', 'create', '--name', 'Y', '--expires-in', '2');
  expect(brief.stdout).toMatch(
    /^pennyrow_[0-9A-Za-z]{60}\n\nCopy it now: it is not shown again\. Scope: read\. It works until /,
  );

  await pennyrow(folder, 'token', 'revoke', token.id);
  const list = await pennyrow(folder, 'token', 'list', '--json');
  expect(list.stdout).not.toContain(token.token.slice(20));
  expect(list.json<TokenView[]>().find(({ id }) => id === token.id)?.revokedAt).not.toBeNull();
});

test('with several accounts a command requires one to be given by name or id', async () => {
  const folder = temporaryFolder();
  const added = (
    await pennyrow(folder, 'account', 'add', 'Household', '--time-zone', 'Europe/Berlin', '--json')
  ).json<AccountView>();
  expect(added).toMatchObject({ name: 'Household', timeZone: 'Europe/Berlin' });

  const unclear = await pennyrow(folder, 'runs', '--json');
  expect(unclear).toMatchObject({ code: 2, stdout: '' });
  expect(JSON.parse(unclear.stderr)).toMatchObject({
    error: { code: 'input_account', message: expect.stringContaining(`My money (account_`) },
  });
  const unknown = await pennyrow(folder, 'runs', '--account', 'Nobody');
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain('There is no account “Nobody”.');
  expect(unknown.stderr).toContain(`Household (${added.id})`);
  expect((await pennyrow(folder, 'runs', '--account', 'household')).code).toBe(0);
  expect((await pennyrow(folder, 'runs', '--account', added.id)).code).toBe(0);

  const updated = await pennyrow(
    folder,
    'account',
    'update',
    'Household',
    '--name',
    'Home',
    '--plan',
    'trial',
    '--plan-ends',
    '2020-01-01',
    '--json',
  );
  expect(updated.json<AccountView>()).toMatchObject({ name: 'Home', entitlement: { kind: 'trial', active: false } });

  expect((await pennyrow(folder, 'account', 'remove', 'Home')).code).toBe(2);
  expect((await pennyrow(folder, 'account', 'remove', 'Home', '--yes', '--json')).json()).toEqual({
    id: added.id,
    removed: true,
    unrevoked: [],
    permission: 'none',
  });
  expect((await pennyrow(folder, 'account', 'list', '--json')).json<AccountView[]>().map(({ name }) => name)).toEqual([
    'My money',
  ]);
});

test('connections are added, paused, resumed and removed by name', async () => {
  const folder = temporaryFolder();
  const watched = join(folder, 'bank');
  const add = ['connection', 'add', 'statements', '--folder', watched, '--move', '--name', 'My bank', '--json'];
  const early = await pennyrow(folder, ...add);
  expect(early.code).toBe(2);
  expect(JSON.parse(early.stderr)).toMatchObject({
    error: { code: 'input_folder', message: `There is no folder ${watched}.` },
  });
  mkdirSync(watched);
  expect((await pennyrow(folder, ...add)).json()).toMatchObject({
    source: 'statements',
    settings: { folder: watched, afterwards: 'move' },
    paused: false,
  });
  expect((await pennyrow(folder, 'connection', 'pause', 'my bank', '--json')).json<ConnectionView>().paused).toBe(true);
  expect((await pennyrow(folder, 'connection', 'list')).stdout).toMatch(/My bank.*paused/);
  expect((await pennyrow(folder, 'connection', 'resume', 'My bank', '--json')).json<ConnectionView>().paused).toBe(
    false,
  );
  expect((await pennyrow(folder, 'connection', 'remove', 'My bank', '--yes')).code).toBe(0);
  expect((await pennyrow(folder, 'connection', 'list', '--json')).json()).toEqual([]);
});

test('connections that are added without a name get different names', async () => {
  const folder = temporaryFolder();
  const add = async () => (await pennyrow(folder, 'connection', 'add', 'demo', '--json')).json<ConnectionView>().name;
  expect([await add(), await add(), await add()]).toEqual(['Demo bank', 'Demo bank 2', 'Demo bank 3']);
  expect((await pennyrow(folder, 'connection', 'pause', 'demo bank 2')).code).toBe(0);
});

test('a workbook is created, shown, disconnected and connected again, and its file is never overwritten', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'Money.xlsx');
  expect((await pennyrow(folder, 'workbook', 'create', file, '--json')).json<WorkbookView>().place).toEqual({
    kind: 'xlsx',
    path: file,
  });
  const again = await pennyrow(folder, 'workbook', 'create', file);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain(file);
  expect((await pennyrow(folder, 'workbook', 'disconnect', '--yes')).code).toBe(0);
  expect((await pennyrow(folder, 'workbook', 'show', '--json')).json()).toBeNull();
  expect(existsSync(file)).toBe(true);
  expect((await pennyrow(folder, 'workbook', 'connect', file, '--json')).json<WorkbookView>()).toMatchObject({
    place: { kind: 'xlsx', path: file },
    problem: null,
  });
  expect((await pennyrow(folder, 'workbook', 'show')).stdout).toMatch(/Transaction ID +transactionId/);
});

test('a schedule is set, paused, resumed and removed', async () => {
  const folder = temporaryFolder();
  const none = await pennyrow(folder, 'schedule', 'pause');
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('There is no schedule.');
  const set = await pennyrow(folder, 'schedule', 'set', '07:30', '--hours', '6', '--json');
  expect(set.json<ScheduleView>()).toMatchObject({
    startTime: '07:30',
    periodMinutes: 360,
    cron: '30 1-19/6 * * *',
    paused: false,
  });
  const wrong = await pennyrow(folder, 'schedule', 'set', '25:00', '--json');
  expect(wrong.code).toBe(2);
  expect((await pennyrow(folder, 'schedule', 'pause', '--json')).json<ScheduleView>()).toMatchObject({
    paused: true,
    nextRunsAt: [],
  });
  expect((await pennyrow(folder, 'schedule', 'resume', '--json')).json<ScheduleView>().nextRunsAt).toHaveLength(5);
  expect((await pennyrow(folder, 'schedule', 'remove')).code).toBe(0);
  expect((await pennyrow(folder, 'schedule', 'show', '--json')).json()).toBeNull();
});

test('settings are shown and changed', async () => {
  const folder = temporaryFolder();
  expect((await pennyrow(folder, 'settings', '--json')).json()).toEqual({ syncsPerHour: 5, syncsPerDay: 24 });
  await pennyrow(folder, 'settings', 'set', '--syncs-per-hour', '10');
  expect((await pennyrow(folder, 'settings', '--json')).json()).toEqual({ syncsPerHour: 10, syncsPerDay: 24 });
});

test('doctor reports no problem for a valid install, and reports a damaged workbook', async () => {
  const folder = temporaryFolder();
  const sound = await pennyrow(folder, 'doctor', '--json');
  expect(sound.code).toBe(0);
  expect(sound.json<{ check: string }[]>().map(({ check }) => check)).toContain('workbook of My money');
  writeFileSync(join(folder, 'Pennyrow.xlsx'), 'no workbook');
  const broken = await pennyrow(folder, 'doctor');
  expect(broken.code).toBe(1);
  expect(broken.stdout).toMatch(/^problem +Spreadsheet of “My money”: /m);
});
