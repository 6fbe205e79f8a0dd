import type { Icon } from '@tabler/icons-react';
import { lazy, type ComponentType } from 'react';
import { MENU_ICONS } from '../base/menu-icons.ts';
import { StartPage } from '../pages/welcome/start-page.tsx';

type MenuName = keyof typeof MENU_ICONS;

export type PageName = MenuName | 'recurring' | 'help' | 'welcome';

interface Place<Name = PageName> {
  readonly name: Name;
  readonly path: string;
  readonly component: ComponentType;
}

export interface Page extends Place<MenuName> {
  readonly icon: Icon;
}

function page<Name extends PageName>(name: Name, load: () => Promise<ComponentType>): Place<Name> {
  return { name, path: `/${name}`, component: lazy(async () => ({ default: await load() })) };
}

/** In menu order. Only the first page is in the initial bundle. */
export const PAGES: readonly Page[] = [
  { name: 'overview', path: '/', component: StartPage } as const,
  page('accounts', async () => (await import('../pages/accounts/accounts-page.tsx')).AccountsPage),
  page('activity', async () => (await import('../pages/activity/activity-page.tsx')).ActivityPage),
  page('preview', async () => (await import('../pages/preview/preview-page.tsx')).PreviewPage),
  page('transactions', async () => (await import('../pages/transactions/transactions-page.tsx')).TransactionsPage),
  page('rules', async () => (await import('../pages/rules/rules-page.tsx')).RulesPage),
  page('connections', async () => (await import('../pages/connections/connections-page.tsx')).ConnectionsPage),
  page('workbook', async () => (await import('../pages/workbook/workbook-page.tsx')).WorkbookPage),
  page('tokens', async () => (await import('../pages/tokens/tokens-page.tsx')).TokensPage),
  page('agents', async () => (await import('../pages/agents/agents-page.tsx')).AgentsPage),
  page('schedule', async () => (await import('../pages/schedule/schedule-page.tsx')).SchedulePage),
  page('settings', async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage),
].map((place) => ({ ...place, icon: MENU_ICONS[place.name] }));

/** All addresses, including those without a menu entry. */
export const PLACES: readonly Place[] = [
  ...PAGES,
  page('recurring', async () => (await import('../pages/recurring/recurring-page.tsx')).RecurringPage),
  page('help', async () => (await import('../pages/help/help-page.tsx')).HelpPage),
  page('welcome', async () => (await import('../pages/welcome/welcome-page.tsx')).WelcomePage),
];
