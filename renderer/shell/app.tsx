import {
  MantineProvider,
  Code,
  Container,
  Group,
  Paper,
  Stack,
  Text,
  Title,
  createTheme,
  type CSSVariablesResolver,
  type MantineColorSchemeManager,
} from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useLayoutEffect, useState, type ReactNode, useEffect } from 'react';
import { Router, useLocation } from 'wouter';
import type { PageI18n } from '../base/texts.ts';
import { I18nProvider, useTexts } from '../base/words.tsx';
import type { Carrier } from '../base/control/carrier.ts';
import { ControlLine, useLineState } from '../base/control/use-control.tsx';
import { type LinkOutcome, rememberRequestedPage } from '../base/control/session-key.ts';
import { AccountProvider, usePageLocation } from '../parts/account-context.tsx';
import { PageBoundary } from '../parts/page-boundary.tsx';
import { Shell } from './shell.tsx';
import { CopyButton, Muted } from '../parts/links.tsx';
import { Mark } from '../parts/mark.tsx';

/** Events invalidate answers, so focusing the window refetches none. Failures are shown instead of retried silently. */
function newQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

interface AppProps {
  readonly carrier: Carrier;
  readonly link: Promise<LinkOutcome>;
  readonly i18n: PageI18n;
}

export function App({ carrier, link, i18n }: AppProps) {
  const [queries] = useState(newQueries);
  useLayoutEffect(() => document.querySelector('.frame')?.remove(), []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={mantineByTokens}
      defaultColorScheme="auto"
      {...(carrier.isDesktop ? { colorSchemeManager: desktopColors } : {})}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>
        <I18nProvider first={i18n}>
          <PageBoundary page="all" title="Pennyrow" place="">
            <ControlLine carrier={carrier}>
              {/* oxlint-disable-next-line react/hooks -- the router takes a hook as its location. */}
              <Router hook={usePageLocation}>
                <SignedInOnly link={link}>
                  <AccountProvider>
                    <Shell />
                  </AccountProvider>
                </SignedInOnly>
              </Router>
            </ControlLine>
          </PageBoundary>
        </I18nProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** Unmounts all pages after signing out, so that no data remains visible. */
function SignedInOnly({ link, children }: { readonly link: Promise<LinkOutcome>; readonly children: ReactNode }) {
  const state = useLineState();
  return state === 'signed-out' ? <SignedOut link={link} /> : children;
}

const COMMAND = 'pennyrow open';

function SignedOut({ link }: { readonly link: Promise<LinkOutcome> }) {
  const { shell: text, parts } = useTexts();
  const [outcome, setOutcome] = useState<LinkOutcome>(null);
  useEffect(() => void link.then(setOutcome), [link]);
  const [page] = useLocation();
  useEffect(rememberRequestedPage, [page]);
  const [title, what] = outcome === 'over' ? [text.linkOver, text.linkOverWhat] : [text.signedOut, text.signedOutWhat];
  useDocumentTitle(`${title} · Pennyrow`);
  return (
    <Container component="main" size="xs" pt="max(2rem, 14vh)" pb="2rem">
      <Group gap="sm" mb="lg">
        <Mark size={36} />
        <Text fw={700} size="xl">
          Pennyrow
        </Text>
      </Group>
      <Paper withBorder p="lg">
        <Stack gap="md">
          <Title order={1}>{title}</Title>
          <Text>{what}</Text>
          <Group gap="sm" wrap="nowrap" role="group" aria-label={parts.command}>
            <Code block flex={1}>
              {COMMAND}
            </Code>
            <CopyButton value={COMMAND} />
          </Group>
          <Muted>{text.signedOutDesktop}</Muted>
        </Stack>
      </Paper>
    </Container>
  );
}

const theme = createTheme({
  primaryColor: 'teal',
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
  // Refers to components by name, because importing them here would add them to the first page.
  components: {
    // Links appear in text, where color alone is not enough.
    Anchor: { defaultProps: { underline: 'always' } },
    // The list stays beside the field, because at the end of the document it would be outside of all landmarks.
    Autocomplete: { defaultProps: { comboboxProps: { withinPortal: false }, withScrollArea: false } },
    Badge: { defaultProps: { radius: 'sm', tt: 'none' } },
    NavLink: { defaultProps: { variant: 'subtle' } },
  },
});

const DARK = ['ink', 'muted', 'muted', 'muted', 'line', 'sunken', 'surface', 'surface', 'background', 'background'];

/** Maps Mantine's variables to our tokens. Our dimmed text has a contrast of at least 5:1; Mantine's is too light. */
const mantineByTokens: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-line-height': 'var(--leading)',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--code-bg': 'var(--sunken)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-error': 'var(--error-ink)',
    '--mantine-color-red-light-color': 'var(--error-ink)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-color-teal-light': 'var(--accent-soft)',
    '--mantine-color-teal-light-hover': 'var(--accent-line)',
    '--mantine-color-teal-light-color': 'var(--accent-ink)',
    '--mantine-color-orange-light': 'var(--warning-soft)',
    '--mantine-color-orange-light-color': 'var(--warning-ink)',
  },
  light: { '--mantine-color-anchor': 'var(--accent-ink)' },
  dark: {
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-anchor': 'var(--accent-ink)',
    ...Object.fromEntries(DARK.map((token, shade) => [`--mantine-color-dark-${shade}`, `var(--${token})`])),
  },
});

/** The desktop app stores the color scheme, and the page follows its window. */
const desktopColors: MantineColorSchemeManager = {
  get: () => 'auto',
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};
