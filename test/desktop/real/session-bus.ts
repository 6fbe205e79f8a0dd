import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { whenOver } from '../../support/lifetime.ts';

/** Calls a method on the session bus and returns its answer as GVariant text. */
function busCall(destination: string, path: string, method: string, ...args: readonly string[]): string {
  const target = ['call', '--session', '--dest', destination, '--object-path', path, '--method', method];
  return execFileSync('gdbus', [...target, '--', ...args], { encoding: 'utf8' });
}

const WATCHER = 'org.kde.StatusNotifierWatcher';

export interface TrayIcon {
  tooltip(): string;
  /** A left click. */
  activate(): void;
  /** Labels of the menu with its submenus. */
  labels(): readonly string[];
  click(label: string): void;
}

/** The addresses on the bus of the icons that the panel shows, such as ":1.7/StatusNotifierItem". */
function trayIcons(): readonly string[] {
  const answer = busCall(
    WATCHER,
    '/StatusNotifierWatcher',
    'org.freedesktop.DBus.Properties.Get',
    WATCHER,
    'RegisteredStatusNotifierItems',
  );
  return [...answer.matchAll(/'([^']+)'/g)].map(([, address]) => address ?? '');
}

/** The first icon that the panel shows; null if there is none. */
export function trayIcon(): TrayIcon | null {
  const [address] = trayIcons();
  if (address === undefined) return null;
  const slash = address.indexOf('/');
  const [name, path] = [address.slice(0, slash), address.slice(slash)];
  const item = 'org.kde.StatusNotifierItem';
  const property = (which: string): string => busCall(name, path, 'org.freedesktop.DBus.Properties.Get', item, which);
  const menu = /objectpath '([^']+)'/.exec(property('Menu'))?.[1] ?? '/';
  function items(): readonly (readonly [id: string, label: string])[] {
    const layout = busCall(name, menu, 'com.canonical.dbusmenu.GetLayout', '0', '-1', "['label']");
    return [...layout.matchAll(/\((\d+), \{[^}]*'label': <(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")>/g)].map(
      ([, id, quoted, double]) => [id ?? '', (quoted ?? double ?? '').replaceAll('__', '_')] as const,
    );
  }
  return {
    tooltip: () => property('ToolTip'),
    activate: () => void busCall(name, path, `${item}.Activate`, '0', '0'),
    labels: () => items().map(([, label]) => label),
    click: (label) => {
      const found = items().find(([, each]) => each === label);
      if (found === undefined) throw new Error(`The tray's menu has no "${label}", only ${JSON.stringify(items())}`);
      busCall(name, menu, 'com.canonical.dbusmenu.Event', found[0], 'clicked', '<0>', '0');
    },
  };
}

/** Returns a list to which each new notification adds its title and body. */
export function followNotifications(): readonly string[] {
  const texts: string[] = [];
  const monitor = spawn('dbus-monitor', ['--session', "interface='org.freedesktop.Notifications',member='Notify'"]);
  whenOver(() => monitor.kill());
  let call = 0;
  monitor.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    for (const line of chunk.split('\n')) {
      if (line.startsWith('method call')) call = 0;
      const text = /^ {3}string "(.*)"$/.exec(line)?.[1];
      if (text === undefined) continue;
      call += 1;
      // The texts of a call, in this order: program name, icon, title and body.
      if (call === 3) texts.push(text);
      if (call === 4) texts[texts.length - 1] += `: ${text}`;
    }
  });
  return texts;
}

/** Titles of the windows and boxes on the screen. */
export function titlesOnScreen(): readonly string[] {
  // Ignores the exit code, because the command fails if a window closes while it runs.
  const tree = spawnSync('xwininfo', ['-root', '-tree'], { encoding: 'utf8' }).stdout;
  return [...tree.matchAll(/^ +0x\w+ "(.*)": \(/gm)].map(([, title]) => title ?? '');
}

/** Waits for Pennyrow's dialog box and presses these keys in it. */
export async function pressInBox(...keys: readonly string[]): Promise<void> {
  const search = ['search', '--onlyvisible', '--name', '^Pennyrow$'];
  const box = () => spawnSync('xdotool', search, { encoding: 'utf8' }).stdout.trim().split('\n').at(-1) ?? '';
  let found = '';
  await expect.poll(() => (found = box())).not.toBe('');
  await promisify(execFile)('xdotool', ['windowactivate', found, 'sleep', '0.5', 'key', ...keys]);
}

export interface OwnBus {
  readonly address: string;
  /** Restarts GNOME Keyring; `missing` only stops it. */
  setKeyring(state: 'unlocked' | 'locked' | 'missing'): Promise<void>;
}

const BUS = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`;

/** A separate session bus, on which no program starts automatically. The keyring stores its files in `home`. */
export async function ownBus(home: string): Promise<OwnBus> {
  const config = join(home, 'bus.xml');
  writeFileSync(config, BUS);
  const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address=1']);
  whenOver(() => bus.kill('SIGKILL'));
  const address = String((await once(bus.stdout, 'data'))[0]).trim();
  const env = {
    ...process.env,
    HOME: home,
    XDG_DATA_HOME: home,
    XDG_RUNTIME_DIR: home,
    DBUS_SESSION_BUS_ADDRESS: address,
  };
  let keyring: ChildProcess | null = null;
  const endKeyring = async (): Promise<void> => {
    if (keyring === null) return;
    const gone = once(keyring, 'exit');
    keyring.kill('SIGKILL');
    await gone;
    keyring = null;
  };
  whenOver(endKeyring);
  return {
    address,
    setKeyring: async (state) => {
      await endKeyring();
      if (state === 'missing') return;
      const args = ['--foreground', '--components=secrets', ...(state === 'unlocked' ? ['--unlock'] : [])];
      const started = spawn('gnome-keyring-daemon', args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
      keyring = started;
      started.stdin.end('keyring');
      const wait = ['wait', '--session', '--timeout', '10', 'org.freedesktop.secrets'];
      await promisify(execFile)('gdbus', wait, { env });
    },
  };
}
