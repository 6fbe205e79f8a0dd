import { Alert, Button, Center, Group, Loader, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { type Icon, IconAlertTriangle, IconSparkles } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../base/words.tsx';
import type { ControlFailure } from '../control/failure.ts';
import { SolveLink, ToldText } from './message-text.tsx';

interface LoadingStateProps {
  readonly height?: number;
  /** Why the answer does not come. */
  readonly failure?: ControlFailure | null;
  /** Asks for it again. */
  readonly again?: () => unknown;
}

/** Takes about the space of the answer to come, so that nothing jumps; or says why it does not come. */
export function LoadingState({ height = 240, failure = null, again }: LoadingStateProps) {
  const text = useTexts().parts;
  if (failure !== null) return <ErrorState failure={failure} {...(again && { again: () => void again() })} />;
  return (
    <Center h={height} role="status">
      <Loader type="dots" aria-hidden />
      <VisuallyHidden>{text.loading}</VisuallyHidden>
    </Center>
  );
}

interface ErrorStateProps {
  readonly failure: ControlFailure;
  readonly again?: () => void;
}

/** What happened and what to do, where the answer would have stood or below the button that asked. */
export function ErrorState({ failure, again }: ErrorStateProps) {
  const text = useTexts().parts;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <ToldText told={failure} />
      <Group gap="xs" mt="xs">
        {again !== undefined && (
          <Button size="compact-sm" mt={6} variant="default" onClick={again}>
            {text.again}
          </Button>
        )}
        <SolveLink code={failure.code} />
      </Group>
    </Alert>
  );
}

interface EmptyStateProps {
  /** What will be here. */
  readonly icon?: Icon;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Where there is nothing yet: why, and the button that changes it. */
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
