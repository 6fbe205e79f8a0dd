import { Container, Text, Title } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useLine } from '../control/control-context.tsx';
import type { LinkOutcome } from '../control/session-key.ts';
import { useTexts } from '../words/words.tsx';

interface SignedInOnlyProps {
  readonly link: Promise<LinkOutcome>;
  readonly children: ReactNode;
}

/** The dashboard, or how to sign in where this browser is not. It comes as soon as another window of the browser has signed in. */
export function SignedInOnly({ link, children }: SignedInOnlyProps) {
  const { state, wasOpen } = useLine();
  return state === 'signed-out' && !wasOpen ? <SignedOut link={link} /> : children;
}

function SignedOut({ link }: Pick<SignedInOnlyProps, 'link'>) {
  const text = useTexts().shell;
  const [outcome, setOutcome] = useState<LinkOutcome>(null);
  useEffect(() => void link.then(setOutcome), [link]);
  const [title, what] = outcome === 'over' ? [text.linkOver, text.linkOverWhat] : [text.signedOut, text.signedOutWhat];
  useEffect(() => {
    document.title = `${title} · Pennyrow`;
  }, [title]);
  return (
    <Container component="main" size="sm" py="xl">
      <Title order={1} size="h3" mb="sm">
        {title}
      </Title>
      <Text>{what}</Text>
    </Container>
  );
}
