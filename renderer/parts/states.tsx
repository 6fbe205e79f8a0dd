import { Alert, Button, Center, Group, Loader, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { type Icon, IconAlertTriangle, IconSparkles } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../base/words.tsx';
import type { ControlFailure } from '../base/control/failure.ts';
import { MessageText, SolveLink } from './message-text.tsx';

interface LoadingStateProps {
  readonly height?: number;
  /** Shown instead of the placeholder. */
  readonly failure?: ControlFailure | null;
  /** Retries. */
  readonly retry?: () => unknown;
}

/** Reserves the space of the pending answer, or shows why it failed. */
export function LoadingState({ height = 240, failure = null, retry }: LoadingStateProps) {
  const text = useTexts().parts;
  if (failure !== null) return <ErrorState failure={failure} {...(retry && { retry: () => void retry() })} />;
  return (
    <Center h={height} role="status">
      <Loader type="dots" aria-hidden />
      <VisuallyHidden>{text.loading}</VisuallyHidden>
    </Center>
  );
}

interface ErrorStateProps {
  readonly failure: ControlFailure;
  readonly retry?: () => void;
}

export function ErrorState({ failure, retry }: ErrorStateProps) {
  const text = useTexts().parts;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <MessageText message={failure} />
      <Group gap="xs" mt="xs">
        {retry !== undefined && (
          <Button size="compact-sm" mt={6} variant="default" onClick={retry}>
            {text.again}
          </Button>
        )}
        <SolveLink code={failure.code} />
      </Group>
    </Alert>
  );
}

interface EmptyStateProps {
  readonly icon?: Icon;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Explains why there is nothing yet, with the action that changes it. */
export function EmptyState({ icon: Sign = IconSparkles, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="md" py="xl">
      <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
        <Sign size={24} stroke={1.6} />
      </ThemeIcon>
      <Text c="dimmed" ta="center" maw="30rem">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
