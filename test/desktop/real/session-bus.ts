import { execFileSync, spawn } from 'node:child_process';
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

/** Icons that the panel shows, by their address on the bus. */
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

/** The only icon that the panel shows; null if none. */
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

/** Collects the texts of all notifications from now on. */
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
      // The program's name, its icon, the title, the body.
      if (call === 3) texts.push(text);
      if (call === 4) texts[texts.length - 1] += `: ${text}`;
    }
  });
  return texts;
}

/** Titles of the windows and boxes on the screen. */
export function titlesOnScreen(): readonly string[] {
  const tree = execFileSync('xwininfo', ['-root', '-tree'], { encoding: 'utf8' });
  return [...tree.matchAll(/^ +0x\w+ "(.*)": \(/gm)].map(([, title]) => title ?? '');
}
