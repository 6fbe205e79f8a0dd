import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { writeFileAtomically } from '../platform/atomic-file.ts';
import type { System } from '../platform/data-folder.ts';
import { installedProgram } from './installed-program.ts';
import type { ElectronParts } from './electron-parts.ts';

/** Argument at login. No window is opened then. */
export const AT_LOGIN = '--at-login';

/** True if the system started this program at login. */
export function startedAtLogin(
  app: Pick<ElectronParts['app'], 'getLoginItemSettings'>,
  platform: NodeJS.Platform,
  args: readonly string[],
): boolean {
  // macOS passes its login items nothing, and tells whether one was started so.
  return args.includes(AT_LOGIN) || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
}

/** True if the system starts Pennyrow when the person logs in. */
export interface LoginItem {
  readonly isOn: () => boolean;
  set(on: boolean): void;
  /** Corrects the entry of an app that was moved or updated. Throws the system's error. */
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
      // Windows keeps the entry that a person switched off in its Task Manager.
      return system.platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin;
    },
    set: (on) => app.setLoginItemSettings({ openAtLogin: on, args: [AT_LOGIN] }),
    // macOS follows an app that moves; on Windows an installation stays where it is.
    refresh: () => undefined,
  };
}

/** How the programs for startup applications switch an entry off without removing it. */
const SWITCHED_OFF = /^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m;

/** Electron has nothing for Linux; its desktops start what the specification of autostart files names. */
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
