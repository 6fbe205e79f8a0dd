import { Code, Container, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../base/words.tsx';
import { useLineState } from '../control/control-context.tsx';
import { type LinkOutcome, rememberWanted } from '../control/session-key.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Mark } from '../parts/mark.tsx';
import classes from './shell.module.css';

interface SignedInOnlyProps {
  readonly link: Promise<LinkOutcome>;
  readonly children: ReactNode;
}

/**
 * Shows the dashboard, or how to sign in. Signing out removes all data from the window. Signing in elsewhere in this
 * browser shows the dashboard at once.
 */
export function SignedInOnly({ link, children }: SignedInOnlyProps) {
  const state = useLineState();
  return state === 'signed-out' ? <SignedOut link={link} /> : children;
}

const COMMAND = 'pennyrow dashboard';

function SignedOut({ link }: { readonly link: Promise<LinkOutcome> }) {
  const text = useTexts().shell;
  const [outcome, setOutcome] = useState<LinkOutcome>(null);
  useEffect(() => void link.then(setOutcome), [link]);
  const [page] = useLocation();
  useEffect(rememberWanted, [page]);
  const [title, what] = outcome === 'over' ? [text.linkOver, text.linkOverWhat] : [text.signedOut, text.signedOutWhat];
  useEffect(() => {
    document.title = `${title} · Pennyrow`;
  }, [title]);
  return (
    <Container component="main" size="xs" className={classes['signedOut'] ?? ''}>
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
          <Group gap="sm" wrap="nowrap" role="group" aria-label={text.signedOutCommand}>
            <Code block flex={1}>
              {COMMAND}
            </Code>
            <CopyButton value={COMMAND} />
          </Group>
          {page !== '/' && <Text>{text.signedOutBack}</Text>}
          <Text size="sm" c="dimmed">
            {text.signedOutDesktop}
          </Text>
        </Stack>
      </Paper>
    </Container>
  );
}
