import { Anchor, createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Calm and dense: a person looks at numbers, not at the page. */
export const theme = createTheme({
  primaryColor: 'teal',
  // White on it has a contrast of 5 to 1.
  primaryShade: 9,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Links stand in text, where colour alone does not tell them.
  components: { Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }) },
});

/** Mantine's quiet text is too quiet to read: these have 5 to 1 and more on every ground. */
export const quietText: CSSVariablesResolver = () => ({
  variables: { '--mantine-primary-color-filled-hover': '#066649' },
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-anchor': 'var(--mantine-color-teal-9)',
    '--mantine-color-teal-light-color': '#065f46',
    '--mantine-color-orange-light-color': '#9c3206',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
});
