import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
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
  const [unrevoked, setUnrevoked] = useState<string | null>(null);
  return (
    <Card title={text.list}>
      <div aria-live="polite">
        {unrevoked !== null && (
          <Alert
            color="orange"
            icon={<IconAlertTriangle aria-hidden />}
            mb="md"
            withCloseButton
            closeButtonLabel={text.done}
            onClose={() => setUnrevoked(null)}
          >
            {text.unrevoked({ name: unrevoked })}
          </Alert>
        )}
      </div>
      {connections.length === 0 ? (
        <EmptyState icon={MENU_ICONS.connections} action={<Button onClick={add}>{text.add}</Button>}>
          {text.none}
        </EmptyState>
      ) : (
        <Stack component="ul" gap={0} className={classes['list'] ?? ''}>
          {connections.map((connection) => (
            <Connection
              key={connection.id}
              connection={connection}
              removed={(isRevoked) => setUnrevoked(isRevoked ? null : connection.name)}
            />
          ))}
        </Stack>
      )}
    </Card>
  );
}
