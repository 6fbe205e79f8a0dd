import type { MantineColorSchemeManager } from '@mantine/core';

/**
 * In the desktop's window the app chooses between light and dark, for its menus as for the page: the page follows what
 * the window says and keeps no choice of its own, which would sooner or later be another one.
 */
export const desktopColours: MantineColorSchemeManager = {
  get: () => 'auto',
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};
