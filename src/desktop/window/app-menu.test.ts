import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { BRITISH, GERMAN } from '../../../test/support/desktop-i18n.ts';
import { loadDesktopI18n, type DesktopI18n } from '../i18n.ts';
import { appMenu } from './app-menu.ts';

/** All labels in order. An item without a label is listed by its role, for which Electron would show an English text. */
function labels(items: readonly MenuItemConstructorOptions[]): string[] {
  return items.flatMap((item) => {
    if (item.type === 'separator') return [];
    return [item.label ?? `?${item.role ?? ''}`, ...labels(itemsOf(item))];
  });
}

function itemsOf(item: MenuItemConstructorOptions | undefined): readonly MenuItemConstructorOptions[] {
  return Array.isArray(item?.submenu) ? item.submenu : [];
}

function menu(i18n: DesktopI18n, platform: NodeJS.Platform): string[] {
  return labels(
    appMenu({ i18n, platform, theme: 'dark', hasDevTools: true, onTheme: () => undefined, onPage: () => undefined }),
  );
}

describe('the window menu', () => {
  it.each(['linux', 'darwin', 'win32'] as const)('has labels in the language of the system on %s', (platform) => {
    const [english, german] = [menu(BRITISH, platform), menu(GERMAN, platform)];
    expect([...english, ...german].filter((label) => label.startsWith('?'))).toEqual([]);
    expect(german).toHaveLength(english.length);
    const same = german.filter((label, index) => label === english[index]);
    expect(same.filter((label) => !['Pennyrow', 'System'].includes(label))).toEqual([]);
    expect(german).toEqual(
      expect.arrayContaining(['&Bearbeiten', 'Kopieren', 'Darstellung', 'System', 'Pennyrow beenden']),
    );
  });

  it('is English for an unsupported language', async () => {
    expect(menu(await loadDesktopI18n('fr-CA'), 'linux')).toEqual(menu(BRITISH, 'linux'));
  });

  it('shows a check mark at the selected theme', () => {
    const view = appMenu({
      platform: 'linux',
      i18n: GERMAN,
      theme: 'dark',
      hasDevTools: false,
      onTheme: () => undefined,
      onPage: () => undefined,
    }).find(({ label }) => label === '&Ansicht');
    const appearance = itemsOf(view).find(({ label }) => label === 'Darstellung');
    expect(itemsOf(appearance).map(({ label, checked }) => [label, checked])).toEqual([
      ['System', false],
      ['Hell', false],
      ['Dunkel', true],
    ]);
  });
});
