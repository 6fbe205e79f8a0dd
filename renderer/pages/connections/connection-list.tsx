import { Button, Stack } from '@mantine/core';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { MENU_ICONS } from '../../shell/menu-icons.ts';
import { useTexts } from '../../words/words.tsx';
import { Connection } from './connection.tsx';
import classes from './connections.module.css';

export function ConnectionList({
  connections,
  add,
}: {
  readonly connections: readonly ConnectionView[];
  readonly add: () => void;
}) {
  const text = useTexts().connections;
  return (
    <Card title={text.list}>
      {connections.length === 0 ? (
        <EmptyState icon={MENU_ICONS.connections} action={<Button onClick={add}>{text.add}</Button>}>
          {text.none}
        </EmptyState>
      ) : (
        <Stack component="ul" gap={0} className={classes['list'] ?? ''}>
          {connections.map((connection) => (
            <Connection key={connection.id} connection={connection} />
          ))}
        </Stack>
      )}
    </Card>
  );
}
