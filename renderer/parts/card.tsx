import { Card as MantineCard, Group, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

export function Card({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <MantineCard component="section" aria-labelledby={id} withBorder padding="lg">
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </MantineCard>
  );
}
