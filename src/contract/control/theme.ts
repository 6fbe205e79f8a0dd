/** In a separate file, because the schemas are not loaded at the start. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
