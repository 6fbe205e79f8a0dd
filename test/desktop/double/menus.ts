import { EventEmitter } from 'node:events';
import type { Menu, MenuItemConstructorOptions, Tray as ElectronTray } from 'electron';
import type { ElectronParts } from '../../../src/desktop/electron-parts.ts';
import { listening, type EventsOf } from './listening.ts';

/** A line of a menu as a user sees it; "-" is a separator, and a role without a label is shown as its name. */
export interface MenuLine {
  readonly label: string;
  readonly accelerator: string | null;
  readonly isEnabled: boolean;
  readonly isChecked: boolean;
  readonly submenu: readonly MenuLine[];
}

export interface MenusDouble {
  /** The menu of the app; null before one is set. */
  bar(): readonly MenuLine[] | null;
  /** Clicks a path of items: "View", "Appearance", "Dark". Throws if an item does not exist or is disabled. */
  clickInBar(...path: readonly string[]): void;
}

export interface TrayDouble {
  readonly images: unknown[];
  tooltip: string;
  isDestroyed: boolean;
  /** True if a user can see it. */
  readonly isSeen: boolean;
  menu(): readonly MenuLine[] | null;
  click(): void;
  clickInMenu(...path: readonly string[]): void;
}

export function menusDouble(
  requireReady: (what: string) => void,
  hasTray: boolean,
): {
  readonly Menu: ElectronParts['Menu'];
  readonly Tray: ElectronParts['Tray'];
  readonly menus: MenusDouble;
  readonly trays: TrayDouble[];
} {
  const templates = new WeakMap<Menu, readonly MenuItemConstructorOptions[]>();
  const trays: TrayDouble[] = [];
  let bar: Menu | null = null;
  const templateOf = (menu: Menu | null): readonly MenuItemConstructorOptions[] | null =>
    menu === null ? null : (templates.get(menu) ?? null);

  const Menu: ElectronParts['Menu'] = {
    buildFromTemplate: (template) => {
      for (const item of template as MenuItemConstructorOptions[]) check(item);
      const menu = { ...listening<Menu>(new EventEmitter()), items: [] } as unknown as Menu;
      templates.set(menu, template as MenuItemConstructorOptions[]);
      return menu;
    },
    setApplicationMenu: (menu) => {
      bar = menu;
    },
  };

  /**
   * Electron, shell/browser/ui/tray_icon_linux.cc: without a StatusNotifierWatcher on the bus it falls back to a GTK
   * icon. If no panel accepts that one either, the icon is invisible without any error.
   */
  class Tray {
    readonly part: Partial<ElectronTray>;
    constructor(image: unknown) {
      requireReady('Tray');
      const events = new EventEmitter<EventsOf<ElectronTray>>();
      let menu: Menu | null = null;
      const seen: TrayDouble = {
        images: [image],
        tooltip: '',
        isDestroyed: false,
        isSeen: hasTray,
        menu: () => linesOf(templateOf(menu)),
        click: () => {
          requireSeen();
          events.emit('click', {}, { x: 0, y: 0, width: 24, height: 24 }, { x: 1, y: 1 });
        },
        clickInMenu: (...path) => {
          requireSeen();
          click(templateOf(menu), path);
        },
      };
      const requireSeen = (): void => {
        if (!hasTray) throw new Error('Nobody sees this icon, so nobody clicks it.');
      };
      trays.push(seen);
      const alive =
        <Values extends unknown[]>(work: (...values: Values) => void) =>
        (...values: Values): void => {
          if (seen.isDestroyed) throw new TypeError('Object has been destroyed');
          work(...values);
        };
      this.part = {
        ...listening<ElectronTray>(events),
        setImage: alive((next) => void seen.images.push(next)),
        setContextMenu: alive((next: Menu | null) => {
          menu = next;
        }),
        popUpContextMenu: alive(() => undefined),
        setToolTip: alive((text: string) => {
          seen.tooltip = text;
        }),
        isDestroyed: () => seen.isDestroyed,
        destroy: () => {
          seen.isDestroyed = true;
        },
      };
      return this.part as unknown as Tray;
    }
  }

  return {
    Menu,
    Tray: Tray as unknown as ElectronParts['Tray'],
    trays,
    menus: { bar: () => linesOf(templateOf(bar)), clickInBar: (...path) => click(templateOf(bar), path) },
  };
}

/** As in Electron: an item's kind follows from one of these. */
function check(item: MenuItemConstructorOptions): void {
  if (item.type !== 'separator' && item.label === undefined && item.role === undefined)
    throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
  if (Array.isArray(item.submenu)) for (const each of item.submenu) check(each);
}

function childrenOf({ submenu }: MenuItemConstructorOptions): readonly MenuItemConstructorOptions[] {
  return Array.isArray(submenu) ? submenu : [];
}

function labelOf({ type, label, role }: MenuItemConstructorOptions): string {
  return type === 'separator' ? '-' : (label ?? role ?? '').replaceAll('&', '');
}

function linesOf(template: readonly MenuItemConstructorOptions[] | null): readonly MenuLine[] | null {
  return (
    template?.map((item) => ({
      label: labelOf(item),
      accelerator: item.accelerator ?? null,
      isEnabled: item.enabled !== false,
      isChecked: item.checked === true,
      submenu: linesOf(childrenOf(item)) ?? [],
    })) ?? null
  );
}

function click(template: readonly MenuItemConstructorOptions[] | null, path: readonly string[]): void {
  let items = template ?? [];
  let found: MenuItemConstructorOptions | undefined;
  for (const label of path) {
    found = items.find((item) => labelOf(item) === label);
    if (found === undefined) throw new Error(`There is no “${label}”, only ${items.map(labelOf).join(', ')}.`);
    items = childrenOf(found);
  }
  if (found?.click === undefined || found.enabled === false)
    throw new Error(`“${path.join(' > ')}” cannot be clicked.`);
  (found.click as () => void)();
}
