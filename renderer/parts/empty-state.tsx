import { Stack, Text, ThemeIcon } from '@mantine/core';
import { IconSparkles, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

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
