import type { Icon } from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';
import { MENU_ICONS } from '../base/menu-icons.ts';
import { StartPage } from '../pages/welcome/start-page.tsx';

export type PageName =
  | 'overview'
  | 'accounts'
  | 'activity'
  | 'preview'
  | 'transactions'
  | 'rules'
  | 'connections'
  | 'workbook'
  | 'tokens'
  | 'agents'
  | 'schedule'
  | 'settings'
  | 'recurring'
  | 'welcome'
  | 'help';

interface Place {
  readonly name: PageName;
  readonly path: string;
  readonly component: ComponentType;
}

export interface Page extends Place {
  readonly icon: Icon;
}

/** In the order of the menu. Only the first page comes with the program; the others are fetched when they are opened. */
export const PAGES: readonly Page[] = [
  { name: 'overview', path: '/', icon: MENU_ICONS.overview, component: StartPage },
  {
    name: 'accounts',
    path: '/accounts',
    icon: MENU_ICONS.accounts,
    component: lazy(async () => ({ default: (await import('../pages/accounts/accounts-page.tsx')).AccountsPage })),
  },
  {
    name: 'activity',
    path: '/activity',
    icon: MENU_ICONS.activity,
    component: lazy(async () => ({ default: (await import('../pages/activity/activity-page.tsx')).ActivityPage })),
  },
  {
    name: 'preview',
    path: '/preview',
    icon: MENU_ICONS.preview,
    component: lazy(async () => ({ default: (await import('../pages/preview/preview-page.tsx')).PreviewPage })),
  },
  {
    name: 'transactions',
    path: '/transactions',
    icon: MENU_ICONS.transactions,
    component: lazy(async () => ({
      default: (await import('../pages/transactions/transactions-page.tsx')).TransactionsPage,
    })),
  },
  {
    name: 'rules',
    path: '/rules',
    icon: MENU_ICONS.rules,
    component: lazy(async () => ({ default: (await import('../pages/rules/rules-page.tsx')).RulesPage })),
  },
  {
    name: 'connections',
    path: '/connections',
    icon: MENU_ICONS.connections,
    component: lazy(async () => ({
      default: (await import('../pages/connections/connections-page.tsx')).ConnectionsPage,
    })),
  },
  {
    name: 'workbook',
    path: '/workbook',
    icon: MENU_ICONS.workbook,
    component: lazy(async () => ({ default: (await import('../pages/workbook/workbook-page.tsx')).WorkbookPage })),
  },
  {
    name: 'tokens',
    path: '/tokens',
    icon: MENU_ICONS.tokens,
    component: lazy(async () => ({ default: (await import('../pages/tokens/tokens-page.tsx')).TokensPage })),
  },
  {
    name: 'agents',
    path: '/agents',
    icon: MENU_ICONS.agents,
    component: lazy(async () => ({ default: (await import('../pages/agents/agents-page.tsx')).AgentsPage })),
  },
  {
    name: 'schedule',
    path: '/schedule',
    icon: MENU_ICONS.schedule,
    component: lazy(async () => ({ default: (await import('../pages/schedule/schedule-page.tsx')).SchedulePage })),
  },
  {
    name: 'settings',
    path: '/settings',
    icon: MENU_ICONS.settings,
    component: lazy(async () => ({ default: (await import('../pages/settings/settings-page.tsx')).SettingsPage })),
  },
];

/** All that has an address; what the menu does not have is led to from elsewhere. */
export const PLACES: readonly Place[] = [
  ...PAGES,
  {
    name: 'recurring',
    path: '/recurring',
    component: lazy(async () => ({ default: (await import('../pages/recurring/recurring-page.tsx')).RecurringPage })),
  },
  {
    name: 'help',
    path: '/help',
    component: lazy(async () => ({ default: (await import('../pages/help/help-page.tsx')).HelpPage })),
  },
  {
    name: 'welcome',
    path: '/welcome',
    component: lazy(async () => ({ default: (await import('../pages/welcome/welcome-page.tsx')).WelcomePage })),
  },
];
