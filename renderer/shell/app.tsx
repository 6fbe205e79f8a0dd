import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { Router } from 'wouter';
import type { Carrier } from '../control/carrier.ts';
import { desktopColours } from '../control/desktop-colours.ts';
import { ControlLine } from '../control/control-context.tsx';
import { type FirstAnswers, takeFirstAnswers } from '../control/first-answers.ts';
import { PageBoundary } from '../parts/page-boundary.tsx';
import type { LinkOutcome } from '../control/session-key.ts';
import { ChosenAccount, usePageLocation } from '../parts/account-context.tsx';
import { SignedInOnly } from './signed-in-only.tsx';
import { Shell } from './shell.tsx';
import { mantineByTokens, theme } from './theme.ts';
import { Speaking } from '../base/words.tsx';
import type { PageSpeech } from '../base/texts.ts';

/** Events say when an answer is old, so nothing is asked again for other reasons; a lost line is shown, not retried in silence. */
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
  /** In the language that the page begins with. */
  readonly speech: PageSpeech;
}

export function App({ carrier, firstAnswers, link, speech }: AppProps) {
  const [queries] = useState(() => newQueries(carrier, firstAnswers));
  // What the page was painted with at first, before any of this had come; it goes in the moment in which the same stands below it.
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
        <Speaking first={speech}>
          <PageBoundary page="all" title="Pennyrow" place="">
            <ControlLine carrier={carrier}>
              {/* oxlint-disable-next-line react/hooks -- the router takes where the address stands as a hook. */}
              <Router hook={usePageLocation}>
                <SignedInOnly link={link}>
                  <ChosenAccount>
                    <Shell />
                  </ChosenAccount>
                </SignedInOnly>
              </Router>
            </ControlLine>
          </PageBoundary>
        </Speaking>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** What the page's content security policy asks of styles that are added later. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
