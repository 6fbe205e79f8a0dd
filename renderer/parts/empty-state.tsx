import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Where there is nothing yet: why, and the button that changes it. */
export function EmptyState({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py="xl">
      <Text c="dimmed" ta="center" maw="32rem">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
