/** In a separate file, because the desktop app reads the theme at its start and must not load the schemas for it. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
