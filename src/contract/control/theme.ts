/** The colours of the desktop app, apart from the schemas, so that a start does not have to load those. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
