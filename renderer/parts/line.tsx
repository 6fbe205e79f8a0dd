import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Muted } from './links.tsx';
import classes from './line.module.css';

interface LineProps {
  readonly title: string;
  readonly badges?: ReactNode;
  readonly facts: readonly string[];
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

/** A line of a list: a name with facts, and actions at its end. */
export function Line({ title, badges, facts, actions, children }: LineProps) {
  return (
    <li className={classes['line']}>
      <Group justify="space-between" gap="var(--space-2) var(--space-4)">
        <Box flex="1 1 15rem" miw={0}>
          <Group gap="xs">
            <Text fw={600}>{title}</Text>
            {badges}
          </Group>
          <Muted>{facts.join(' · ')}</Muted>
        </Box>
        {actions}
      </Group>
      {children}
    </li>
  );
}
