import { Anchor, Autocomplete, Badge, createTheme, type CSSVariablesResolver, NavLink } from '@mantine/core';

/** Calm and dense. The values are in tokens.css. */
export const theme = createTheme({
  primaryColor: 'teal',
  // White text on it has a contrast of 5:1.
  primaryShade: 9,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-code)',
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-5)',
    xl: 'var(--space-8)',
  },
  radius: { sm: 'var(--radius-sm)', md: 'var(--radius-md)', lg: 'var(--radius-lg)' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'var(--text-xl)' },
      h2: { fontSize: 'var(--text-lg)' },
      h3: { fontSize: 'var(--text-md)' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Links appear in text, where color alone is not enough.
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    // Its list stays beside the field: at the end of the document it would be outside of all landmarks.
    Autocomplete: Autocomplete.extend({
      defaultProps: { comboboxProps: { withinPortal: false }, withScrollArea: false },
    }),
    Badge: Badge.extend({ defaultProps: { radius: 'sm' } }),
    NavLink: NavLink.extend({ defaultProps: { variant: 'subtle' } }),
  },
});

const DARK = ['ink', 'ink', 'muted', 'muted', 'line', 'sunken', 'surface', 'surface', 'ground', 'ground'];

/** Maps Mantine's variables to our tokens. Our dimmed text has a contrast of at least 5:1; Mantine's is too light. */
export const mantineByTokens: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-line-height': 'var(--leading)',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-error': 'var(--error-ink)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-color-teal-light': 'var(--accent-soft)',
    '--mantine-color-teal-light-color': 'var(--accent-ink)',
    '--mantine-color-orange-light': 'var(--warning-soft)',
    '--mantine-color-orange-light-color': 'var(--warning-ink)',
  },
  light: { '--mantine-color-anchor': 'var(--accent)' },
  dark: {
    '--mantine-color-anchor': 'var(--accent-ink)',
    ...Object.fromEntries(DARK.map((token, shade) => [`--mantine-color-dark-${shade}`, `var(--${token})`])),
  },
});
