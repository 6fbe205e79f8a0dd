import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { System } from '../../platform/data-folder.ts';

interface Call {
  readonly name: string;
  readonly path: string;
  readonly face: string;
  readonly method: string;
  readonly texts: readonly string[];
}

/** https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/StatusNotifierWatcher */
const WATCHER = 'org.kde.StatusNotifierWatcher';
const BUS = 'org.freedesktop.DBus';

const OWNER: Call = {
  name: BUS,
  path: '/org/freedesktop/DBus',
  face: BUS,
  method: 'GetNameOwner',
  texts: [WATCHER],
};
const HAS_HOST: Call = {
  name: WATCHER,
  path: '/StatusNotifierWatcher',
  face: `${BUS}.Properties`,
  method: 'Get',
  texts: [WATCHER, 'IsStatusNotifierHostRegistered'],
};

/** Tried in this order, because desktops differ in which of these programs is installed. */
const PROGRAMS: readonly ((call: Call) => readonly [program: string, ...args: string[]])[] = [
  ({ name, path, face, method, texts }) => [
    ...(['gdbus', 'call', '--session', '--dest', name, '--object-path', path, '--method'] as const),
    `${face}.${method}`,
    ...texts,
  ],
  ({ name, path, face, method, texts }) => [
    ...(['busctl', '--user', 'call', name, path, face, method, 's'.repeat(texts.length)] as const),
    ...texts,
  ],
  ({ name, path, face, method, texts }) => [
    ...(['dbus-send', '--session', '--print-reply', `--dest=${name}`, path, `${face}.${method}`] as const),
    ...texts.map((text) => `string:${text}`),
  ],
];

const TIMEOUT_MS = 2000;

/** The panel that shows tray icons, as a D-Bus name that changes when the panel restarts; null if there is none. */
export async function findTrayHost({ platform, env }: System): Promise<string | null> {
  if (platform !== 'linux') return platform;
  for (const program of PROGRAMS) {
    const ask = async (call: Call): Promise<string> => {
      const [file, ...args] = program(call);
      return (await promisify(execFile)(file, args, { timeout: TIMEOUT_MS, env })).stdout;
    };
    try {
      const [, owner] = /["'](:[\d.]+)["']/.exec(await ask(OWNER)) ?? [];
      return owner !== undefined && /\btrue\b/.test(await ask(HAS_HOST)) ? owner : null;
    } catch {
      // Tries the next program: this one is not installed, or there is no bus or panel.
    }
  }
  return null;
}
