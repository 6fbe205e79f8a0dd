import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { desktopInUse, type DesktopInUseOptions } from '../support/desktop.ts';
import { startedFolder } from '../support/started-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { computerDouble } from './double/app.ts';

const AT_LOGIN = ['--at-login'];

describe.skipIf(SKIP_BROWSER)('a start by a person', { timeout: BROWSER_MS }, () => {
  const newContext = useBrowser();
  const start = async (options: Partial<DesktopInUseOptions>) =>
    desktopInUse({ context: await newContext(), ...options });

  test.each([true, false])('opens the window each time when there is a place for the icon: %s', async (hasTray) => {
    const first = await start({ hasTray });
    await first.page();
    first.around.app.quit();
    await first.around.app.ended;
    const { folder, computer } = first;
    const second = await start({ hasTray, folder, computer });
    await second.page();
    expect(second.around.window().isVisible).toBe(true);
  });

  test('asks the panel of a Linux desktop, and minimizes the window if none answers', async () => {
    const programs = temporaryFolder();
    writeFileSync(join(programs, 'gdbus'), '#!/bin/sh\necho "(false,)"\n', { mode: 0o755 });
    vi.stubEnv('PATH', programs);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { page, around } = await start({ hasTray: false, trayPlace: {} });
    await page();
    around.window().byPerson.close();
    expect(around.window().isMinimized).toBe(true);
  });

  test('shows the window of an app that was started at login, if no icon can show it', async () => {
    const { around, folder, computer, page } = await start({ args: AT_LOGIN, hasTray: false, trayPlace: NEVER });
    expect(around.windows).toEqual([]);
    expect((await desktopInUse({ context: null, folder, computer, args: AT_LOGIN })).desktop).toBeNull();
    expect(around.windows).toEqual([]);
    expect((await desktopInUse({ context: null, folder, computer, args: [] })).desktop).toBeNull();
    await expect.poll(() => around.windows.length).toBe(1);
    await page();
    around.window().byPerson.close();
    expect(around.window().isMinimized).toBe(true);
  });
});

/** Longer than any test. */
const NEVER = { hasPlace: async () => false, everyMs: 600_000 };

describe('a start at a login', () => {
  test('is quiet, with its icon in the panel', async () => {
    const { around } = await desktopInUse({ context: null, args: AT_LOGIN });
    expect(around.windows).toEqual([]);
    await expect.poll(() => around.trays[0]?.menu()?.map(({ label }) => label) ?? []).toContain('Open dashboard');
    expect(around.trays[0]?.isSeen).toBe(true);
  });

  test('is recognized on macOS by the system’s flag, because no argument is passed there', async () => {
    const folder = await startedFolder();
    const computer = { ...computerDouble(folder), startsFromLogin: true };
    const { around, desktop } = await desktopInUse({ context: null, folder, computer, platform: 'darwin', args: [] });
    expect(desktop).not.toBeNull();
    expect(around.windows).toEqual([]);
  });

  test('creates the icon once the panel exists, because one created earlier stays invisible', async () => {
    let lookups = 0;
    const { around } = await desktopInUse({
      context: null,
      args: AT_LOGIN,
      trayPlace: { hasPlace: async () => (lookups += 1) > 3, everyMs: 1 },
    });
    await expect.poll(() => around.trays.length).toBe(1);
    expect(lookups).toBe(4);
  });

  test('stops waiting for a panel when the app is quit', async () => {
    const { around } = await desktopInUse({ context: null, args: AT_LOGIN, trayPlace: NEVER });
    expect(around.trays).toEqual([]);
    around.app.quit();
    expect(await around.app.ended).toBe(0);
    expect(around.trays).toEqual([]);
  });

  test('is what the checkbox in the menu requests from Windows and from a Linux desktop', async () => {
    const folder = temporaryFolder();
    vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'config'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const click = async (platform: NodeJS.Platform) => {
      const { around, computer } = await desktopInUse({ context: null, platform, args: AT_LOGIN });
      await expect.poll(() => around.trays[0]?.menu()?.map(({ label }) => label) ?? []).toContain('Start at login');
      around.trays[0]?.clickInMenu('Start at login');
      return computer;
    };
    const windows = await click('win32');
    await expect.poll(() => windows.loginItem).toEqual(AT_LOGIN);
    await click('linux');
    const file = join(folder, 'config', 'autostart', 'pennyrow.desktop');
    await expect.poll(() => (existsSync(file) ? readFileSync(file, 'utf8') : '')).toMatch(/^Exec=".+" --at-login$/m);
  });
});
