import type { MenuItemConstructorOptions } from 'electron';
import { THEMES, type Theme } from '../../contract/control/theme.ts';
import type { DesktopChoices } from '../choices.ts';
import type { ElectronParts } from '../electron-parts.ts';
import type { DesktopI18n } from '../i18n.ts';

type MenuTexts = DesktopI18n['texts']['desktop']['menu'];

export interface AppMenuOptions {
  readonly i18n: DesktopI18n;
  readonly platform: NodeJS.Platform;
  readonly theme: Theme;
  readonly hasDevTools: boolean;
  readonly onTheme: (theme: Theme) => void;
  readonly onPage: (path: string) => void;
}

/** The most used pages. The dashboard's own menu lists all pages. */
const PAGES = [
  ['overview', '/'],
  ['transactions', '/transactions'],
  ['connections', '/connections'],
  ['schedule', '/connections/schedule'],
] as const;

export function keepAppMenu(
  { Menu }: Pick<ElectronParts, 'Menu'>,
  choices: DesktopChoices,
  {
    onFailure,
    ...options
  }: Omit<AppMenuOptions, 'theme' | 'onTheme'> & { readonly onFailure: (thrown: unknown) => void },
): () => void {
  let shown = '';
  function set(): void {
    const { theme } = choices.view();
    const next = `${theme} ${options.i18n.language}`;
    if (next === shown) return;
    shown = next;
    Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu({ ...options, theme, onTheme })));
  }
  function onTheme(theme: Theme): void {
    try {
      choices.change({ theme });
    } catch (thrown) {
      onFailure(thrown);
      // Builds the menu again, because the click has already moved the check mark.
      shown = '';
      set();
    }
  }
  set();
  return choices.onChange(set);
}

export function appMenu({
  i18n,
  platform,
  theme,
  hasDevTools,
  onTheme,
  onPage,
}: AppMenuOptions): MenuItemConstructorOptions[] {
  const { menu: texts, pageNames, parts, schedule, appearance: appearanceTexts } = i18n.texts.desktop;
  const isMac = platform === 'darwin';
  const settings: MenuItemConstructorOptions = {
    label: isMac ? `${pageNames.settings}…` : pageNames.settings,
    accelerator: 'CmdOrCtrl+,',
    click: () => onPage('/settings'),
  };
  const pages = PAGES.map(([page, path], index): MenuItemConstructorOptions => ({
    label: { ...pageNames, schedule: schedule.title }[page],
    accelerator: `CmdOrCtrl+${index + 1}`,
    click: () => onPage(path),
  }));
  const appearance = THEMES.map((each): MenuItemConstructorOptions => ({
    label: appearanceTexts.themes[each],
    type: 'radio',
    checked: each === theme,
    click: () => onTheme(each),
  }));
  return [
    ...(isMac ? [macMenu(settings, texts, i18n.texts.desktop.settings.about)] : []),
    {
      label: texts.file,
      // Close only hides the window, so Quit is a separate item, which also stops the syncs. On a Mac, it is in the app's menu.
      submenu: isMac
        ? [{ role: 'close', label: texts.close }]
        : [
            settings,
            { type: 'separator' },
            { role: 'close', label: texts.close, accelerator: 'Ctrl+W' },
            { role: 'quit', label: texts.quit, accelerator: 'Ctrl+Q' },
          ],
    },
    editMenu(texts, parts.copy),
    {
      label: texts.view,
      submenu: [
        ...pages,
        { type: 'separator' },
        { role: 'reload', label: texts.reload },
        ...(hasDevTools ? [{ role: 'toggleDevTools', label: texts.devTools } as const] : []),
        { type: 'separator' },
        { role: 'resetZoom', label: texts.resetZoom },
        { role: 'zoomIn', label: texts.zoomIn },
        { role: 'zoomOut', label: texts.zoomOut },
        { type: 'separator' },
        { label: appearanceTexts.title, submenu: appearance },
        { role: 'togglefullscreen', label: texts.fullScreen },
      ],
    },
    {
      role: 'windowMenu',
      label: texts.window,
      submenu: [
        { role: 'minimize', label: texts.minimize },
        { role: 'zoom', label: texts.zoom },
        ...(isMac ? [{ type: 'separator' } as const, { role: 'front', label: texts.front } as const] : []),
      ],
    },
  ];
}

function editMenu(texts: MenuTexts, copyLabel: string): MenuItemConstructorOptions {
  return {
    label: texts.edit,
    submenu: [
      { role: 'undo', label: texts.undo },
      { role: 'redo', label: texts.redo },
      { type: 'separator' },
      { role: 'cut', label: texts.cut },
      { role: 'copy', label: copyLabel },
      { role: 'paste', label: texts.paste },
      { type: 'separator' },
      { role: 'selectAll', label: texts.selectAll },
    ],
  };
}

function macMenu(
  settings: MenuItemConstructorOptions,
  texts: MenuTexts,
  aboutLabel: string,
): MenuItemConstructorOptions {
  return {
    label: 'Pennyrow',
    submenu: [
      { role: 'about', label: aboutLabel },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'services', label: texts.services },
      { type: 'separator' },
      { role: 'hide', label: texts.hide },
      { role: 'hideOthers', label: texts.hideOthers },
      { role: 'unhide', label: texts.unhide },
      { type: 'separator' },
      { role: 'quit', label: texts.quit },
    ],
  };
}
