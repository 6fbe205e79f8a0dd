import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/platform/clock.ts';
import { saveAccount } from '../../../src/store/accounts.ts';
import { migrations } from '../../../src/store/migrations/index.ts';
import { openStore } from '../../../src/store/store.ts';
import { AT } from '../../support/store-with-account.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  call,
  describeReal,
  ELECTRON,
  environment,
  goTo,
  HAS_DESKTOP,
  installed,
  launch,
  logOf,
  ROOT,
  setUpDemo,
  startBlocked,
} from './electron.ts';
import { titlesOnScreen, trayIcon } from './session-bus.ts';

describeReal('a start', () => {
  it('logs to the file and the terminal why the service could not start', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'data', 'pennyrow.db'), { recursive: true, mode: 0o700 });
    const { output } = startBlocked(home);
    await expect.poll(() => logOf(home)).toContain('The service could not start');
    await expect.poll(output).toContain('The service could not start');
  });

  it('logs an error of the desktop process', async () => {
    const home = temporaryFolder();
    // A folder at the path of the settings file, so that the app cannot read it.
    mkdirSync(join(home, 'data', 'desktop', 'desktop.json'), { recursive: true, mode: 0o700 });
    const { output } = startBlocked(home);
    await expect.poll(() => logOf(home)).toContain('Pennyrow stopped');
    await expect.poll(output).toContain('Pennyrow stopped');
    expect(output()).not.toContain('UnhandledPromiseRejection');
  });

  it('shows the window of an app that already runs, and exits', async () => {
    const first = await launch({ args: ['--at-login'] });
    await expect.poll(() => existsSync(join(first.data, 'control.sock')) || process.platform === 'win32').toBe(true);
    const run = promisify(execFile);
    await run(ELECTRON ?? '', [ROOT, '--at-login'], { env: environment(first.home) });
    expect(first.app.windows()).toEqual([]);
    await run(ELECTRON ?? '', [ROOT], { env: environment(first.home) });
    await first.page();
  });

  it('opens the same data after the app was killed', async () => {
    const first = await launch();
    await setUpDemo(await first.page());
    first.app.process().kill('SIGKILL');
    await first.ended();
    const page = await (await launch({ home: first.home })).page();
    await goTo(page, '/transactions');
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(3);
  });

  it('migrates the data folder of an older version, after copying its database', async () => {
    const home = temporaryFolder();
    const data = join(home, 'data');
    mkdirSync(data, { mode: 0o700 });
    const options = { path: join(data, 'pennyrow.db'), backupFolder: join(data, 'backups'), clock: systemClock };
    const older = openStore({ ...options, migrations: migrations.slice(0, 5) });
    saveAccount(older, {
      id: 'acc_1',
      name: 'Old money',
      timeZone: 'Europe/Berlin',
      entitlement: { kind: 'personal', endsAt: null },
      workbook: { kind: 'xlsx', path: join(home, 'Old money.xlsx') },
      createdAt: AT,
    });
    older.close();
    const page = await (await launch({ home })).page();
    expect(await call(page, 'account.list')).toMatchObject([{ name: 'Old money' }]);
    expect(readdirSync(join(data, 'backups')).join()).toContain('pennyrow');
    // Checks that the migrated data can be changed.
    await call(page, 'connection.add', { accountId: 'acc_1', kind: 'demo', settings: { seed: 7 } });
    expect(await call(page, 'connection.list', { accountId: 'acc_1' })).toHaveLength(1);
  });

  it('lets the command line use the app’s service, and write an encrypted backup that can be restored', async () => {
    const desktop = await launch();
    await setUpDemo(await desktop.page());
    const passphrase = join(desktop.home, 'passphrase');
    const backup = join(desktop.home, 'pennyrow.backup');
    writeFileSync(passphrase, 'correct horse battery staple\n', { mode: 0o600 });
    const run = (home: string, ...words: string[]) =>
      promisify(execFile)(ELECTRON ?? '', [ROOT, '--command-line', '--', ...words], {
        env: environment(home, { env: { PENNYROW_LANGUAGE: 'en' }, hasKey: false }),
      });
    await run(desktop.home, 'backup', backup, '--passphrase-file', passphrase);
    const other = temporaryFolder();
    const { stdout } = await run(other, 'restore-backup', backup, '--passphrase-file', passphrase, '--json');
    expect(JSON.parse(stdout)).toBeTruthy();
    expect(existsSync(join(other, 'data', 'pennyrow.db'))).toBe(true);
    const findings = JSON.parse((await run(desktop.home, 'doctor', '--json')).stdout) as readonly object[];
    expect(findings).toContainEqual(expect.objectContaining({ about: 'engine', status: 'ok' }));
  });
});

describeReal(
  'a start in a session with a tray',
  () => {
    it('shows an icon and no window at login, and corrects the autostart entry of a moved app', async () => {
      const home = temporaryFolder();
      const entry = join(home, '.config', 'autostart', 'pennyrow.desktop');
      mkdirSync(join(entry, '..'), { recursive: true });
      writeFileSync(entry, '[Desktop Entry]\nType=Application\nName=My money\nExec="/old/place" --at-login\n');
      const program = installed(temporaryFolder());
      const { app } = await launch({ home, program, args: ['--at-login'] });
      await expect.poll(() => trayIcon()?.labels() ?? []).toContain('Open dashboard');
      expect(app.windows()).toEqual([]);
      expect(readFileSync(entry, 'utf8')).toBe(
        `[Desktop Entry]\nType=Application\nName=My money\nExec="${program}" --at-login\n`,
      );
    });

    it('shows the error in a dialog box if it fails', async () => {
      const home = temporaryFolder();
      mkdirSync(join(home, 'data', 'pennyrow.db'), { recursive: true, mode: 0o700 });
      startBlocked(home);
      await expect.poll(titlesOnScreen).toContain('Pennyrow');
    });
  },
  HAS_DESKTOP,
);
