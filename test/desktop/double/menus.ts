import { EventEmitter } from 'node:events';
import type { Menu, MenuItemConstructorOptions, Tray as ElectronTray } from 'electron';
import type { ElectronParts } from '../../../src/desktop/electron-parts.ts';
import { listening } from './listening.ts';

/** A line of a menu as a user sees it; "-" is a separator, and a role without a label is shown as its name. */
export interface MenuLine {
  readonly label: string;
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
  menu(): readonly MenuLine[] | null;
  clickInMenu(...path: readonly string[]): void;
}

export function menusDouble(requireReady: (what: string) => void): {
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

  /** A constructor, which returns a fake tray icon. */
  function Tray(): ElectronTray {
    requireReady('Tray');
    let menu: Menu | null = null;
    let isDestroyed = false;
    trays.push({
      menu: () => linesOf(templateOf(menu)),
      clickInMenu: (...path) => click(templateOf(menu), path),
    });
    const alive =
      <Values extends unknown[]>(work: (...values: Values) => void) =>
      (...values: Values): void => {
        if (isDestroyed) throw new TypeError('Object has been destroyed');
        work(...values);
      };
    const part: Partial<ElectronTray> = {
      ...listening<ElectronTray>(new EventEmitter()),
      setImage: alive(() => undefined),
      setContextMenu: alive((next: Menu | null) => {
        menu = next;
      }),
      setToolTip: alive(() => undefined),
      isDestroyed: () => isDestroyed,
      destroy: () => {
        isDestroyed = true;
      },
    };
    return part as ElectronTray;
  }

  return {
    Menu,
    Tray: Tray as unknown as ElectronParts['Tray'],
    trays,
    menus: { bar: () => linesOf(templateOf(bar)), clickInBar: (...path) => click(templateOf(bar), path) },
  };
}

/** Throws Electron's error for an item that has no label and no role, and is no separator. */
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
