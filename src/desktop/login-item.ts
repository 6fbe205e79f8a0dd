import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import type { System } from '../platform/data-folder.ts';
import { installedProgram } from './installed-program.ts';
import type { ElectronParts } from './electron-parts.ts';

/** The argument of a start at login, which opens no window. */
export const AT_LOGIN = '--at-login';

export function startedAtLogin(
  app: Pick<ElectronParts['app'], 'getLoginItemSettings'>,
  platform: NodeJS.Platform,
  args: readonly string[],
): boolean {
  // macOS passes no arguments to login items, but reports that the app was opened at login.
  return args.includes(AT_LOGIN) || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
}

export interface LoginItem {
  readonly isOn: () => boolean;
  set(on: boolean): void;
  /** Corrects the entry if the app was moved or updated. Throws the system's error. */
  refresh(): void;
}

export function createLoginItem(
  app: Pick<ElectronParts['app'], 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>,
  system: System,
  program: string = process.execPath,
  home: string = homedir(),
): LoginItem | null {
  if (!app.isPackaged) return null;
  if (system.platform === 'linux') return autostartFile(system, program, home);
  return {
    isOn: () => {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings();
      // On Windows, `openAtLogin` stays true for an entry that the user disabled in the Task Manager.
      return system.platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin;
    },
    set: (on) => app.setLoginItemSettings({ openAtLogin: on, args: [AT_LOGIN] }),
    // Not needed: macOS follows an app that moves, and a Windows installation stays in its folder.
    refresh: () => undefined,
  };
}

/** A startup manager disables an entry by adding one of these lines instead of deleting the file. */
const SWITCHED_OFF = /^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m;

/** Linux desktops read autostart files, which Electron does not write. */
function autostartFile({ env }: System, program: string, home: string): LoginItem {
  const chosen = env['XDG_CONFIG_HOME'] ?? '';
  const path = join(isAbsolute(chosen) ? chosen : join(home, '.config'), 'autostart', 'pennyrow.desktop');
  const exec = `Exec=${quoted(installedProgram({ platform: 'linux', env }, program))} ${AT_LOGIN}`;
  return {
    isOn: () => existsSync(path) && !SWITCHED_OFF.test(readFileSync(path, 'utf8')),
    refresh: () => {
      if (!existsSync(path)) return;
      const text = readFileSync(path, 'utf8');
      const corrected = text.replace(/^Exec=.*$/m, () => exec);
      if (corrected !== text) writeFileAtomically(path, corrected, 0o644);
    },
    set: (on) => {
      if (!on) return rmSync(path, { force: true });
      mkdirSync(dirname(path), { recursive: true });
      writeFileAtomically(
        path,
        `[Desktop Entry]\nType=Application\nName=Pennyrow\n${exec}\nX-GNOME-Autostart-enabled=true\n`,
        0o644,
      );
    },
  };
}

function quoted(text: string): string {
  const argument = text.replaceAll(/["`$\\]/g, (character) => `\\${character}`).replaceAll('%', '%%');
  return `"${argument.replaceAll('\\', '\\\\')}"`;
}
