/** In a separate file, because the desktop app reads the theme when it starts, and the schemas load slowly. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
