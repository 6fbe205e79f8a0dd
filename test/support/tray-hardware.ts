import { EventEmitter } from 'node:events';
import type { Menu, MenuItemConstructorOptions, NativeImage } from 'electron';
import type { TrayElectron } from '../../src/desktop/tray/tray.ts';

/** A screen with room for one tray icon, and a user who reads its menu and clicks. */
export interface TrayHardware {
  readonly electron: TrayElectron;
  /** The labels of the menu, top level first; a separator is "-". */
  labels(): string[];
  /** Clicks the item with this label at any level; throws if there is none or it is disabled. */
  click(label: string): void;
  /** Clicks the icon itself. */
  clickIcon(): void;
  /** The names of the pictures shown so far, the current one last. */
  readonly pictures: string[];
  readonly tooltip: () => string;
  readonly isGone: () => boolean;
  readonly menusSet: () => number;
  readonly opened: string[];
  readonly copied: string[];
  setTheme(isDark: boolean): void;
}

export function trayHardware({
  refuses = false,
  openProblem = '',
}: { readonly refuses?: boolean; readonly openProblem?: string } = {}): TrayHardware {
  const pictures: string[] = [];
  const opened: string[] = [];
  const copied: string[] = [];
  let menu: readonly MenuItemConstructorOptions[] = [];
  let menusSet = 0;
  let tooltip = '';
  const trays: Tray[] = [];
  const theme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: 'system' as const });

  class Tray extends EventEmitter {
    #isDestroyed = false;
    constructor(image: NativeImage | string) {
      super();
      if (refuses) throw new Error('no tray here');
      trays.push(this);
      this.setImage(image);
    }
    setImage(image: NativeImage | string): void {
      this.#alive();
      pictures.push(nameOf(image));
    }
    setToolTip(text: string): void {
      this.#alive();
      tooltip = text;
    }
    setContextMenu(next: Menu | null): void {
      this.#alive();
      menusSet += 1;
      menu = templates.get(next) ?? [];
    }
    popUpContextMenu(): void {
      this.#alive();
    }
    isDestroyed(): boolean {
      return this.#isDestroyed;
    }
    destroy(): void {
      this.#isDestroyed = true;
    }
    /** Throws like Electron's objects after they were destroyed. */
    #alive(): void {
      if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    }
  }

  const templates = new Map<unknown, readonly MenuItemConstructorOptions[]>();
  function all(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
    return items.flatMap((item) => [item, ...all(Array.isArray(item.submenu) ? item.submenu : [])]);
  }

  return {
    electron: {
      Tray: Tray as unknown as TrayElectron['Tray'],
      Menu: {
        buildFromTemplate: (template) => {
          const built = {} as Menu;
          templates.set(built, template as MenuItemConstructorOptions[]);
          return built;
        },
        setApplicationMenu: () => undefined,
      },
      nativeImage: {
        createEmpty: () => picture(''),
        createFromPath: (path) => picture(path.replace(/^.*[/\\](.+)\.png$/, '$1')),
        createFromBuffer: (buffer) => picture(`${buffer.readUInt32BE(16)} pixels`),
      },
      nativeTheme: theme as unknown as TrayElectron['nativeTheme'],
      clipboard: {
        writeText: (text: string) => void copied.push(text),
        readText: () => copied.at(-1) ?? '',
      } as unknown as TrayElectron['clipboard'],
      shell: {
        openExternal: async (url) => void opened.push(url),
        openPath: async (path) => {
          opened.push(path);
          return openProblem;
        },
        showItemInFolder: () => undefined,
      },
    },
    labels: () => menu.map(({ type, label = '' }) => (type === 'separator' ? '-' : label)),
    click: (label) => {
      const item = all(menu).find((each) => each.label === label);
      if (item?.click === undefined || item.enabled === false)
        throw new Error(
          `“${label}” cannot be clicked in: ${all(menu)
            .map((each) => each.label)
            .join(', ')}`,
        );
      (item.click as () => void)();
    },
    clickIcon: () => void trays[0]?.emit('click'),
    pictures,
    tooltip: () => tooltip,
    isGone: () => trays.every((tray) => tray.isDestroyed()),
    menusSet: () => menusSet,
    opened,
    copied,
    setTheme: (isDark) => {
      theme.shouldUseDarkColors = isDark;
      theme.emit('updated');
    },
  };
}

const names = new WeakMap<object, string>();

function picture(name: string): NativeImage {
  const image = { setTemplateImage: () => names.set(image, `${name} as a template`) };
  names.set(image, name);
  return image as unknown as NativeImage;
}

function nameOf(image: NativeImage | string): string {
  return typeof image === 'string' ? image : (names.get(image) ?? '');
}
