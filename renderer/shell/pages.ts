import { IconGauge, IconKey, type Icon } from '@tabler/icons-react';
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
  { name: 'tokens', path: '/tokens', icon: IconKey, component: lazy(async () => ({ default: (await import('../pages/tokens/tokens-page.tsx')).TokensPage })) },
];
