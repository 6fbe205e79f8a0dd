import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import type { ElectronParts } from './electron-parts.ts';
import { createLoginItem } from './login-item.ts';

function app(
  isPackaged: boolean,
  isSwitchedOff = false,
): Pick<ElectronParts['app'], 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'> {
  let openAtLogin = false;
  return {
    isPackaged,
    getLoginItemSettings: () =>
      ({ openAtLogin, executableWillLaunchAtLogin: openAtLogin && !isSwitchedOff }) as ReturnType<
        ElectronParts['app']['getLoginItemSettings']
      >,
    setLoginItemSettings: (settings) => {
      openAtLogin = settings.openAtLogin ?? openAtLogin;
    },
  };
}

describe('the start at login', () => {
  it('uses the login item of the system on macOS and Windows', () => {
    const item = createLoginItem(app(true), { platform: 'win32', env: {} });
    expect(item?.isOn()).toBe(false);
    item?.set(true);
    expect(item?.isOn()).toBe(true);
    item?.set(false);
    expect(item?.isOn()).toBe(false);
  });

  it('is off if the user disabled it in the Task Manager of Windows', () => {
    const item = createLoginItem(app(true, true), { platform: 'win32', env: {} });
    item?.set(true);
    expect(item?.isOn()).toBe(false);
  });

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    'is off on Linux if another program wrote %s, and can be turned on again',
    (line) => {
      const home = temporaryFolder();
      const item = createLoginItem(app(true), { platform: 'linux', env: {} }, '/opt/Pennyrow/pennyrow', home);
      item?.set(true);
      const path = join(home, '.config', 'autostart', 'pennyrow.desktop');
      writeFileSync(path, `[Desktop Entry]\nType=Application\n${line}\n`);
      expect(item?.isOn()).toBe(false);
      item?.set(true);
      expect(item?.isOn()).toBe(true);
    },
  );

  it('is not offered when the app runs from a checkout', () => {
    expect(createLoginItem(app(false), { platform: 'linux', env: {} })).toBeNull();
  });

  it('creates and removes an autostart file on Linux', () => {
    const home = temporaryFolder();
    const item = createLoginItem(app(true), { platform: 'linux', env: {} }, '/opt/Pennyrow/pennyrow', home);
    const path = join(home, '.config', 'autostart', 'pennyrow.desktop');
    expect(item?.isOn()).toBe(false);
    item?.set(true);
    expect(item?.isOn()).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain('Exec="/opt/Pennyrow/pennyrow" --at-login\n');
    item?.set(false);
    expect(existsSync(path)).toBe(false);
  });

  it('starts the AppImage file instead of the mounted program, and quotes special characters of the path', () => {
    const home = temporaryFolder();
    const env = { XDG_CONFIG_HOME: join(home, 'config'), APPIMAGE: '/home/me/100% "mine"/$Pennyrow.AppImage' };
    createLoginItem(app(true), { platform: 'linux', env }, '/tmp/.mount_x/pennyrow', home)?.set(true);
    expect(readFileSync(join(home, 'config', 'autostart', 'pennyrow.desktop'), 'utf8')).toContain(
      String.raw`Exec="/home/me/100%% \\"mine\\"/\\$Pennyrow.AppImage" --at-login`,
    );
  });
});
