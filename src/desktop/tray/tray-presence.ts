import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { System } from '../../platform/data-folder.ts';

/** Names of tray hosts on the session bus: https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem */
const WATCHER = 'org.kde.StatusNotifierWatcher';
const BUS = 'org.freedesktop.DBus';
const PATIENCE_MS = 2000;

/** Each asks the bus whether somebody has that name; which of these is installed differs. */
const QUESTIONS: readonly (readonly [program: string, ...args: string[]])[] = [
  [
    'gdbus',
    'call',
    '--session',
    '--dest',
    BUS,
    '--object-path',
    '/org/freedesktop/DBus',
    '--method',
    `${BUS}.NameHasOwner`,
    WATCHER,
  ],
  ['busctl', '--user', 'call', BUS, '/org/freedesktop/DBus', BUS, 'NameHasOwner', 's', WATCHER],
  [
    'dbus-send',
    '--session',
    '--print-reply',
    `--dest=${BUS}`,
    '/org/freedesktop/DBus',
    `${BUS}.NameHasOwner`,
    `string:${WATCHER}`,
  ],
];

/**
 * True if a tray icon would be seen. Electron makes one on a Linux desktop without a tray as well, and does not tell;
 * where nobody can be asked there is taken to be none, since a window too many is better than no way in.
 */
export async function hasTrayPlace({ platform, env }: System): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const [program, ...args] of QUESTIONS) {
    try {
      const { stdout } = await promisify(execFile)(program, args, { timeout: PATIENCE_MS, env });
      return /\btrue\b/.test(stdout);
    } catch {
      // Not installed, or no bus: the next one is asked.
    }
  }
  return false;
}
