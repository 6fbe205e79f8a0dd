import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { desktopInUse } from '../support/desktop.ts';
import { startedFolder } from '../support/started-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { computerDouble } from './double/app.ts';

const AT_LOGIN = ['--at-login'];

/** No panel is found, and no test lasts until the next search. */
const NEVER = { find: async () => null, everyMs: 600_000 };

describe('a start at login', () => {
  test('is recognized on macOS by the system’s flag, because no argument is passed there', async () => {
    const folder = await startedFolder();
    const computer = { ...computerDouble(folder), startsFromLogin: true };
    const { around, desktop } = await desktopInUse({ folder, computer, platform: 'darwin', args: [] });
    expect(desktop).not.toBeNull();
    expect(around.windows).toEqual([]);
  });

  test('creates the icon once the panel exists, because an icon created earlier stays invisible', async () => {
    let lookups = 0;
    const { around } = await desktopInUse({
      args: AT_LOGIN,
      trayHost: { find: async () => ((lookups += 1) > 3 ? 'panel' : null), everyMs: 1 },
    });
    await expect.poll(() => around.trays.length).toBe(1);
    expect(lookups).toBe(4);
  });

  test('stops waiting for a panel when the app is quit', async () => {
    const { around } = await desktopInUse({ args: AT_LOGIN, trayHost: NEVER });
    expect(around.trays).toEqual([]);
    around.app.quit();
    expect(await around.app.ended).toBe(0);
    expect(around.trays).toEqual([]);
  });

  test('is enabled on Windows and on a Linux desktop by the checkbox in the menu', async () => {
    const folder = temporaryFolder();
    vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'config'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const click = async (platform: NodeJS.Platform) => {
      const { around, computer } = await desktopInUse({ platform, args: AT_LOGIN });
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
