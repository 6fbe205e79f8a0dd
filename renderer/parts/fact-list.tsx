import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './fact-list.module.css';

/** Names beside what they are; below each other in a narrow window. */
export function FactList({
  facts,
}: {
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[];
}) {
  return (
    <dl className={classes['list']}>
      {facts.map(({ name, value }) => (
        <div key={name} className={classes['fact']}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} className={classes['value'] ?? ''}>
            {value}
          </Text>
        </div>
      ))}
    </dl>
  );
}
