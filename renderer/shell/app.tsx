import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { Router } from 'wouter';
import type { PageSpeech } from '../base/texts.ts';
import { SpeechProvider } from '../base/words.tsx';
import type { Carrier } from '../control/carrier.ts';
import { ControlLine } from '../control/control-context.tsx';
import { desktopColours } from '../control/desktop-colours.ts';
import { type FirstAnswers, takeFirstAnswers } from '../control/first-answers.ts';
import type { LinkOutcome } from '../control/session-key.ts';
import { AccountProvider, usePageLocation } from '../parts/account-context.tsx';
import { PageBoundary } from '../parts/page-boundary.tsx';
import { Shell } from './shell.tsx';
import { SignedInOnly } from './signed-in-only.tsx';
import { mantineByTokens, theme } from './theme.ts';

/** Events invalidate answers, so queries do not refetch. Failures are shown instead of retried silently. */
function newQueries(carrier: Carrier, firstAnswers: FirstAnswers | undefined): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
  if (firstAnswers !== undefined) takeFirstAnswers(queries, carrier, firstAnswers);
  return queries;
}

interface AppProps {
  readonly carrier: Carrier;
  readonly firstAnswers: FirstAnswers | undefined;
  readonly link: Promise<LinkOutcome>;
  /** The initial language. */
  readonly speech: PageSpeech;
}

export function App({ carrier, firstAnswers, link, speech }: AppProps) {
  const [queries] = useState(() => newQueries(carrier, firstAnswers));
  // Replaces the prerendered frame when the real one has rendered.
  useLayoutEffect(() => document.querySelector('.frame')?.remove(), []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={mantineByTokens}
      defaultColorScheme="auto"
      {...(carrier.isDesktop ? { colorSchemeManager: desktopColours } : {})}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>
        <SpeechProvider first={speech}>
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
        </SpeechProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** The content security policy requires the nonce for styles added later. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
