import type { MenuItemConstructorOptions } from 'electron';
import { THEMES, type Theme } from './settings.ts';

export interface AppMenuOptions {
  readonly platform: NodeJS.Platform;
  readonly theme: Theme;
  readonly hasDevTools: boolean;
  readonly onTheme: (theme: Theme) => void;
  /** Goes to a page of the dashboard. */
  readonly onPage: (path: string) => void;
}

const THEME_NAMES: Readonly<Record<Theme, string>> = { system: 'As the System', light: 'Light', dark: 'Dark' };

/** The pages that are gone to most, by the keys on which a person expects them. */
const PAGES = [
  ['Overview', '/'],
  ['Transactions', '/transactions'],
  ['Connections', '/connections'],
  ['Schedule', '/schedule'],
  ['API Tokens', '/tokens'],
] as const;

/** The menu of the window, and on macOS of the screen, with the keys that each system's people know. */
export function appMenu({ platform, theme, hasDevTools, onTheme, onPage }: AppMenuOptions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const settings: MenuItemConstructorOptions = { label: isMac ? 'Settings…' : 'Settings', accelerator: 'CmdOrCtrl+,', click: () => onPage('/settings') };
  const pages = PAGES.map(([label, path], index): MenuItemConstructorOptions => ({ label, accelerator: `CmdOrCtrl+${index + 1}`, click: () => onPage(path) }));
  const appearance = THEMES.map((each): MenuItemConstructorOptions => ({ label: THEME_NAMES[each], type: 'radio', checked: each === theme, click: () => onTheme(each) }));
  return [
    ...(isMac ? [macMenu(settings)] : []),
    {
      label: '&File',
      // Closing only puts the window away; quitting ends the syncs, so it is told apart.
      submenu: isMac ? [{ role: 'close' }] : [settings, { type: 'separator' }, { role: 'close', accelerator: 'Ctrl+W' }, { role: 'quit', label: 'Quit Pennyrow', accelerator: 'Ctrl+Q' }],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        ...pages,
        { type: 'separator' },
        { role: 'reload' },
        ...(hasDevTools ? [{ role: 'toggleDevTools' } as const] : []),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { label: 'Appearance', submenu: appearance },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
}

function macMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    label: 'Pennyrow',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  };
}
