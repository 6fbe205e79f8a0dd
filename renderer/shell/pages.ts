import { lazy, type ComponentType } from 'react';
import { MENU_ICONS } from '../base/menu-icons.ts';
import { StartPage } from '../pages/overview/overview-page.tsx';

type MenuName = keyof typeof MENU_ICONS;

export type PageName = MenuName | 'activity' | 'recurring' | 'help' | 'welcome';

interface Place<Name = PageName> {
  readonly name: Name;
  readonly path: string;
  readonly component: ComponentType;
}

function page<Name extends PageName>(name: Name, load: () => Promise<ComponentType>, path = `/${name}`): Place<Name> {
  return { name, path, component: lazy(async () => ({ default: await load() })) };
}

/** In menu order. Only the first page is in the initial bundle. */
export const PAGES = [
  { name: 'overview', path: '/', component: StartPage } as const,
  page('transactions', async () => (await import('../pages/transactions/transactions-page.tsx')).TransactionsPage),
  page('accounts', async () => (await import('../pages/accounts/accounts-page.tsx')).AccountsPage),
  page('rules', async () => (await import('../pages/rules/rules-page.tsx')).RulesPage),
  page('connections', async () => (await import('../pages/connections/connections-page.tsx')).ConnectionsPage),
  page('workbook', async () => (await import('../pages/workbook/workbook-page.tsx')).WorkbookPage),
  page('settings', async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage),
].map((place) => ({ ...place, icon: MENU_ICONS[place.name] }));

/** All addresses, including those without a menu entry. A page within another one comes first, because the first match wins. */
export const PLACES: readonly Place[] = [
  page(
    'recurring',
    async () => (await import('../pages/transactions/recurring-page.tsx')).RecurringPage,
    '/transactions/recurring',
  ),
  ...PAGES,
  page('activity', async () => (await import('../pages/activity/activity-page.tsx')).ActivityPage),
  page('help', async () => (await import('../pages/help/help-page.tsx')).HelpPage),
  page('welcome', async () => (await import('../pages/welcome/welcome-page.tsx')).WelcomePage),
];

/** Former addresses of pages, for bookmarks and for links of the desktop app. */
export const MOVED: Readonly<Record<string, string>> = {
  '/agents': '/settings/api',
  '/preview': '/',
  '/recurring': '/transactions/recurring',
  '/schedule': '/connections/schedule',
  '/settings/accounts': '/settings/profiles',
  '/settings/backups': '/settings/advanced',
  '/settings/certificate': '/settings/api',
  '/settings/diagnostics': '/settings/advanced',
  '/settings/webhooks': '/settings/api',
  '/tokens': '/settings/api',
};
