import { IconCalendarTime, IconEye, IconGauge, IconHistory, IconKey, IconList, IconPlugConnected, IconSettings, IconTable, type Icon } from '@tabler/icons-react';
import { lazy, type ComponentType } from 'react';
import { OverviewPage } from '../pages/overview/overview-page.tsx';

export type PageName = 'overview' | 'activity' | 'preview' | 'transactions' | 'connections' | 'workbook' | 'tokens' | 'schedule' | 'settings';

export interface Page {
  readonly name: PageName;
  readonly path: string;
  readonly icon: Icon;
  readonly component: ComponentType;
}

/** In the order of the menu. Only the first page comes with the program; the others are fetched when they are opened. */
export const PAGES: readonly Page[] = [
  { name: 'overview', path: '/', icon: IconGauge, component: OverviewPage },
  { name: 'activity', path: '/activity', icon: IconHistory, component: lazy(async () => ({ default: (await import('../pages/activity/activity-page.tsx')).ActivityPage })) },
  { name: 'preview', path: '/preview', icon: IconEye, component: lazy(async () => ({ default: (await import('../pages/preview/preview-page.tsx')).PreviewPage })) },
  { name: 'transactions', path: '/transactions', icon: IconList, component: lazy(async () => ({ default: (await import('../pages/transactions/transactions-page.tsx')).TransactionsPage })) },
  { name: 'connections', path: '/connections', icon: IconPlugConnected, component: lazy(async () => ({ default: (await import('../pages/connections/connections-page.tsx')).ConnectionsPage })) },
  { name: 'workbook', path: '/workbook', icon: IconTable, component: lazy(async () => ({ default: (await import('../pages/workbook/workbook-page.tsx')).WorkbookPage })) },
  { name: 'tokens', path: '/tokens', icon: IconKey, component: lazy(async () => ({ default: (await import('../pages/tokens/tokens-page.tsx')).TokensPage })) },
  { name: 'schedule', path: '/schedule', icon: IconCalendarTime, component: lazy(async () => ({ default: (await import('../pages/schedule/schedule-page.tsx')).SchedulePage })) },
  { name: 'settings', path: '/settings', icon: IconSettings, component: lazy(async () => ({ default: (await import('../pages/settings/settings-page.tsx')).SettingsPage })) },
];
